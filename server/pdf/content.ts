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
  payment_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  method: z.nullable(z.string()),
  /** yyyy-mm-dd on the provider's clock. */
  paid_on: z.string(),
  issued_on: z.string(),
});
export type ReceiptContent = z.infer<typeof receiptContent>;

/** One drawing of a receipt. */
export interface Drawing {
  readonly number: string;
  readonly language: PortalLanguage;
  readonly is_copy: boolean;
  /** Null: it is valid. */
  readonly voided: { readonly on: string; readonly reason: string } | null;
  readonly content: ReceiptContent;
}
