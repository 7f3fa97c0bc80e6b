import { Button, Text } from '@mantine/core';
import type { SheetLine } from '#web/lib/files/sheet.ts';
import { importsTexts } from '#web/texts/imports.ts';

const t = importsTexts.notTaken;

/** What of a file is not taken, by name. */
export interface LeftOut {
  readonly columns?: readonly string[];
  readonly sheets?: readonly string[];
  /** With their numbers. */
  readonly lines?: readonly string[];
  /** That only add up others. */
  readonly rows?: readonly SheetLine[];
}

interface NotTakenProps extends LeftOut {
  /** Takes these rows after all. */
  readonly onPutBack?: (() => void) | undefined;
}

const textOf = ({ row, cells }: SheetLine) =>
  t.row({
    row,
    text: cells
      .filter((cell) => cell.trim() !== '')
      .join(' ')
      .slice(0, 60),
  });

/** Says by name what of a file is not taken; nothing where all of it is. */
export const NotTaken = ({ columns, sheets, lines, rows, onPutBack }: NotTakenProps) => {
  const said = [
    columns?.length ? t.columns({ columns: columns.join(', ') }) : '',
    lines?.length ? t.lines({ lines: lines.join('; ') }) : '',
    sheets?.length ? t.sheets({ sheets: sheets.join(', ') }) : '',
    rows?.length ? t.rows({ rows: rows.map(textOf).join('; ') }) : '',
  ].filter((each) => each !== '');
  return (
    <>
      {said.map((each) => (
        <Text key={each} size="sm" c="dimmed" mt="sm" style={{ overflowWrap: 'anywhere' }}>
          {each}
        </Text>
      ))}
      {rows?.length && onPutBack ? (
        <Button variant="subtle" size="compact-sm" onClick={onPutBack}>
          {t.putBack}
        </Button>
      ) : null}
    </>
  );
};
