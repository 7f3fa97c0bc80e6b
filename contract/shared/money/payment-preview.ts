import * as z from 'zod';
import { said } from '../words/said.ts';
import { datesRead } from '../written/date-order.ts';
import { wireCount, wireCurrency, wireId, wireInstant, wireMoney } from '../wire.ts';

/**
 * The outcome of a row: a new payment, an update of a known one, no change, skipped because the person left it out, or
 * a problem to solve first.
 */
export const paymentOutcomes = ['new', 'update', 'unchanged', 'skip', 'problem'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** The field on which a row and its student agree; `choice` when the person decided. */
export const matchGrounds = ['email', 'phone', 'name', 'choice'] as const;
export type MatchGround = (typeof matchGrounds)[number];

/** A possible student of a row. */
export const paymentCandidate = z.object({
  id: wireId,
  fullname: z.string(),
  email_id: z.string(),
  phone_number: z.nullable(z.string()),
  /** The reason for this student. */
  because: said,
});
export type PaymentCandidate = z.infer<typeof paymentCandidate>;

export const paymentPreviewRow = z.object({
  /** The row's number in the spreadsheet. */
  row: wireCount,
  outcome: z.enum(paymentOutcomes),
  payment_id: z.string(),
  full_name: z.string(),
  email_id: z.string(),
  phone_number: z.string(),
  course_name: z.string(),
  /** Null: not readable. */
  amount: z.nullable(wireMoney),
  /** Null: nothing says it. */
  currency: wireCurrency,
  status: z.string(),
  /** Null: not readable. */
  created_at: z.nullable(wireInstant),
  /** Null: nobody fits, or several do. */
  student: z.nullable(z.object({ id: wireId, fullname: z.string(), email_id: z.string() })),
  matched_by: z.nullable(z.enum(matchGrounds)),
  /** The reason for this student, or for none. */
  reason: said,
  /** The student is the row's only problem: choosing one of `candidates`, or nobody, solves it. */
  choose: z.boolean(),
  candidates: z.array(paymentCandidate),
  /** The problems that prevent saving the row. */
  problems: z.array(said),
  /** Remarks that prevent nothing. */
  notes: z.array(said),
  /** For `update`: the changes. */
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});
export type PaymentPreviewRow = z.infer<typeof paymentPreviewRow>;

/** created + updated + skipped + rejected is the number of rows in the file. */
export const paymentCounts = z.object({
  rows: wireCount,
  created: wireCount,
  updated: wireCount,
  /** No change, or left out by the person. */
  skipped: wireCount,
  /** Rows with a problem. */
  rejected: wireCount,
  /** Of the created and updated rows: those without a student. */
  without_student: wireCount,
});
export type PaymentCounts = z.infer<typeof paymentCounts>;

/** Number and sum of one status in one currency. */
export const moneyOfStatus = z.object({
  status: z.string(),
  currency: wireCurrency,
  count: wireCount,
  amount: wireMoney,
});
export type MoneyOfStatus = z.infer<typeof moneyOfStatus>;

/** What an upload of payments would do. The preview saves nothing. */
export const paymentPreview = z.object({
  rows: z.array(paymentPreviewRow),
  totals: paymentCounts,
  /** For every row with a readable amount, and for the rows that would be created and updated. */
  money: z.object({ file: z.array(moneyOfStatus), saved: z.array(moneyOfStatus) }),
  /** New refunds in the rows: those whose payers get a mail, and those that are old or have no day. */
  refunds: z.object({ told: wireCount, untold: wireCount }),
  dates: datesRead,
  /** Of the rows that say no currency, or whose sign stands for several. */
  currency: z.object({
    /** The currency of all of them; null: they have several, or nobody has decided. */
    code: wireCurrency,
    /**
     * By the person, by the prices of each row's course, by the provider's reporting currency, still open for some rows,
     * or not needed.
     */
    decided_by: z.enum(['choice', 'prices', 'provider', 'open', 'not_needed']),
    /** How many rows: those that are open, where some are. */
    count: wireCount,
    /** The currencies of the courses' prices and of the provider. */
    offered: z.array(z.string()),
  }),
  /** The digest of this preview. An upload whose digest differs is refused. */
  digest: z.string(),
  /** An earlier upload of the very same rows. */
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
