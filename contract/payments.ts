import * as z from 'zod';
import { call } from './shared/call.ts';
import { answer, id, listBody } from './shared/fields.ts';
import { maybe, wireCount, wireId, wireInstant, wireMoney } from './shared/wire.ts';

/** The one payment and ticket status that is good news; any other text is not. */
export const paidStatus = 'success';

export const paymentRowsMax = 20_000;

export const paymentRow = z.object({
  full_name: z.string(),
  course_name: z.string(),
  payment_id: z.string(),
  created_at: wireInstant,
  amount: wireMoney,
  status: z.string(),
  phone_number: maybe(z.string()),
  email_id: maybe(z.string()),
});
export type PaymentRow = z.infer<typeof paymentRow>;

export const ticketRow = z.object({
  id: wireId,
  name: z.string(),
  email: z.string(),
  phone: maybe(z.string()),
  course_type: maybe(z.string()),
  registration_code: z.string(),
  created_at: wireInstant,
  adult: wireCount,
  child: wireCount,
  amount: wireMoney,
  payment_id: z.string(),
  status: z.string(),
});
export type TicketRow = z.infer<typeof ticketRow>;

export const paymentColumns = [
  'full_name',
  'course_name',
  'payment_id',
  'created_at',
  'amount',
  'status',
  'phone_number',
  'email_id',
] as const;
export type PaymentColumn = (typeof paymentColumns)[number];

type Cell = string | number | null | undefined;

// Office spreadsheets say "Full Name" as often as "full_name".
const plainHeader = (header: string) => header.toLowerCase().replaceAll(/[\s_]/g, '');
const columnOf = new Map<string, PaymentColumn>(
  paymentColumns.map((column) => [plainHeader(column), column]),
);

const byColumn = (row: Readonly<Record<string, Cell>>): unknown => {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  const known = Object.entries(row).flatMap(([header, value]) => {
    const column = columnOf.get(plainHeader(header));
    return column && value !== null && value !== undefined ? [[column, value] as const] : [];
  });
  return Object.fromEntries(known);
};

// Cells stay text: bad ones are reported with their row, so the handler judges them, not the schema.
const cell = z
  .union([z.string().max(500), z.number()])
  .optional()
  .transform((value) => String(value ?? '').trim());

export const paymentUploadRow = z.preprocess(
  byColumn,
  z.object({
    full_name: cell,
    course_name: cell,
    payment_id: cell,
    created_at: cell,
    amount: cell,
    status: cell,
    phone_number: cell,
    email_id: cell,
  }),
);
export type PaymentUploadRow = z.output<typeof paymentUploadRow>;

export const payments = {
  excel_payment_details_upload: call(
    'POST /payments/excel_payment_details_upload',
    {
      summary: 'Take over the payments of a spreadsheet: all rows or none, each payment once',
      who: { admin: 'any', courseadmin: 'own' },
      changes: true,
      limits: { bytes: 10 * 1024 * 1024, elements: paymentRowsMax },
    },
    listBody(paymentUploadRow, paymentRowsMax),
    answer({ created: wireCount.optional(), updated: wireCount.optional() }),
  ),
  get_payment_details_course_admin: call(
    'GET /payments/get_payment_details_course_admin/{uid}',
    {
      summary: 'Payments for the courses of a course admin',
      who: { admin: 'any', courseadmin: 'self' },
      subject: 'uid',
    },
    z.object({ uid: id }),
    answer({ data: z.array(paymentRow) }),
  ),
  get_payment_details: call(
    'GET /payments/get_payment_details',
    { summary: 'All payments', who: { admin: 'any' } },
    z.object({}),
    answer({ data: z.array(paymentRow) }),
  ),
  get_ticket_payment_details: call(
    'GET /payments/get_ticket_payment_details',
    { summary: 'All event tickets sold', who: { admin: 'any' } },
    z.object({}),
    answer({ data: z.object({ data: z.array(ticketRow) }) }),
  ),
};
