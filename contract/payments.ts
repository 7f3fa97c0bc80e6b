import * as z from 'zod';
import { call } from './shared/call.ts';
import { answer, date, id, idOrNone, line, wholeNumber } from './shared/fields.ts';
import { matchGrounds, moneyOfStatus } from './shared/payment-preview.ts';
import { wireCount, wireCurrency, wireId, wireInstant, wireMoney } from './shared/wire.ts';

/** The only status of payments and tickets that means paid. */
export const paidStatus = 'success';

/** A fee is for a course, a donation need not be. */
export const paymentKinds = ['fee', 'donation'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export const paymentRow = z.object({
  id: wireId,
  /** Null: a donation without a course. Its `course_name` is empty. */
  course_id: z.nullable(wireId),
  /** Null: nobody fits the payer's address, number or name. */
  student_id: z.nullable(wireId),
  full_name: z.string(),
  course_name: z.string(),
  payment_id: z.string(),
  created_at: wireInstant,
  amount: wireMoney,
  currency: wireCurrency,
  kind: z.enum(paymentKinds),
  status: z.string(),
  phone_number: z.string(),
  email_id: z.string(),
  /** The number of the receipt that is valid. */
  receipt: z.nullable(z.string()),
});
export type PaymentRow = z.infer<typeof paymentRow>;

export const ticketRow = z.object({
  id: wireId,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  course_type: z.string(),
  registration_code: z.string(),
  created_at: wireInstant,
  adult: wireCount,
  child: wireCount,
  amount: wireMoney,
  currency: wireCurrency,
  payment_id: z.string(),
  status: z.string(),
});
export type TicketRow = z.infer<typeof ticketRow>;

/** The origin of a payment: a spreadsheet, the public site's payment service, or the demo provider. */
export const paymentSources = ['upload', 'intake', 'demo'] as const;
export type PaymentSource = (typeof paymentSources)[number];

/** One change of a payment. */
export const paymentStep = z.object({
  deed: z.enum(['created', 'updated']),
  source: z.enum(paymentSources),
  at: wireInstant,
  /** The person who uploaded the file; null without an upload. */
  by: z.nullable(z.string()),
  import_id: z.nullable(wireId),
  file_name: z.nullable(z.string()),
  /** The row's number in that file. */
  row: z.nullable(wireCount),
  /** The name of the intake key. */
  key_name: z.nullable(z.string()),
  matched_by: z.nullable(z.enum(matchGrounds)),
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});
export type PaymentStep = z.infer<typeof paymentStep>;

export const paymentDetail = z.object({
  ...paymentRow.shape,
  source: z.enum(paymentSources),
  student: z.nullable(
    z.object({
      id: wireId,
      fullname: z.string(),
      email_id: z.string(),
      phone_number: z.nullable(z.string()),
    }),
  ),
  /** Oldest first: the origin, then the changes by later files. */
  steps: z.array(paymentStep),
});
export type PaymentDetail = z.infer<typeof paymentDetail>;

export const paymentSorts = ['created_at', 'amount', 'full_name', 'course_name', 'status'] as const;
export type PaymentSort = (typeof paymentSorts)[number];
export const ticketSorts = ['created_at', 'amount', 'name', 'course_type', 'status'] as const;
export type TicketSort = (typeof ticketSorts)[number];

/** With `-` in front: largest first. */
const sortBy = <const S extends readonly string[]>(names: S) =>
  z.enum(names.flatMap((name): (S[number] | `-${S[number]}`)[] => [name, `-${name}`])).optional();

/**
 * The portal's additions to the lists: one page of the filtered rows, and totals. Without `page` all filtered rows
 * come, without totals.
 */
const listQuery = {
  page: wholeNumber(1, 1_000_000).optional(),
  pageSize: wholeNumber(1, 100).optional(),
  /** A part of a name, e-mail address, phone number or payment id. */
  search: line(100).optional(),
  /** In any case. */
  status: line(100).optional(),
  /** A code of ISO 4217, or `none`: those whose currency nobody has said yet. */
  currency: line(10).optional(),
  /** Calendar days in Asia/Kolkata, both included. */
  from: z.union([date, z.literal('')]).optional(),
  to: z.union([date, z.literal('')]).optional(),
};
/** The sums of one currency. Nothing is added across currencies. */
export const currencyTotals = z.object({
  currency: wireCurrency,
  /** Of the rows whose status is `success`. */
  received: wireMoney,
  /** What is charged to the same students and courses, and neither waived nor paid. */
  open: wireMoney,
  waived: wireMoney,
  /** What went back of the payments found, and those whose status is `refunded`. */
  refunded: wireMoney,
});
export type CurrencyTotals = z.infer<typeof currencyTotals>;

/** With `page` only. */
const pageAnswer = {
  /** The number of rows under all filters. */
  total_count: wireCount.optional(),
  /** Under all filters except `status`, so that one status does not hide the sums of the others. */
  totals: z.array(currencyTotals).optional(),
  /** The same by status and currency, the most frequent first. */
  by_status: z.array(moneyOfStatus).optional(),
  /** Comes where the filters leave nothing: how many the same search finds without them. */
  unfiltered_count: wireCount.optional(),
};
const paymentQuery = {
  ...listQuery,
  kind: z.union([z.enum(paymentKinds), z.literal('')]).optional(),
  course_id: idOrNone,
  /** Only payments of this student. */
  student_id: idOrNone,
  /** The type of the course. */
  course_type: line(200).optional(),
  /** The region of the student. */
  region: line(100).optional(),
  sort: sortBy(paymentSorts),
};

export const payments = {
  get_payment_details_course_admin: call(
    'GET /payments/get_payment_details_course_admin/{uid}',
    {
      summary: 'Payments for the courses of a course admin',
      who: { admin: 'any', courseadmin: 'self' },
      subject: 'uid',
      alsoPost: true,
    },
    z.object({ uid: id, ...paymentQuery }),
    answer({ data: z.array(paymentRow), ...pageAnswer }),
  ),
  get_payment_details: call(
    'GET /payments/get_payment_details',
    { summary: 'All payments', who: { admin: 'any' }, alsoPost: true },
    z.object(paymentQuery),
    answer({ data: z.array(paymentRow), ...pageAnswer }),
  ),
  get_ticket_payment_details: call(
    'GET /payments/get_ticket_payment_details',
    { summary: 'All event tickets sold', who: { admin: 'any' }, alsoPost: true },
    z.object({ ...listQuery, course_type: line(200).optional(), sort: sortBy(ticketSorts) }),
    answer({
      data: z.object({ data: z.array(ticketRow) }),
      ...pageAnswer,
      /** Every course type that has a ticket. With `page` only. */
      course_types: z.array(z.string()).optional(),
    }),
  ),
  get_single_payment: call(
    'GET /payments/get_single_payment/{id}',
    {
      summary: 'One payment: its student, origin and history',
      who: { admin: 'any', courseadmin: 'own' },
      additive: true,
    },
    z.object({ id }),
    answer({ data: paymentDetail }),
  ),
};
