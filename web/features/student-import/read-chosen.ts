import type { StudentImportRow } from '@gurukul/contract/student-import';
import { importRowsMax } from '@gurukul/contract/student-import';
import { formatNumber } from '#web/lib/format/format.ts';
import { otherSheets } from '#web/lib/files/table.ts';
import { studentsTexts } from '#web/texts/students.ts';
import type { Left } from '../spreadsheets/not-taken.tsx';
import { readTable } from '../spreadsheets/read-table.ts';
import { columnNames } from './columns.ts';
import type { Unread } from './pasted.ts';
import { countKnown, studentsIn } from './sheet.ts';

const t = studentsTexts.import;

export const rowsMaxText = formatNumber(importRowsMax);

/** A spreadsheet that was read. */
export interface Sheet {
  readonly file_name: string;
  readonly rows: readonly StudentImportRow[];
  readonly left: Left;
  /** Of a pasted text: the parts that were not understood. */
  readonly unread: readonly Unread[];
}

/** The students of a chosen file, or what to tell the person about it. */
export async function readChosen(file: File, onShare: (share: number) => void): Promise<Sheet | string> {
  const table = await readTable(file, onShare, { rowsMax: importRowsMax, countKnown, faults: t.faults });
  if (typeof table === 'string') return table;
  const answer = studentsIn(table);
  return answer.kind === 'rows'
    ? {
        file_name: table.file_name,
        rows: answer.rows,
        left: { columns: answer.ignored, sheets: otherSheets(table), rows: table.leftOut },
        unread: [],
      }
    : t.faults.missing(answer.columns.map((column) => columnNames[column]).join(', '));
}
