import type { TicketRow } from '@gurukul/contract/payments';
import type { Db } from '#server/db/pool.ts';
import { spreadsheet } from '#server/http/answers/spreadsheet.ts';
import type { Cell, SheetFormat } from '#server/http/answers/spreadsheet.ts';
import { kolkataTime } from '#server/time/kolkata-day.ts';
import { listExported, listExportedTickets, listPaymentIds, listTicketIds } from './queries.ts';
import type { ExportedPayment, PaymentFilter, TicketFilter } from './queries.ts';

type Columns<Row> = readonly (readonly [string, (row: Row) => Cell])[];

/** The columns of the list, then others that an accountant needs. Amounts are numbers, so that a sheet adds them up. */
const paymentColumns: Columns<ExportedPayment> = [
  ['Name', (row) => row.full_name],
  ['Email', (row) => row.email_id],
  ['Phone', (row) => row.phone_number],
  ['Course', (row) => row.course_name],
  ['Payment id', (row) => row.payment_id],
  ['Date', (row) => kolkataTime(row.created_at)],
  ['Amount', (row) => Number(row.amount)],
  ['Status', (row) => row.status],
  ['Currency', (row) => row.currency],
  ['Refunded', (row) => Number(row.refunded)],
  ['Student', (row) => row.student],
  ['Kind', (row) => row.kind],
  ['Campaign', (row) => row.campaign],
  ['Method', (row) => row.method],
  ['Void because', (row) => row.void_reason],
  ['Note', (row) => row.note],
];

const ticketColumns: Columns<TicketRow> = [
  ['Name', (row) => row.name],
  ['Email', (row) => row.email],
  ['Mobile Number', (row) => row.phone],
  ['Course Type', (row) => row.course_type],
  ['Registration Code', (row) => row.registration_code],
  ['Date of payment', (row) => kolkataTime(row.created_at)],
  ['Adult', (row) => row.adult],
  ['Child', (row) => row.child],
  ['Amount', (row) => Number(row.amount)],
  ['Payment Id', (row) => row.payment_id],
  ['Payment Status', (row) => row.status],
  ['Currency', (row) => row.currency],
];

/** Rows that are read at once. */
const chunk = 1_000;

async function* linesOf<Row>(
  ids: readonly number[],
  columns: Columns<Row>,
  read: (some: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Cell[]> {
  for (let from = 0; from < ids.length; from += chunk) {
    for (const row of await read(ids.slice(from, from + chunk))) yield columns.map(([, value]) => value(row));
  }
}

const headersOf = <Row>(columns: Columns<Row>) => columns.map(([header]) => header);

/** Made while it is sent: memory contains the ids and a thousand rows. */
export async function exportPayments(db: Db, filter: PaymentFilter, format: SheetFormat) {
  const ids = await listPaymentIds(db, filter);
  return spreadsheet(
    { name: 'payments', title: 'Payments', headers: headersOf(paymentColumns), format },
    linesOf(ids, paymentColumns, (some) => listExported(db, some)),
  );
}

export async function exportTickets(db: Db, filter: TicketFilter, format: SheetFormat) {
  const ids = await listTicketIds(db, filter);
  return spreadsheet(
    { name: 'event-tickets', title: 'Event tickets', headers: headersOf(ticketColumns), format },
    linesOf(ids, ticketColumns, (some) => listExportedTickets(db, some)),
  );
}
