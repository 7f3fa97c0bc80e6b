import * as z from 'zod';
import { call } from './shared/call.ts';
import { answer, id, requiredLine } from './shared/fields.ts';
import { dateOrders, moneyTotals, paymentCounts, paymentPreview } from './shared/payment-preview.ts';
import { said } from './shared/said.ts';
import { can, wireCount, wireId, wireInstant } from './shared/wire.ts';

/**
 * What becomes of a row: a new student, a further course for a known one, nothing, or a problem to solve first. `ask`:
 * the address is out of the course admin's reach. Whoever it belongs to, the row says no more: where somebody has it
 * an account admin decides, else the student is added.
 */
export const importOutcomes = ['new', 'enrol', 'ask', 'unchanged', 'problem'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

export const importRowsMax = 20_000;

/** Columns of a student spreadsheet; the first six must be there. */
export const importColumns = [
  'first_name',
  'last_name',
  'email_id',
  'phone_number',
  'course_name',
  'class_name',
  'gender',
  'dob',
  'address',
  'city',
  'state',
  'country',
  'region',
  'pincode',
  'language',
] as const;
export type ImportColumn = (typeof importColumns)[number];

// Cells stay raw text: every problem is reported with its row, so the handler judges them, not the schema.
const cell = z.string().max(500);
const optionalCell = cell.optional();

export const studentImportRow = z.object({
  /** Row number in the spreadsheet. */
  row: z.int().positive(),
  first_name: cell,
  last_name: cell,
  email_id: cell,
  phone_number: cell,
  course_name: cell,
  class_name: cell,
  gender: optionalCell,
  dob: optionalCell,
  address: optionalCell,
  city: optionalCell,
  state: optionalCell,
  country: optionalCell,
  region: optionalCell,
  pincode: optionalCell,
  language: optionalCell,
});
export type StudentImportRow = z.infer<typeof studentImportRow>;

export const previewRow = z.object({
  row: z.int(),
  email_id: z.string(),
  fullname: z.string(),
  course_name: z.string(),
  class_name: z.string(),
  outcome: z.enum(importOutcomes),
  problems: z.array(said),
});
export type PreviewRow = z.infer<typeof previewRow>;

export const previewTotals = z.object({
  new: wireCount,
  enrol: wireCount,
  ask: wireCount,
  unchanged: wireCount,
  problem: wireCount,
});
export type PreviewTotals = z.infer<typeof previewTotals>;

/** A row of a payment spreadsheet, its columns found by the browser; a cell with a formula starts with `=`. */
export const paymentImportRow = z.object({
  /** Row number in the spreadsheet; each is there once. */
  row: z.int().positive().max(1_000_000_000),
  full_name: optionalCell,
  course_name: optionalCell,
  payment_id: optionalCell,
  created_at: optionalCell,
  amount: optionalCell,
  status: optionalCell,
  phone_number: optionalCell,
  email_id: optionalCell,
});
export type PaymentImportRow = z.infer<typeof paymentImportRow>;

/** What the person says about a row: who paid (null: no student), or to leave it out. */
export const paymentResolution = z.union([
  z.object({ row: z.int().positive(), skip: z.literal(true) }),
  z.object({ row: z.int().positive(), student_id: z.nullable(id) }),
]);
export type PaymentResolution = z.output<typeof paymentResolution>;

/** An upload of payments that was saved. */
export const paymentUpload = z.object({
  id: wireId,
  file_name: z.string(),
  row_count: wireCount,
  created: wireCount,
  updated: wireCount,
  created_by: z.string(),
  created_at: wireInstant,
  undone_at: z.nullable(wireInstant),
  /** `undo`: nothing it did was changed or undone since. */
  can: can('undo'),
});
export type PaymentUpload = z.infer<typeof paymentUpload>;

const who = { admin: 'any', courseadmin: 'own' } as const;
const limits = { bytes: 10 * 1024 * 1024, elements: importRowsMax };
const sheet = {
  file_name: requiredLine(255),
  rows: z.array(studentImportRow).min(1).max(importRowsMax),
};
const paymentSheet = {
  file_name: requiredLine(255),
  rows: z
    .array(paymentImportRow)
    .min(1)
    .max(importRowsMax)
    .refine((rows) => new Set(rows.map(({ row }) => row)).size === rows.length),
  /** The course of rows that name none. */
  course_id: id.optional(),
  /** When the dates do not tell by themselves, or tell wrongly. */
  date_order: z.enum(dateOrders).optional(),
  resolutions: z.array(paymentResolution).max(importRowsMax).optional(),
};

export const imports = {
  students_preview: call(
    'POST /imports/students/preview',
    {
      summary: 'What an import of these students would do, row by row; nothing is saved',
      who,
      limits,
      additive: true,
    },
    z.object(sheet),
    answer({ data: z.object({ rows: z.array(previewRow), totals: previewTotals }) }),
  ),
  students: call(
    'POST /imports/students',
    {
      summary: 'Import students with course and class; the same file again adds nothing',
      who,
      changes: true,
      undoable: true,
      limits,
      additive: true,
    },
    z.object({ ...sheet, confirm: z.literal(true) }),
    answer({
      data: z.object({
        /** Empty when there was nothing new. */
        import_id: z.nullable(wireId),
        created: wireCount,
        enrolled: wireCount,
        /** Rows whose address was out of reach: added, or waiting for an account admin where somebody has it. */
        asked: wireCount,
        unchanged: wireCount,
        skipped: wireCount,
      }),
    }),
  ),
  payments_preview: call(
    'POST /imports/payments/preview',
    {
      summary:
        'What an upload of these payments would do, row by row and with whose student; nothing is saved',
      who,
      limits,
      additive: true,
    },
    z.object(paymentSheet),
    answer({ data: paymentPreview }),
  ),
  payments: call(
    'POST /imports/payments',
    {
      summary: 'Save payments as the preview said; the same file again adds nothing',
      who,
      changes: true,
      undoable: true,
      limits,
      additive: true,
    },
    z.object({
      ...paymentSheet,
      confirm: z.literal(true),
      /** Of the preview the person saw. When it would be another by now: 409, with the new `preview`. */
      digest: requiredLine(100),
    }),
    answer({
      data: z.object({
        /** null: there was nothing to save. */
        import_id: z.nullable(wireId),
        totals: paymentCounts,
        money: moneyTotals,
      }),
    }),
  ),
  payments_list: call(
    'GET /imports/payments',
    { summary: 'The latest uploads of payments, newest first', who, additive: true },
    z.object({}),
    answer({ data: z.array(paymentUpload) }),
  ),
  payments_undo: call(
    'POST /imports/payments/undo',
    {
      summary: 'Take an upload of payments back as a whole, unless what it did was changed since',
      who,
      changes: true,
      additive: true,
    },
    z.object({ import_id: id }),
    answer({ data: z.object({ removed: wireCount, restored: wireCount }) }),
  ),
};
