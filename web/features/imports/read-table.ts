import { formatNumber } from '#web/lib/format/format.ts';
import { readFileLines, sheetBytesMax } from '#web/lib/files/sheet-tasks.ts';
import type { SheetLines } from '#web/lib/files/sheet.ts';
import { takeTable, type CountKnown, type TableFile } from '#web/lib/files/table.ts';
import { importsTexts } from '#web/texts/imports.ts';

const t = importsTexts.faults;

export const megabytesMax = sheetBytesMax / 1024 / 1024;

/** Some systems allow line breaks in names of files; the server takes none. */
export const sayableName = (name: string) =>
  name
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(-255)
    .toWellFormed();

interface TableReading {
  readonly rowsMax: number;
  /** For money: see `SheetReading`. */
  readonly isExact?: boolean;
  readonly countKnown: CountKnown;
  /** Opens a file that is no spreadsheet; null where it is one. */
  readonly open?: (file: File) => Promise<SheetLines | null>;
}

/** The table of a chosen file, or what to tell the person about it. */
export async function readTable(
  file: File,
  onShare: (share: number) => void,
  { rowsMax, isExact = false, countKnown, open }: TableReading,
): Promise<TableFile | string> {
  if (file.size > sheetBytesMax) return t.tooLarge({ megabytes: megabytesMax });
  const read = (await open?.(file)) ?? (await readFileLines(file, { rowsMax, isExact }, onShare));
  const table =
    read.kind === 'fault'
      ? read.fault
      : takeTable({ ...read, file_name: sayableName(file.name) }, rowsMax, countKnown);
  if (typeof table !== 'string') return table;
  return table === 'tooMany' ? t.tooMany({ rows: formatNumber(rowsMax) }) : t[table];
}
