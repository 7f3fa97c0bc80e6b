import * as z from 'zod';
import { mailStates } from './mails.ts';
import { portalLanguages, receiptSettings } from './provider.ts';
import { call } from './shared/calls/call.ts';
import { answer, fileAnswer, id, requiredLine } from './shared/fields.ts';
import { can, wireDate, wireId, wireInstant, wireMoney } from './shared/wire.ts';

/** R: fees. D: donations. Each series is numbered from 1 in each year of receipts, without a gap. */
export const receiptSeries = ['R', 'D'] as const;
export type ReceiptSeries = (typeof receiptSeries)[number];

/** The language of a receipt; absent: that of the payer's last receipt, else the one that they speak. */
const language = z.enum(portalLanguages).optional();

/** How the office writes texts whose letters cannot be printed: names in Thai, Arabic and the like. */
export const spelled = z
  .array(z.object({ text: z.string().max(5000), as: requiredLine(1000) }))
  .max(50)
  .optional();
export type Spelling = NonNullable<z.output<typeof spelled>>[number];

export const receiptRow = z.object({
  receipt_id: wireId,
  /** `R/2025-26/17`: series, year, number. */
  number: z.string(),
  /** Null: the payment was removed with its upload, and the receipt is void. */
  payment: z.nullable(wireId),
  payer: z.string(),
  /** A student or a guardian; null: nobody whom the portal knows. */
  payer_id: z.nullable(wireId),
  amount: wireMoney,
  currency: z.string(),
  paid_on: wireDate,
  language: z.enum(portalLanguages),
  issued_at: wireInstant,
  issued_by: z.nullable(z.string()),
  /** When it was first sent or downloaded. Everything after that is a copy. A mail with a link only gives out nothing. */
  given_at: z.nullable(wireInstant),
  voided_at: z.nullable(wireInstant),
  void_reason: z.nullable(z.string()),
  /** What became of its last mail; null: it was never mailed. */
  mail: z.nullable(
    z.object({
      recipient: z.string(),
      state: z.enum(mailStates),
      enqueued_at: wireInstant,
      failure: z.nullable(z.string()),
    }),
  ),
  can: can('send', 'void'),
});
export type ReceiptRow = z.infer<typeof receiptRow>;

export const statementKinds = ['payment', 'donation', 'refund'] as const;

/** One payment, donation or refund. */
export const statementRow = z.object({
  kind: z.enum(statementKinds),
  payment: wireId,
  /** On the provider's clock. */
  on_day: wireDate,
  student: z.nullable(z.string()),
  course_name: z.nullable(z.string()),
  campaign: z.string(),
  /** Positive, also of a refund. */
  amount: wireMoney,
  currency: z.string(),
  /** The number of the receipt that is valid. */
  receipt: z.nullable(z.string()),
  /** Of one payment for several: they add up to the amount. */
  shares: z.array(z.object({ student: z.string(), course_name: z.string(), amount: wireMoney })),
});
export type StatementRow = z.infer<typeof statementRow>;

/** The sums of one currency. `net`: received and donated, less the refunds; negative where more went back. */
export const statementTotals = z.object({
  currency: z.string(),
  received: wireMoney,
  donated: wireMoney,
  refunded: wireMoney,
  net: z.string(),
});
export type StatementTotals = z.infer<typeof statementTotals>;

/** The name of a year of receipts: `2025-26`, or `2026` where it begins in January. */
const year = z.string().regex(/^\d{4}(-\d{2})?$/);

export const receipts = {
  issue_receipt: call(
    'POST /payments/issue_receipt',
    {
      summary: 'Give a received payment a receipt with the next number; answers the one it has already',
      action: 'payments.receipts',
      changes: true,
      additive: true,
    },
    /** The payment's `id`. */
    z.object({ payment_id: id, language, spelled }),
    answer({ data: receiptRow }),
  ),
  send_receipt: call(
    'POST /payments/send_receipt',
    {
      summary: 'Mail a receipt to its payer, as a PDF; a copy once it was given out',
      action: 'payments.receipts',
      changes: true,
      additive: true,
      cost: 5,
    },
    z.object({ receipt_id: id }),
    /** `is_link_only`: the payer's address is not proved, so the mail leads to their page and has no receipt. */
    answer({ data: receiptRow, is_link_only: z.boolean() }),
  ),
  download_receipt: call(
    'POST /payments/download_receipt',
    {
      summary: 'A receipt as a PDF; a copy once it was given out',
      action: 'payments.receipts',
      changes: true,
      additive: true,
      cost: 5,
    },
    z.object({ receipt_id: id }),
    /** `pdf` is base64. */
    answer({ data: z.object({ file_name: z.string(), is_copy: z.boolean(), pdf: z.string() }) }),
  ),
  void_receipt: call(
    'POST /payments/void_receipt',
    {
      summary: 'Void a receipt: its number stays, and its mails that wait are withdrawn',
      action: 'payments.receipts',
      changes: true,
      additive: true,
    },
    z.object({ receipt_id: id, reason: requiredLine(200) }),
    answer({ data: receiptRow }),
  ),
  get_receipts: call(
    'POST /payments/get_receipts',
    {
      summary: 'The receipts of a student or payer, or of one payment, newest first',
      action: 'payments.receipts',
      additive: true,
    },
    z.union([z.object({ user_id: id }), z.object({ payment_id: id })]),
    answer({ data: z.array(receiptRow) }),
  ),
  get_statement: call(
    'POST /payments/get_statement',
    {
      summary:
        'What a payer paid, gave and got back in a year of receipts: a student or guardian, or who made a payment, such as a donor',
      action: 'payments.statements',
      additive: true,
    },
    /** Without a year: the present one. */
    z.union([
      z.object({ user_id: id, year: year.optional() }),
      z.object({ payment_id: id, year: year.optional() }),
    ]),
    answer({
      data: z.object({
        payer: z.string(),
        year,
        from: wireDate,
        to: wireDate,
        /** The years in which something was paid, and the present one; newest first. */
        years: z.array(z.string()),
        language: z.enum(portalLanguages),
        /** The guardian who pays for this student: these payments are on their statement. */
        paid_by: z.nullable(z.object({ user_id: wireId, fullname: z.string() })),
        /** Whom the portal does not know, and who paid for this person: one payment of each leads to their statement. */
        paid_by_others: z.array(z.object({ payment_id: wireId, fullname: z.string() })),
        rows: z.array(statementRow),
        totals: z.array(statementTotals),
      }),
    }),
  ),
  download_statement: call(
    'POST /payments/download_statement',
    {
      summary: 'The statement as a PDF',
      action: 'payments.statements',
      additive: true,
      file: ['application/pdf'],
    },
    z.union([
      z.object({ user_id: id, year: year.optional(), language, spelled }),
      z.object({ payment_id: id, year: year.optional(), language, spelled }),
    ]),
    fileAnswer,
  ),
  preview_receipt: call(
    'POST /payments/preview_receipt',
    {
      summary: 'A receipt with sample data, as it looks with these settings; nothing is saved',
      action: 'portal.settings',
      additive: true,
      file: ['application/pdf'],
    },
    z.object({ ...receiptSettings, language: z.enum(portalLanguages), kind: z.enum(['fee', 'donation']) }),
    fileAnswer,
  ),
};
