import { bringRowsMax, type BringFile } from '@gurukul/contract/bring';
import { bringColumns } from '@gurukul/contract/shared/files/bring-layouts';
import { formatNumber } from '#web/lib/format/format.ts';
import { readFileLines, sheetBytesMax } from '#web/lib/files/sheet-tasks.ts';
import type { SheetLine } from '#web/lib/files/sheet.ts';
import { inOrder } from '#web/lib/files/table.ts';
import { titlesMax } from '#web/lib/files/tidy-rows.ts';
import { bringTexts } from '#web/texts/bring.ts';
import { importsTexts } from '#web/texts/imports.ts';
import type { LeftOut } from '../imports/not-taken.tsx';
import { megabytesMax, sayableName } from '../imports/read-table.ts';
import { rememberedColumns } from '../imports/remembered-columns.ts';
import { classroomLines } from './classroom.ts';

const t = bringTexts.faults;

export const rowsMaxText = formatNumber(bringRowsMax);

/** Names that programs give to sheets. Others may say the month of a register. */
const unnamed = /^(?:sheet|tabelle|feuil|hoja|form responses|worksheet)[ _]?\d*$/i;

const cellMax = 500;
const columnsMax = 1000;

/** A file to bring, and what of the chosen one is not taken. */
export interface ChosenFile {
  readonly file: BringFile;
  readonly left: LeftOut;
}

/** Names what is remembered of such files. */
export const door = 'bring';

/** The columns as they were chosen for an earlier file with the same headings, in whichever line they stand. */
function rememberedIn(lines: readonly SheetLine[]): Pick<BringFile, 'columns'> {
  for (const { cells } of lines.slice(0, titlesMax)) {
    const { choice } = rememberedColumns(door, { header: cells, lines }, bringColumns);
    if (choice === null) continue;
    return {
      columns: bringColumns.flatMap((column) => {
        const [place] = choice[column] ?? [];
        return place === undefined ? [] : [{ column, place }];
      }),
    };
  }
  return {};
}

const cut = (lines: readonly SheetLine[]) =>
  lines.map(({ row, cells }) => ({ row, cells: cells.map((cell) => cell.slice(0, cellMax)) }));

const fileOf = (name: string, lines: readonly SheetLine[]): BringFile => ({
  file_name: sayableName(name),
  ...rememberedIn(lines),
  lines: cut(lines),
});

/** The file with the rows that only seemed to add up others. */
export const withPutBack = ({ file, left: { rows = [], ...left } }: ChosenFile): ChosenFile => ({
  file: { ...file, lines: cut(inOrder([...file.lines, ...rows])) },
  left,
});

/** Every sheet of a chosen file, as a file of its own, or what to tell the person about it. */
export async function readBringFile(
  file: File,
  onShare: (share: number) => void,
): Promise<readonly ChosenFile[] | string> {
  if (file.size > sheetBytesMax) return t.tooLarge({ file: file.name, megabytes: megabytesMax });
  if (/\.json$/i.test(file.name)) {
    const lines = classroomLines(await file.text());
    if (lines === null) return t.noClassroom({ file: file.name });
    if (lines.length > bringRowsMax) return t.tooMany({ file: file.name, rows: rowsMaxText });
    return [{ file: fileOf(file.name, lines), left: {} }];
  }
  const read = await readFileLines(file, { rowsMax: bringRowsMax, hasTimes: true }, onShare);
  if (read.kind === 'fault') {
    if (read.fault === 'tooMany') return t.tooMany({ file: file.name, rows: rowsMaxText });
    return `${file.name}: ${importsTexts.faults[read.fault]}`;
  }
  const { sheets, left } = read;
  if (sheets.some(({ lines }) => lines.length > bringRowsMax))
    return t.tooMany({ file: file.name, rows: rowsMaxText });
  if (sheets.some(({ lines }) => lines.some(({ cells }) => cells.length > columnsMax)))
    return t.tooWide({ file: file.name, columns: formatNumber(columnsMax) });
  return sheets.map(({ name, lines, totals }, index) => ({
    file: fileOf(sheets.length === 1 && unnamed.test(name) ? file.name : `${file.name} · ${name}`, lines),
    left: { rows: cut(totals), sheets: index === 0 ? left : [] },
  }));
}
