import type { StudentImportRow } from '@gurukul/contract/imports';
import { importRowsMax } from '@gurukul/contract/imports';
import { formatNumber } from '#web/lib/format.ts';
import { texts } from '#web/texts/texts.ts';
import { readStudents, sheetBytesMax } from './sheet-tasks.ts';

const t = texts.students.import;

export const megabytesMax = sheetBytesMax / 1024 / 1024;
export const rowsMaxText = formatNumber(importRowsMax);

/** A spreadsheet that was read. */
export interface Sheet {
  readonly file_name: string;
  readonly rows: readonly StudentImportRow[];
  /** Headings of columns that are not used. */
  readonly ignored: readonly string[];
}

/** The students of a chosen file, or what to tell the person about it. */
export async function readChosen(file: File): Promise<Sheet | string> {
  if (file.size > sheetBytesMax) return t.faults.tooLarge(megabytesMax);
  const answer = await readStudents(file);
  if (answer.kind === 'rows') {
    return { file_name: file.name.slice(-255), rows: answer.rows, ignored: answer.ignored };
  }
  if (answer.kind === 'missing') {
    return t.faults.missing(answer.columns.map((column) => t.columnNames[column]).join(', '));
  }
  return answer.fault === 'tooMany' ? t.faults.tooMany(rowsMaxText) : t.faults[answer.fault];
}
