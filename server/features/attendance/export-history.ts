import { attendanceLabels } from '@gurukul/contract/attendance';
import type { HistoryRow } from '@gurukul/contract/attendance';
import type { Db } from '#server/db/pool.ts';
import { spreadsheet } from '#server/http/answers/spreadsheet.ts';
import type { Cell, SheetFormat } from '#server/http/answers/spreadsheet.ts';
import { historyRows, listGroups } from './history-queries.ts';
import type { History } from './history-queries.ts';
import { shownDay } from './report-forms.ts';

const columns: readonly (readonly [string, (row: HistoryRow) => Cell])[] = [
  ['Student Name', (row) => row.fullname],
  ['Course', (row) => row.course_name],
  ['Class', (row) => row.class_name],
  ['Date', (row) => shownDay(row.attendence_date, row.time)],
  ['Attendance', (row) => attendanceLabels[row.attendence]],
];

async function* linesOf(parts: AsyncIterable<HistoryRow[]>): AsyncGenerator<readonly Cell[]> {
  for await (const rows of parts) {
    for (const row of rows) yield columns.map(([, value]) => value(row));
  }
}

/** Every mark of the history, streamed. The parts are found first, so that an error then is still a normal answer. */
export async function exportHistory(db: Db, history: History, format: SheetFormat) {
  const groups = await listGroups(db, history);
  const headers = columns.map(([header]) => header);
  const file = { name: 'attendance', title: 'Attendance', headers, format };
  return spreadsheet(file, linesOf(historyRows(db, history, groups)));
}
