import * as z from 'zod';
import { said } from './said.ts';
import { wireCount, wireId, wireInstant, wireMoney } from './wire.ts';

/**
 * What becomes of a row: a payment the provider does not have, one it knows otherwise, nothing, nothing because the
 * person left it out, or a problem to solve first.
 */
export const paymentOutcomes = ['new', 'update', 'unchanged', 'skip', 'problem'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** What a row and its student agree on; `choice` when the person said who it is. */
export const matchGrounds = ['email', 'phone', 'name', 'choice'] as const;
export type MatchGround = (typeof matchGrounds)[number];

/** How 05/03/2026 reads. */
export const dateOrders = ['day_first', 'month_first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Whom a row may mean. */
export const paymentCandidate = z.object({
  id: wireId,
  fullname: z.string(),
  email_id: z.string(),
  phone_number: z.nullable(z.string()),
  /** What speaks for this student. */
  because: said,
});
export type PaymentCandidate = z.infer<typeof paymentCandidate>;

export const paymentPreviewRow = z.object({
  /** Row number in the spreadsheet. */
  row: wireCount,
  outcome: z.enum(paymentOutcomes),
  payment_id: z.string(),
  full_name: z.string(),
  email_id: z.string(),
  phone_number: z.string(),
  course_name: z.string(),
  /** null: could not be read. */
  amount: z.nullable(wireMoney),
  status: z.string(),
  /** null: could not be read. */
  created_at: z.nullable(wireInstant),
  /** null: nobody fits, or several do. */
  student: z.nullable(z.object({ id: wireId, fullname: z.string(), email_id: z.string() })),
  matched_by: z.nullable(z.enum(matchGrounds)),
  /** Why this student, or why none. */
  reason: said,
  /** The row is in order but for the student: choosing one of `candidates`, or nobody, solves it. */
  choose: z.boolean(),
  candidates: z.array(paymentCandidate),
  /** What keeps the row from being saved. */
  problems: z.array(said),
  /** Worth knowing, in the way of nothing. */
  notes: z.array(said),
  /** For `update`: what would change. */
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});
export type PaymentPreviewRow = z.infer<typeof paymentPreviewRow>;

/** created + updated + skipped + rejected is the number of rows in the file. */
export const paymentCounts = z.object({
  rows: wireCount,
  created: wireCount,
  updated: wireCount,
  /** Nothing new, or left out by the person. */
  skipped: wireCount,
  /** Have a problem. */
  rejected: wireCount,
  /** Of those created and updated: without a student. */
  without_student: wireCount,
});
export type PaymentCounts = z.infer<typeof paymentCounts>;

/** How many and how much, whatever the currency. */
export const moneyOfStatus = z.object({ status: z.string(), count: wireCount, amount: wireMoney });
export type MoneyOfStatus = z.infer<typeof moneyOfStatus>;

export const moneyTotals = z.object({
  count: wireCount,
  amount: wireMoney,
  by_status: z.array(moneyOfStatus),
});
export type MoneyTotals = z.infer<typeof moneyTotals>;

/** What an upload of payments would do; nothing of it is saved. */
export const paymentPreview = z.object({
  rows: z.array(paymentPreviewRow),
  totals: paymentCounts,
  /** Of every row whose amount could be read, and of what would be created and updated. */
  money: z.object({ file: moneyTotals, saved: moneyTotals }),
  dates: z.object({
    order: z.enum(dateOrders),
    /** Another date of the file tells, the person told, nothing tells (day first, as in India), or none needs it. */
    decided_by: z.enum(['file', 'choice', 'default', 'not_needed']),
    /** A date of the file that reads both ways. */
    example: z.nullable(z.string()),
  }),
  /** Names this preview: the upload is refused when its own would be another. */
  digest: z.string(),
  /** The very same rows came in before. */
  same_file: z.nullable(
    z.object({
      import_id: wireId,
      file_name: z.string(),
      created_at: wireInstant,
      created_by: z.string(),
    }),
  ),
});
export type PaymentPreview = z.infer<typeof paymentPreview>;
