import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import {
  answer,
  date,
  fileAnswer,
  flag,
  currency,
  id,
  idOrNone,
  line,
  money,
  requiredLine,
  wholeNumber,
} from './shared/fields.ts';
import { isNothing } from './shared/money/money.ts';
import { matchGrounds, moneyOfStatus } from './shared/money/payment-preview.ts';
import { emailOrNone } from './shared/person/person-fields.ts';
import { code } from './shared/words/said.ts';
import { can, wireCount, wireCurrency, wireDate, wireId, wireInstant, wireMoney } from './shared/wire.ts';

/** The only status of payments and tickets that means paid. */
export const paidStatus = 'success';
/** The status of a payment that the office declared void, with a reason. */
export const voidStatus = 'void';

/** A fee is for a course, a donation need not be. */
export const paymentKinds = ['fee', 'donation'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** How money came that the office wrote down. */
export const paymentMethods = ['cash', 'upi', 'bank', 'cheque', 'card', 'online'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Money goes back by the provider's own decision, or because the payer's bank decided a dispute. */
export const refundKinds = ['refund', 'dispute'] as const;
export type RefundKind = (typeof refundKinds)[number];

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
  /** Of a donation. Empty: for none. */
  campaign: z.string(),
  /** Null: nobody wrote it down by hand. */
  method: z.nullable(z.enum(paymentMethods)),
  status: z.string(),
  /** Why it is void. */
  void_reason: z.nullable(z.string()),
  /** What went back of it, without refunds that were reversed. */
  refunded: wireMoney,
  phone_number: z.string(),
  email_id: z.string(),
  /** The number of the receipt that is valid. */
  receipt: z.nullable(z.string()),
  /** In a list: what of a payment for several is for those who are asked for. Absent: all of it. */
  own: z.object({ amount: wireMoney, refunded: wireMoney }).optional(),
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

/**
 * The origin of a payment: a spreadsheet, the public site's payment service, a payment service on whose page the family
 * paid, a person's hand, or the demo provider.
 */
export const paymentSources = ['upload', 'intake', 'online', 'hand', 'demo'] as const;
export type PaymentSource = (typeof paymentSources)[number];

/** One change of a payment. */
export const paymentStep = z.object({
  deed: z.enum(['created', 'updated']),
  source: z.enum(paymentSources),
  at: wireInstant,
  /** The person who uploaded the file or wrote it down; null for a machine. */
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

/**
 * The ledger of a student and course in the currency of a payment; null where nothing is charged. `kept`: received, and not
 * gone back. When all of it goes back and the charges are canceled, what is `open` is canceled too.
 */
const ledgerOfPayment = z.nullable(z.object({ kept: wireMoney, open: wireMoney }));

/** The part of a payment that is for one student in one course. */
export const paymentShare = z.object({
  share_id: wireId,
  user_id: wireId,
  fullname: z.string(),
  course_id: wireId,
  course_name: z.string(),
  amount: wireMoney,
  refunded: wireMoney,
  /** They are in the course no more. */
  has_left: z.boolean(),
  ledger: ledgerOfPayment,
});
export type PaymentShare = z.infer<typeof paymentShare>;

/**
 * What becomes of the charge when its money goes back. `cancel`: all went back, and the charges of that student and course
 * are canceled; or a part did, and as much is waived. `due`: it is open again.
 */
export const refundedCharges = ['cancel', 'due'] as const;
export type RefundedCharge = (typeof refundedCharges)[number];

export const refundRow = z.object({
  id: wireId,
  /** The number that the bank or the payment service gave it. */
  refund_id: z.nullable(z.string()),
  /** Of a payment with shares: the share. */
  share_id: z.nullable(wireId),
  kind: z.enum(refundKinds),
  amount: wireMoney,
  reason: z.string(),
  refunded_at: wireInstant,
  by: z.nullable(z.string()),
  /** It did not arrive, or the dispute was won: it counts no more. */
  reversed_at: z.nullable(wireInstant),
});
export type RefundRow = z.infer<typeof refundRow>;

const otherPayment = z.nullable(z.object({ id: wireId, payment_id: z.string() }));

export const paymentDetail = z.object({
  ...paymentRow.shape,
  source: z.enum(paymentSources),
  note: z.string(),
  /** Who wrote it down. Null: it came from a file or a service. */
  received_by: z.nullable(z.string()),
  /** The void payment in place of which this one stands. */
  corrects: otherPayment,
  corrected_by: otherPayment,
  /** Empty: it is whole for its student and course. */
  shares: z.array(paymentShare),
  /** Oldest first. */
  refunds: z.array(refundRow),
  /** What can still be refunded. */
  left: wireMoney,
  can: can('correct', 'void', 'refund'),
  student: z.nullable(
    z.object({
      id: wireId,
      fullname: z.string(),
      email_id: z.string(),
      phone_number: z.nullable(z.string()),
      /** They are in the course of the payment no more. */
      has_left: z.boolean(),
      ledger: ledgerOfPayment,
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
  /** A part of a name, email address, phone number or payment id. */
  search: line(100).optional(),
  /** In any case. */
  status: line(100).optional(),
  /** A code of ISO 4217, or `none`: those whose currency nobody has said yet. */
  currency: line(10).optional(),
  /** Calendar days on the provider's clock, both included. */
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

/** What the office writes down about money that came. */
const positive = money.refine((amount) => !isNothing(amount), code('amount_zero'));
const written = {
  kind: z.enum(paymentKinds).default('fee'),
  /** With shares: none of them. A donation needs neither student nor course. */
  student_id: idOrNone,
  course_id: idOrNone,
  /** One payment for brothers and sisters, or for several courses. They add up to the amount. */
  shares: z
    .array(z.object({ user_id: id, course_id: id, amount: positive }))
    .min(1)
    .max(20)
    .nullish(),
  amount: positive,
  currency,
  method: z.enum(paymentMethods),
  /** The day on which the money came, on the provider's clock. */
  paid_at: date,
  /** Who paid. Empty: the student's guardian who pays, else the student. */
  full_name: line(200).default(''),
  email_id: emailOrNone.default(''),
  phone_number: line(40).default(''),
  note: line(500).default(''),
  /** Of a donation. */
  campaign: line(100).default(''),
  /** Also in a currency in which the course has no price. */
  knowing: flag.optional(),
};
const writtenPayment = z.object({
  ...written,
  /** The number that the bank gave it. It becomes the payment id; without one, the server makes one. */
  reference: line(100).default(''),
  /** Also where a payment has this number already. */
  again: flag.optional(),
});
export type WrittenPayment = z.output<typeof writtenPayment>;

const reason = requiredLine(300);

/** What somebody may pay for, and what is proposed for it. */
const payable = z.object({
  course_id: wireId,
  course_name: z.string(),
  /** Null: the course has no price. */
  currency: wireCurrency,
  /** What is due, else the next part, else the price; null: nothing is open, or nobody knows it. */
  amount: z.nullable(wireMoney),
  /** The currencies in which the course has a price. */
  currencies: z.array(z.string()),
});
export type Payable = z.infer<typeof payable>;

const payingStudent = z.object({
  user_id: wireId,
  fullname: z.string(),
  /** What is open comes first, then the present courses. */
  courses: z.array(payable),
});
export type PayingStudent = z.infer<typeof payingStudent>;

/** The most rows without a currency that one change decides about, and the most of them that a person ticks. */
export const mostDecided = 20_000;
export const mostTickedMoney = 1_000;

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
export const paymentQuery = {
  ...listQuery,
  kind: z.union([z.enum(paymentKinds), z.literal('')]).optional(),
  course_id: idOrNone,
  /** Only payments of this student. */
  student_id: idOrNone,
  /** The type of the course. */
  course_type: line(200).optional(),
  /** The region of the student. */
  region: line(100).optional(),
  /** Of donations. */
  campaign: line(100).optional(),
  sort: sortBy(paymentSorts),
};

const ticketQuery = { ...listQuery, course_type: line(200).optional(), sort: sortBy(ticketSorts) };

const {
  page: _page,
  pageSize: _pageSize,
  sort: _sort,
  currency: _currency,
  ...undecidedQuery
} = paymentQuery;
/** Rows without a currency. Others are corrected, and never overwritten. */
const undecided = z.object({
  of: z.enum(['payments', 'tickets']).default('payments'),
  /** The ticked rows of those that the filter finds; without them, all of these. */
  ids: z.array(id).min(1).max(mostTickedMoney).nullish(),
  filter: z.object(undecidedQuery).default({ course_id: null, student_id: null }),
  currency,
});
export type Undecided = z.output<typeof undecided>;

const currencyPreview = z.object({
  /** The rows without a currency that are selected. At most 20,000 of them are changed at once. */
  selected: wireCount,
  changes: wireCount,
  /** Their amounts have more decimals than the currency: they stay. */
  unfit: wireCount,
  /** What the changed rows add up to. */
  amount: wireMoney,
  /** Names exactly these rows. */
  digest: z.string(),
});
export type CurrencyPreview = z.infer<typeof currencyPreview>;

const sheetTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const;
const sheetFormat = { format: z.enum(['xlsx', 'csv']) };

export const payments = {
  get_payment_details_course_admin: call(
    'GET /payments/get_payment_details_course_admin/{uid}',
    {
      summary: 'Payments for the courses of a course admin',
      action: 'colleagues.courseAdmin',
      subject: 'uid',
      alsoPost: true,
    },
    z.object({ uid: id, ...paymentQuery }),
    answer({ data: z.array(paymentRow), ...pageAnswer }),
  ),
  get_payment_details: call(
    'GET /payments/get_payment_details',
    { summary: 'All payments', action: 'payments.seeAll', alsoPost: true },
    z.object(paymentQuery),
    answer({
      data: z.array(paymentRow),
      ...pageAnswer,
      /** Every campaign that has a donation. With `page` only. */
      campaigns: z.array(z.string()).optional(),
    }),
  ),
  get_ticket_payment_details: call(
    'GET /payments/get_ticket_payment_details',
    { summary: 'All event tickets sold', action: 'payments.seeAll', alsoPost: true },
    z.object(ticketQuery),
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
      action: 'payments.upload',
      additive: true,
    },
    z.object({ id }),
    answer({ data: paymentDetail }),
  ),
  propose_payment: call(
    'GET /payments/propose_payment',
    {
      summary: 'What a payment by hand would probably say: payer, courses with what is open, and siblings',
      action: 'payments.record',
      additive: true,
    },
    z.object({ student_id: idOrNone }),
    answer({
      data: z.object({
        /** Null: none was named. */
        student: z.nullable(payingStudent),
        /** The guardian who pays, else the student. */
        payer: z.object({ full_name: z.string(), email_id: z.string(), phone_number: z.string() }),
        siblings: z.array(payingStudent),
        /** For account admins: every campaign that has a donation. */
        campaigns: z.array(z.string()),
        /** That of the provider, for a donation. */
        currency: wireCurrency,
        /** On the provider's clock. */
        today: wireDate,
      }),
    }),
  ),
  record_payment: call(
    'POST /payments/record_payment',
    {
      summary: 'Write down money that came: for a student, for several, or as a donation',
      action: 'payments.record',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    writtenPayment,
    answer({
      data: z.object({
        id: wireId,
        payment_id: z.string(),
        /** How much of it is more than was open, where something was charged. It stays as credit. */
        credit: wireMoney,
      }),
    }),
  ),
  correct_payment: call(
    'POST /payments/correct_payment',
    {
      summary: 'Declare a payment void, and write another one down in its place',
      action: 'payments.record',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    z.object({ id, ...written, reason }),
    answer({ data: z.object({ id: wireId, payment_id: z.string(), credit: wireMoney }) }),
  ),
  void_payment: call(
    'POST /payments/void_payment',
    {
      summary: 'Declare a payment void',
      action: 'payments.record',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    z.object({ id, reason }),
    answer({ data: z.object({ id: wireId, payment_id: z.string() }) }),
  ),
  refund_payment: call(
    'POST /payments/refund_payment',
    {
      summary: 'Write down that money of a payment went back: never more than is left of it',
      action: 'payments.record',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    z.object({
      id,
      /** Needed where the payment has shares. */
      share_id: idOrNone,
      amount: positive,
      kind: z.enum(refundKinds).default('refund'),
      reason,
      /** On the provider's clock. */
      refunded_at: date,
      /** The number that the bank gave it. */
      reference: line(100).default(''),
      /** Whether what went back is asked for again. */
      charge: z.enum(refundedCharges).default('due'),
    }),
    answer({ data: z.object({ refund_id: wireId, left: wireMoney }) }),
  ),
  reverse_refund: call(
    'POST /payments/reverse_refund',
    {
      summary: 'A refund that did not arrive, or a dispute that was won: it counts no more',
      action: 'payments.record',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    z.object({ refund_id: id }),
    answer({ data: z.object({ refund_id: wireId, left: wireMoney }) }),
  ),
  preview_currency: call(
    'POST /payments/preview_currency',
    {
      summary: 'Which payments or tickets without a currency would get it',
      action: 'payments.record',
      additive: true,
    },
    undecided,
    answer({ data: currencyPreview }),
  ),
  set_currency: call(
    'POST /payments/set_currency',
    {
      summary:
        'Give payments or tickets without a currency one, exactly as previewed; tickets for account admins',
      action: 'payments.record',
      changes: true,
      checks: 'preview_currency',
      undo: 'changed',
      additive: true,
    },
    undecided.extend({
      /** From the preview that the person saw. If something has changed since, the answer is 409. */
      digest: z.string().max(64),
    }),
    answer({ data: z.object({ changed: wireCount }) }),
  ),
  export_payments: call(
    'POST /payments/export_payments',
    {
      stepUp: true,
      summary: 'All rows of the filtered payment list as a spreadsheet; own courses for a course admin',
      action: 'payments.upload',
      file: sheetTypes,
      additive: true,
    },
    z.object({ ...sheetFormat, ...paymentQuery }).omit({ page: true, pageSize: true }),
    fileAnswer,
  ),
  export_tickets: call(
    'POST /payments/export_tickets',
    {
      stepUp: true,
      summary: 'All rows of the filtered ticket list as a spreadsheet',
      action: 'payments.seeAll',
      file: sheetTypes,
      additive: true,
    },
    z.object({ ...sheetFormat, ...ticketQuery }).omit({ page: true, pageSize: true }),
    fileAnswer,
  ),
};
