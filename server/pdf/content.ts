import { receiptTemplates } from '@gurukul/contract/provider';
import type { PortalLanguage } from '@gurukul/contract/provider';
import * as z from 'zod';

/** The provider as receipts and statements name it. */
const letterhead = z.strictObject({ name: z.string(), address: z.string(), registration: z.string() });
export type Letterhead = z.infer<typeof letterhead>;

/** What a receipt says: the same for good, whatever changes later. */
export const receiptContent = z.strictObject({
  provider: letterhead,
  template: z.enum(receiptTemplates),
  wording: z.string(),
  kind: z.enum(['fee', 'donation']),
  campaign: z.string(),
  payer: z.string(),
  students: z.array(z.string()),
  courses: z.array(z.string()),
  /** The part of each student and course, where one payment is for several. Absent on receipts from before. */
  shares: z.array(z.strictObject({ student: z.string(), course: z.string(), amount: z.string() })).optional(),
  payment_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  method: z.nullable(z.string()),
  /** yyyy-mm-dd on the provider's clock. */
  paid_on: z.string(),
  issued_on: z.string(),
});
export type ReceiptContent = z.infer<typeof receiptContent>;

/** A picture as paper takes it: a PNG without transparency. */
export interface Picture {
  readonly png: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** One drawing of a receipt. */
export interface Drawing {
  readonly number: string;
  readonly language: PortalLanguage;
  readonly is_copy: boolean;
  /** Null: it is valid. */
  readonly voided: { readonly on: string; readonly reason: string } | null;
  readonly content: ReceiptContent;
}
