import type { TicketRow } from '@gurukul/contract/payments';
import type paymentsEnglish from '@gurukul/contract/texts/payments.en.json';
import type { Db } from '#server/db/pool.ts';
import { spreadsheet } from '#server/http/answers/spreadsheet.ts';
import type { Cell, SheetFormat } from '#server/http/answers/spreadsheet.ts';
import { paidWhen } from '#server/time/office-clock.ts';
import { readSettings } from '#server/provider/settings.ts';
import { translated } from '#server/texts.ts';
import { listExported, listExportedTickets, listPaymentIds, listTicketIds } from './queries.ts';
import type { ExportedPayment, PaymentFilter, TicketFilter } from './queries.ts';

/** With its day and time on the provider's clock. */
type Timed<Row> = Row & { readonly when: { readonly day: string; readonly time: string } };
type Columns<Row> = readonly (readonly [string, (row: Timed<Row>) => Cell])[];

const words = translated<typeof paymentsEnglish>('payments')('en');
const [list, tickets] = [words.columns, words.tickets.columns];

/** The columns of the list, then others that an accountant needs. Amounts are numbers, so that a sheet adds them up. */
const paymentColumns: Columns<ExportedPayment> = [
  [list.name, (row) => row.full_name],
  [list.email, (row) => row.email_id],
  [list.phone, (row) => row.phone_number],
  [list.course, (row) => row.course_name],
  [list.paymentId, (row) => row.payment_id],
  [list.date, ({ when }) => when.day],
  ['Time', ({ when }) => when.time],
  [list.amount, (row) => Number(row.amount)],
  ['Currency', (row) => row.currency],
  [list.status, (row) => row.status],
  [list.receipt, (row) => row.receipt],
  [list.method, (row) => row.method && words.methods[row.method]],
  ['Refunded', (row) => Number(row.refunded)],
  ['Student', (row) => row.student],
  ['Kind', (row) => row.kind],
  ['Campaign', (row) => row.campaign],
  ['Void because', (row) => row.void_reason],
  ['Note', (row) => row.note],
];

const ticketColumns: Columns<TicketRow> = [
  [tickets.name, (row) => row.name],
  [tickets.email, (row) => row.email],
  [tickets.phone, (row) => row.phone],
  [tickets.courseType, (row) => row.course_type],
  [tickets.code, (row) => row.registration_code],
  [tickets.date, ({ when }) => when.day],
  ['Time', ({ when }) => when.time],
  [tickets.adult, (row) => row.adult],
  [tickets.child, (row) => row.child],
  [tickets.amount, (row) => Number(row.amount)],
  ['Currency', (row) => row.currency],
  [tickets.paymentId, (row) => row.payment_id],
  [tickets.status, (row) => row.status],
];

/** Rows that are read at once. */
const chunk = 1_000;

async function* linesOf<Row extends { readonly created_at: string }>(
  zone: string,
  ids: readonly number[],
  columns: Columns<Row>,
  read: (some: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Cell[]> {
  for (let from = 0; from < ids.length; from += chunk) {
    for (const row of await read(ids.slice(from, from + chunk))) {
      const timed = { ...row, when: paidWhen(zone, row.created_at) };
      yield columns.map(([, value]) => value(timed));
    }
  }
}

const headersOf = <Row>(columns: Columns<Row>) => columns.map(([header]) => header);

/** Made while it is sent: memory contains the ids and a thousand rows. */
export async function exportPayments(db: Db, filter: PaymentFilter, format: SheetFormat) {
  const ids = await listPaymentIds(db, filter);
  const { time_zone } = await readSettings(db);
  return spreadsheet(
    { name: 'payments', title: 'Payments', headers: headersOf(paymentColumns), format },
    linesOf(time_zone, ids, paymentColumns, (some) => listExported(db, some)),
  );
}

export async function exportTickets(db: Db, filter: TicketFilter, format: SheetFormat) {
  const ids = await listTicketIds(db, filter);
  const { time_zone } = await readSettings(db);
  return spreadsheet(
    { name: 'event-tickets', title: 'Event tickets', headers: headersOf(ticketColumns), format },
    linesOf(time_zone, ids, ticketColumns, (some) => listExportedTickets(db, some)),
  );
}
