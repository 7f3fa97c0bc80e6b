import type { Question } from '@gurukul/contract/questions';
import type { StudentImportRow } from '@gurukul/contract/student-import';
import { importRowsMax } from '@gurukul/contract/student-import';
import type { TableFile } from '#web/lib/files/table.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { leftOf } from '../imports/column-step.tsx';
import type { LeftOut } from '../imports/not-taken.tsx';
import { readTable } from '../imports/read-table.ts';
import { countKnown, importRowOf, questionColumns, type PlaceNames, type StudentColumns } from './columns.ts';
import type { Unread } from './pasted.ts';

export const rowsMaxText = formatNumber(importRowsMax);

/** The students of a file or of a pasted text. */
export interface Sheet {
  readonly file_name: string;
  readonly rows: readonly StudentImportRow[];
  readonly left: LeftOut;
  /** Of a pasted text: the parts that were not understood. */
  readonly unread: readonly Unread[];
}

/** The table of a chosen file, or what to tell the person about it. */
export const readChosen = (file: File, onShare: (share: number) => void) =>
  readTable(file, onShare, {
    rowsMax: importRowsMax,
    countKnown,
  });

/** The students of a file whose columns are these. */
export function studentsIn(
  file: TableFile,
  choice: StudentColumns,
  { placed, questions }: { readonly placed: PlaceNames; readonly questions: readonly Question[] },
): Sheet {
  const asked = questionColumns(questions, file.header, choice);
  const answered = Object.fromEntries(Array.from(asked, ([id, place]) => [`question-${id}`, [place]]));
  return {
    file_name: file.file_name,
    rows: file.lines.map(({ cells, row }) => importRowOf(choice, cells, row, placed, asked)),
    left: leftOf<string>(file, { ...choice, ...answered }),
    unread: [],
  };
}
