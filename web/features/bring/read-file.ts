import { bringRowsMax, type BringFile } from '@gurukul/contract/bring';
import { formatNumber } from '#web/lib/format/format.ts';
import { readFileLines, sheetBytesMax } from '#web/lib/files/sheet-tasks.ts';
import type { SheetLine } from '#web/lib/files/sheet.ts';
import { bringTexts } from '#web/texts/bring.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { sayableName } from '../payment-upload/file.ts';
import { classroomLines } from './classroom.ts';

const t = bringTexts.faults;

export const megabytesMax = sheetBytesMax / 1024 / 1024;
export const rowsMaxText = formatNumber(bringRowsMax);

const cellMax = 500;
const columnsMax = 1000;

const fileOf = (file: File, lines: readonly SheetLine[]): BringFile => ({
  file_name: sayableName(file.name),
  lines: lines.map(({ row, cells }) => ({
    row,
    cells: cells.slice(0, columnsMax).map((cell) => cell.slice(0, cellMax)),
  })),
});

/** The lines of a chosen file, or what to tell the person about it. */
export async function readBringFile(
  file: File,
  onShare: (share: number) => void,
): Promise<BringFile | string> {
  if (file.size > sheetBytesMax) return t.tooLarge(file.name, megabytesMax);
  if (/\.json$/i.test(file.name)) {
    const lines = classroomLines(await file.text());
    if (lines === null) return t.noClassroom(file.name);
    return lines.length > bringRowsMax ? t.tooMany(file.name, rowsMaxText) : fileOf(file, lines);
  }
  const read = await readFileLines(file, { rowsMax: bringRowsMax, isExact: true }, onShare);
  if (read.kind === 'lines' && read.lines.length > bringRowsMax) return t.tooMany(file.name, rowsMaxText);
  if (read.kind === 'lines') return fileOf(file, read.lines);
  if (read.fault === 'tooMany') return t.tooMany(file.name, rowsMaxText);
  return `${file.name}: ${read.fault === 'empty' ? t.empty : importsTexts.faults[read.fault]}`;
}
