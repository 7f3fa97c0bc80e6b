import { nothing } from '#server/test/planted-school.ts';
import { inputOf, receiptSettings } from './sample.ts';
import type { Asker, Sample, SamplesOf } from './sample.ts';

/** The receipt of the planted payment. */
const receipt: NonNullable<Sample['extra']> = async ({ ask }, { own, far }) => {
  const issued = async (payment_id: number, by: Asker): Promise<number> =>
    (await ask('receipts.issue_receipt', { payment_id }, by)).body.data.receipt_id;
  return {
    own: await issued(own.received, 'self'),
    far: await issued(far.received, 'stranger'),
    missing: nothing,
  };
};

export const receipts: SamplesOf<'receipts'> = {
  'receipts.issue_receipt': inputOf(
    (o) => ({ payment_id: o.received, language: 'te', spelled: [{ text: 'มาลี', as: 'Mali' }] }),
    { mayBeIdle: true },
  ),
  'receipts.send_receipt': inputOf((_, { extra: receipt_id }) => ({ receipt_id }), { extra: receipt }),
  'receipts.download_receipt': inputOf((_, { extra: receipt_id }) => ({ receipt_id }), {
    extra: receipt,
    mayBeIdle: true,
  }),
  'receipts.void_receipt': inputOf((_, { extra: receipt_id }) => ({ receipt_id, reason: 'Wrong payer' }), {
    extra: receipt,
  }),
  'receipts.get_receipts': inputOf((o) => ({ user_id: o.student })),
  'receipts.get_statement': inputOf((o) => ({ user_id: o.student, year: '2025-26' })),
  'receipts.download_statement': inputOf((o) => ({
    user_id: o.student,
    year: '2025-26',
    language: 'hi',
    spelled: [{ text: 'มาลี', as: 'Mali' }],
  })),
  'receipts.preview_receipt': inputOf(() => ({ ...receiptSettings, language: 'te', kind: 'donation' })),
};
