import type { OwingRow } from '@gurukul/contract/ledger';
import type { Db } from '#server/db/pool.ts';
import type { Person } from '#server/http/handlers.ts';
import { spreadsheet } from '#server/http/answers/spreadsheet.ts';
import type { Cell, SheetFormat } from '#server/http/answers/spreadsheet.ts';
import { kolkataDay } from '#server/time/kolkata-day.ts';
import { listOwing } from './owing.ts';
import type { OwingFilter } from './owing.ts';

const columns: readonly (readonly [string, (row: OwingRow) => Cell])[] = [
  ['Name', (row) => row.fullname],
  ['Course', (row) => row.course_name],
  ['Class', (row) => row.class_name],
  ['Currency', (row) => row.currency],
  ['Charged', (row) => Number(row.charged)],
  ['Waived', (row) => Number(row.waived)],
  ['Received', (row) => Number(row.received)],
  ['Refunded', (row) => Number(row.refunded)],
  ['Open', (row) => Number(row.open)],
  ['Due now', (row) => Number(row.due)],
  ['Credit', (row) => Number(row.credit)],
  ['Overdue since', (row) => row.overdue_since],
  ['Days overdue', (row) => row.overdue_days],
  ['Last reminder', (row) => (row.last_reminder === null ? null : kolkataDay(row.last_reminder))],
  ['Payer', (row) => row.payer],
  ['Mail of the payer', (row) => row.payer_email],
];

async function* linesOf(rows: readonly OwingRow[]): AsyncGenerator<readonly Cell[]> {
  for (const row of rows) yield columns.map(([, value]) => value(row));
}

/** The rows are read before the first byte, so that an error then is still a normal answer. */
export async function exportOwing(db: Db, person: Person, filter: OwingFilter, format: SheetFormat) {
  const rows = await listOwing(db, person, filter, null);
  const headers = columns.map(([header]) => header);
  return spreadsheet({ name: 'owing', title: 'Who owes what', headers, format }, linesOf(rows));
}
