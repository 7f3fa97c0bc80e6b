import { importRowsMax } from '@gurukul/contract/student-import';
import { formatNumber } from '#web/lib/format/format.ts';
import { readFileLines, sheetBytesMax } from '#web/lib/files/sheet-tasks.ts';
import { atHeader, type SheetLine } from '#web/lib/files/sheet.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { countKnown, type ColumnChoice } from './columns.ts';

const t = paymentUploadTexts;

export const megabytesMax = sheetBytesMax / 1024 / 1024;
export const rowsMaxText = formatNumber(importRowsMax);

/** A spreadsheet of payments that was read; what its columns mean is not said yet. */
export interface UploadFile {
  readonly file_name: string;
  readonly header: readonly string[];
  /** Below the column names. */
  readonly lines: readonly SheetLine[];
}

/** How the file is to be read. */
export interface UploadPlan {
  readonly columns: ColumnChoice;
  /** Of rows that name none; '' for no course. */
  readonly courseId: string;
  /** Of rows that name none, as chosen for an earlier file or as the heading of the amounts says; '' for none. */
  readonly currency: string;
}

/** Some systems allow line breaks in names of files; the server takes none. */
export const sayableName = (name: string) =>
  name
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(-255)
    .toWellFormed();

/** The rows of a chosen file, or what to tell the person about it. */
export async function readUploadFile(
  file: File,
  onShare: (share: number) => void,
): Promise<UploadFile | string> {
  if (file.size > sheetBytesMax) return t.faults.tooLarge(megabytesMax);
  const read = await readFileLines(file, { rowsMax: importRowsMax, isExact: true }, onShare);
  if (read.kind === 'fault') {
    if (read.fault === 'tooMany') return t.faults.tooMany(rowsMaxText);
    return read.fault === 'empty' ? t.faults.empty : importsTexts.faults[read.fault];
  }
  const { header, lines } = atHeader(read.lines, countKnown);
  if (lines.length === 0) return t.faults.empty;
  if (lines.length > importRowsMax) return t.faults.tooMany(rowsMaxText);
  return { file_name: sayableName(file.name), header, lines };
}
