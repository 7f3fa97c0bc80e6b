import type { StudentImportRow } from '@gurukul/contract/student-import';
import { importRowsMax } from '@gurukul/contract/student-import';
import { formatNumber } from '#web/lib/format/format.ts';
import { readFileLines, sheetBytesMax } from '#web/lib/files/sheet-tasks.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { columnNames } from './columns.ts';
import type { Unread } from './pasted.ts';
import { studentsIn } from './sheet.ts';

const t = studentsTexts.import;

export const megabytesMax = sheetBytesMax / 1024 / 1024;
export const rowsMaxText = formatNumber(importRowsMax);

/** A spreadsheet that was read. */
export interface Sheet {
  readonly file_name: string;
  readonly rows: readonly StudentImportRow[];
  /** Headings of columns that are not used. */
  readonly ignored: readonly string[];
  /** Of a pasted text: the parts that were not understood. */
  readonly unread: readonly Unread[];
}

/** The students of a chosen file, or what to tell the person about it. */
export async function readChosen(file: File, onShare: (share: number) => void): Promise<Sheet | string> {
  if (file.size > sheetBytesMax) return t.faults.tooLarge(megabytesMax);
  const read = await readFileLines(file, { rowsMax: importRowsMax }, onShare);
  const answer = studentsIn(read, importRowsMax);
  if (answer.kind === 'rows') {
    return { file_name: file.name.slice(-255), rows: answer.rows, ignored: answer.ignored, unread: [] };
  }
  if (answer.kind === 'missing') {
    return t.faults.missing(answer.columns.map((column) => columnNames[column]).join(', '));
  }
  if (answer.fault === 'tooMany') return t.faults.tooMany(rowsMaxText);
  return answer.fault === 'empty' ? t.faults.empty : importsTexts.faults[answer.fault];
}
