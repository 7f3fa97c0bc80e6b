import type { OwingRow } from '@gurukul/contract/ledger';
import type ledgerEnglish from '@gurukul/contract/texts/ledger.en.json';
import type mailsEnglish from '@gurukul/contract/texts/mails.en.json';
import type { Db } from '#server/db/pool.ts';
import type { Person } from '#server/http/handlers.ts';
import { spreadsheet } from '#server/http/answers/spreadsheet.ts';
import type { Cell, SheetFormat } from '#server/http/answers/spreadsheet.ts';
import { paidWhen } from '#server/time/office-clock.ts';
import { readSettings } from '#server/provider/settings.ts';
import { translated } from '#server/texts.ts';
import { listOwing } from './owing.ts';
import type { OwingFilter } from './owing.ts';

const mails = translated<typeof mailsEnglish>('mails')('en');
const words = translated<typeof ledgerEnglish>('ledger')('en');
const { sums, owing: list } = words;

/** The columns of the list, and others that an accountant needs. */
const columns: readonly (readonly [string, (row: OwingRow, zone: string) => Cell])[] = [
  [list.student, (row) => row.fullname],
  [list.course, (row) => row.course_name],
  [list.class, (row) => row.class_name],
  [list.currency, (row) => row.currency],
  ...(
    ['charged', 'waived', 'received', 'refunded', 'open', 'due', 'overdue', 'later', 'credit'] as const
  ).map((sum) => [sums[sum], (row: OwingRow) => Number(row[sum])] as const),
  [list.overdueSince, (row) => row.overdue_since],
  ['Days overdue', (row) => row.overdue_days],
  [
    list.lastReminder,
    (row, zone) => (row.last_reminder === null ? null : paidWhen(zone, row.last_reminder).day),
  ],
  ['Mail of the reminder', ({ last_reminder_state: state }) => (state === null ? null : mails.states[state])],
  [list.payer, (row) => row.payer],
  ['Mail of the payer', (row) => row.payer_email],
];

async function* linesOf(rows: readonly OwingRow[], zone: string): AsyncGenerator<readonly Cell[]> {
  for (const row of rows) yield columns.map(([, value]) => value(row, zone));
}

/** The rows are read before the first byte, so that an error then is still a normal answer. */
export async function exportOwing(db: Db, person: Person, filter: OwingFilter, format: SheetFormat) {
  const rows = await listOwing(db, person, filter, null);
  const { time_zone } = await readSettings(db);
  const headers = columns.map(([header]) => header);
  return spreadsheet({ name: 'owing', title: 'Who owes what', headers, format }, linesOf(rows, time_zone));
}
