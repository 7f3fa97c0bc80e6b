import { Text } from '@mantine/core';
import { importsTexts } from '#web/texts/imports.ts';

const t = importsTexts.notTaken;

/** What of a file is not taken, by name. */
export interface LeftOut {
  readonly columns?: readonly string[];
  readonly sheets?: readonly string[];
  /** With their numbers. */
  readonly lines?: readonly string[];
  /** Numbers of rows. */
  readonly rows?: readonly number[];
}

/** Says by name what of a file is not taken; nothing where all of it is. */
export const NotTaken = ({ columns, sheets, lines, rows }: LeftOut) => {
  const said = [
    columns?.length ? t.columns({ columns: columns.join(', ') }) : '',
    lines?.length ? t.lines({ lines: lines.join('; ') }) : '',
    sheets?.length ? t.sheets({ sheets: sheets.join(', ') }) : '',
    rows?.length ? t.rows({ rows: rows.join(', ') }) : '',
  ].filter((each) => each !== '');
  return said.map((each) => (
    <Text key={each} size="sm" c="dimmed" mt="sm" style={{ overflowWrap: 'anywhere' }}>
      {each}
    </Text>
  ));
};
