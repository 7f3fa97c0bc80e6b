import { importRowsMax } from '@gurukul/contract/student-import';
import { formatNumber } from '#web/lib/format/format.ts';
import { readTable } from '../imports/read-table.ts';
import { countKnown, type ColumnChoice } from './columns.ts';

export const rowsMaxText = formatNumber(importRowsMax);

/** Names what is remembered of such files. */
export const door = 'payments';

/** How the file is to be read. */
export interface UploadPlan {
  readonly columns: ColumnChoice;
  /** Of rows that name none; '' for no course. */
  readonly courseId: string;
  /** Of rows that name none, as chosen for an earlier file or as the heading of the amounts says; '' for none. */
  readonly currency: string;
}

/** The payments of a chosen file, or what to tell the person about it. */
export const readUploadFile = (file: File, onShare: (share: number) => void) =>
  readTable(file, onShare, {
    rowsMax: importRowsMax,
    isExact: true,
    countKnown,
  });
