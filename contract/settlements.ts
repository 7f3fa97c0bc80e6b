import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, currency, fileAnswer, requiredLine, wholeNumber } from './shared/fields.ts';
import { dateOrders, datesRead } from './shared/written/date-order.ts';
import { said } from './shared/words/said.ts';
import { isKnownHeading, settlementServices } from './shared/files/settlement-layouts.ts';
import { wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';

export const settlementRowsMax = 20_000;

/** Decimal text with the decimals of its currency; with a minus for money that went back. */
const wireSigned = z.string().meta({ pattern: '^-?\\d+(\\.\\d{1,3})?$' });

/** A currency as the file has it. */
const wireCode = z.string().meta({ pattern: '^[A-Z]{3}$' });

export const lineKinds = ['payment', 'refund', 'dispute', 'adjustment', 'fee', 'payout', 'other'] as const;
export type LineKind = (typeof lineKinds)[number];

/**
 * What explains a line: a payment, a refund, a payout (the service's own row, or one that arrived in the bank), a fee;
 * `outside`: money that left the bank for something else. `open`: nothing does, with the reason. `unreadable`: a cell
 * cannot be read, so its payout cannot be saved.
 */
export const lineStates = ['payment', 'refund', 'payout', 'fee', 'outside', 'open', 'unreadable'] as const;
export type LineState = (typeof lineStates)[number];

/** A payment that may be meant by a line of a bank's statement. */
const lineCandidate = z.object({
  payment_id: z.string(),
  full_name: z.string(),
  paid_on: wireDate,
});

export const settlementLine = z.object({
  /** The row's number in the file. */
  row: wireCount,
  kind: z.enum(lineKinds),
  /** The service's own number of the line. */
  reference: z.string(),
  description: z.string(),
  on: z.nullable(wireDate),
  /** Null: not readable. */
  currency: z.nullable(wireCode),
  gross: z.nullable(wireSigned),
  fee: z.nullable(wireSigned),
  tax: z.nullable(wireSigned),
  /** What the line adds to the payout: gross without the fee. */
  net: z.nullable(wireSigned),
  /** Of its payout; empty where it is in none yet. */
  payout_id: z.string(),
  state: z.enum(lineStates),
  /** The payment, ticket or refund that explains it, by its number. */
  explained_by: z.nullable(z.object({ number: z.string(), full_name: z.string() })),
  /** For `open` and `unreadable`. */
  reason: z.nullable(said),
  /** Payments that may be meant. Choosing one explains the line. */
  candidates: z.array(lineCandidate),
});
export type SettlementLine = z.infer<typeof settlementLine>;

/** captures - fees - refunds + adjustments = payout, to the smallest unit of the currency. */
const sums = {
  captures: wireSigned,
  /** With their tax. */
  fees: wireSigned,
  /** The part of the fees that is tax, where the file says it. */
  tax: wireSigned,
  /** Refunds and disputes, less what came back of them. */
  refunds: wireSigned,
  adjustments: wireSigned,
  payout: wireSigned,
};

/**
 * `new`: can be saved. `saved`: was saved before. `blocked`: cannot be saved, for the reason given. `pending`: lines that
 * are in no payout yet.
 */
export const payoutStates = ['new', 'saved', 'blocked', 'pending'] as const;

export const settlementPayout = z.object({
  payout_id: z.string(),
  utr: z.string(),
  paid_on: z.nullable(wireDate),
  currency: wireCode,
  ...sums,
  /** What the sums leave unexplained; 0 in a payout that can be saved. */
  difference: wireSigned,
  lines: wireCount,
  open: wireCount,
  state: z.enum(payoutStates),
  reason: z.nullable(said),
});
export type SettlementPayout = z.infer<typeof settlementPayout>;

export const settlementPreview = z.object({
  service: z.enum(settlementServices),
  /** `minor`: the amounts of the file are in paise or cents. */
  unit: z.enum(['major', 'minor']),
  dates: datesRead,
  payouts: z.array(settlementPayout),
  /** Every row of the file once, apart from those that are not taken. */
  lines: z.array(settlementLine),
  /** Rows that are no lines of money, with their texts: balances brought forward, totals, failed charges. */
  not_taken: z.array(z.object({ row: wireCount, text: z.string() })),
  totals: z.object({ rows: wireCount, explained: wireCount, open: wireCount, unreadable: wireCount }),
  /** From the payouts and lines. Saving with another one is refused. */
  digest: z.string(),
});
export type SettlementPreview = z.infer<typeof settlementPreview>;

const openLine = settlementLine.pick({
  row: true,
  kind: true,
  reference: true,
  description: true,
  net: true,
  reason: true,
});

export const savedSettlement = z.object({
  id: wireId,
  service: z.enum(settlementServices),
  payout_id: z.string(),
  utr: z.string(),
  paid_on: z.nullable(wireDate),
  currency: wireCode,
  ...sums,
  lines: wireCount,
  /** The lines that nothing explains, also after payments that came or went since. */
  open: wireCount,
  /** The first of them. */
  open_lines: z.array(openLine),
  /** The day on which a statement of the bank has the payout. */
  arrived_on: z.nullable(wireDate),
  file_name: z.string(),
  saved_by: z.string(),
  saved_at: wireInstant,
});
export type SavedSettlement = z.infer<typeof savedSettlement>;

export const openLinesMax = 20;

type CellValue = string | number | boolean | null | undefined;

/** The cells under headings that some layout knows, as text; and the row's number. */
const knownCells = (row: Readonly<Record<string, CellValue>>): unknown => {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  return Object.fromEntries(
    Object.entries(row).flatMap(([heading, value]) => {
      const isCell = typeof value === 'string' || typeof value === 'number';
      return isCell && (heading === 'row' || isKnownHeading(heading))
        ? [[heading, String(value).slice(0, 500)]]
        : [];
    }),
  );
};

/** A row of the file: its cells by the headings of the file. `row` is its number in the file. */
export const settlementRow = z.preprocess(knownCells, z.record(z.string(), z.string()));

const file = {
  file_name: requiredLine(255).optional(),
  rows: z.array(settlementRow).min(1).max(settlementRowsMax),
  /** Absent: recognised by the headings. */
  service: z.enum(settlementServices).optional(),
  /** Of a bank's statement, which has no column for it. */
  currency: currency.optional(),
  /** Where the portal took paise for rupees, or the other way round. */
  unit: z.enum(['major', 'minor']).optional(),
  /** Needed when the dates are ambiguous, or read wrongly. */
  date_order: z.enum(dateOrders).optional(),
  /** The payments that a person chose for lines of a statement. */
  choices: z
    .array(z.object({ row: z.int().positive(), payment_id: requiredLine(100) }))
    .max(settlementRowsMax)
    .optional(),
};

const limits = { bytes: 10 * 1024 * 1024, elements: settlementRowsMax };

export const settlements = {
  settlement_preview: call(
    'POST /payments/settlement_preview',
    {
      summary:
        'What the payouts of a settlement file consist of, and what explains each line; nothing is saved',
      action: 'payments.settle',
      limits,
      additive: true,
    },
    z.object(file),
    answer({ data: settlementPreview }),
  ),
  save_settlement: call(
    'POST /payments/save_settlement',
    {
      summary: 'Save the payouts of a settlement file as previewed; those that were saved before stay',
      action: 'payments.settle',
      changes: true,
      checks: 'settlement_preview',
      undo: 'imported',
      limits,
      additive: true,
    },
    z.object({
      ...file,
      /** From the preview that the person saw. If it has changed, the answer is 409 with the new `preview`. */
      digest: requiredLine(100),
    }),
    answer({ data: z.object({ saved: wireCount, lines: wireCount, open: wireCount }) }),
  ),
  get_settlements: call(
    'GET /payments/get_settlements',
    {
      summary: 'Saved settlements with what is open, the latest first',
      action: 'payments.settle',
      additive: true,
    },
    z.object({ page: wholeNumber(1, 1_000_000).optional(), pageSize: wholeNumber(1, 50).optional() }),
    answer({ data: z.array(savedSettlement), total_count: wireCount }),
  ),
  export_journal: call(
    'POST /payments/export_journal',
    {
      stepUp: true,
      summary: 'The double-entry journal of a month as csv, in each currency by itself',
      action: 'payments.settle',
      file: ['text/csv'],
      additive: true,
    },
    z.object({
      /** yyyy-mm, in the calendar of the provider. */
      month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/),
    }),
    fileAnswer,
  ),
};
