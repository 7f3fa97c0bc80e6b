import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, currency, id, listBody, requiredLine } from './shared/fields.ts';
import { moneyOfStatus, paymentCounts, paymentPreview } from './shared/money/payment-preview.ts';
import { dateOrders } from './shared/written/date-order.ts';
import { can, wireCount, wireId, wireInstant } from './shared/wire.ts';

export const paymentRowsMax = 20_000;

const paymentColumns = [
  'full_name',
  'course_name',
  'payment_id',
  'created_at',
  'amount',
  'status',
  'phone_number',
  'email_id',
  'currency',
] as const;
type Cell = string | number | null | undefined;

// Office spreadsheets say "Full Name" as often as "full_name".
const plainHeader = (header: string) => header.toLowerCase().replaceAll(/[\s_]/g, '');
const columnOf = new Map<string, (typeof paymentColumns)[number]>(
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

// Cells stay text: the handler checks them, so that bad ones are reported with their row.
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
    /** A code of ISO 4217 or a sign. Without it, a sign in `amount` counts, else the course's prices. */
    currency: cell,
  }),
);
export type PaymentUploadRow = z.output<typeof paymentUploadRow>;

// Cells stay raw text: the handler checks them, so that every problem is reported with its row.
const rawCell = z.string().max(500).optional();

/** A row of a payment spreadsheet, whose columns the browser has found. A cell with a formula starts with `=`. */
export const sheetRow = z.object({
  /** The row's number in the spreadsheet. Each occurs once. */
  row: z.int().positive().max(1_000_000_000),
  full_name: rawCell,
  course_name: rawCell,
  payment_id: rawCell,
  created_at: rawCell,
  amount: rawCell,
  status: rawCell,
  phone_number: rawCell,
  email_id: rawCell,
  currency: rawCell,
  /** How much of `amount` went back; it becomes a refund. */
  amount_refunded: rawCell,
  /** When it went back. Without it, the refund is of the day of the upload. */
  refunded_at: rawCell,
});
export type SheetRow = z.infer<typeof sheetRow>;
export type PaymentColumn = Exclude<keyof SheetRow, 'row'>;

/** The person's choice for a row: the payer (null: no student), or to leave the row out. */
export const paymentResolution = z.union([
  z.object({ row: z.int().positive(), skip: z.literal(true) }),
  z.object({ row: z.int().positive(), student_id: z.nullable(id) }),
]);
export type PaymentResolution = z.output<typeof paymentResolution>;

/** An upload of payments that was saved. */
export const savedUpload = z.object({
  id: wireId,
  file_name: z.string(),
  row_count: wireCount,
  created: wireCount,
  updated: wireCount,
  created_by: z.string(),
  created_at: wireInstant,
  undone_at: z.nullable(wireInstant),
  /** `undo`: nothing that it did was changed or undone since. */
  can: can('undo'),
});
export type SavedUpload = z.infer<typeof savedUpload>;

const limits = { bytes: 10 * 1024 * 1024, elements: paymentRowsMax };
const sheet = {
  file_name: requiredLine(255),
  rows: z
    .array(sheetRow)
    .min(1)
    .max(paymentRowsMax)
    .refine((rows) => new Set(rows.map(({ row }) => row)).size === rows.length),
  /** The course of rows that name none. */
  course_id: id.optional(),
  /** Needed when the dates are ambiguous, or read wrongly. */
  date_order: z.enum(dateOrders).optional(),
  /** The currency of rows that say none, or whose sign stands for several. */
  currency: currency.optional(),
  resolutions: z.array(paymentResolution).max(paymentRowsMax).optional(),
};

export const paymentUpload = {
  excel_payment_details_upload: call(
    'POST /payments/excel_payment_details_upload',
    {
      summary: 'Import the payments of a spreadsheet: all rows or none, each payment once',
      action: 'payments.upload',
      changes: true,
      undo: 'imported',
      limits: { bytes: 10 * 1024 * 1024, elements: paymentRowsMax },
    },
    listBody(paymentUploadRow, paymentRowsMax),
    answer({ created: wireCount, updated: wireCount }),
  ),
  payments_preview: call(
    'POST /imports/payments/preview',
    {
      summary: 'The result of an upload of these payments, row by row with the student; nothing is saved',
      action: 'payments.upload',
      limits,
      additive: true,
    },
    z.object(sheet),
    answer({ data: paymentPreview }),
  ),
  payments: call(
    'POST /imports/payments',
    {
      summary: 'Save payments exactly as previewed; the same file again adds nothing',
      action: 'payments.upload',
      changes: true,
      checks: 'payments_preview',
      undo: 'imported',
      limits,
      additive: true,
    },
    z.object({
      ...sheet,
      confirm: z.literal(true),
      /** From the preview that the person saw. If the preview has changed, the answer is 409 with the new `preview`. */
      digest: requiredLine(100),
    }),
    answer({
      data: z.object({
        /** Null: there was nothing to save. */
        import_id: z.nullable(wireId),
        totals: paymentCounts,
        money: z.array(moneyOfStatus),
      }),
    }),
  ),
  payments_list: call(
    'GET /imports/payments',
    { summary: 'The latest uploads of payments, newest first', action: 'payments.upload', additive: true },
    z.object({}),
    answer({ data: z.array(savedUpload) }),
  ),
  payments_undo: call(
    'POST /imports/payments/undo',
    {
      stepUp: true,
      summary: 'Undo a whole upload of payments, unless one of them has changed since',
      action: 'payments.upload',
      changes: true,
      additive: true,
    },
    z.object({ import_id: id }),
    answer({ data: z.object({ removed: wireCount, restored: wireCount }) }),
  ),
};
