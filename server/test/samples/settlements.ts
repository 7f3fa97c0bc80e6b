import { inputOf, checkedInput } from './sample.ts';
import type { SamplesOf } from './sample.ts';

/** A payout of one payment, as Razorpay's dashboard writes it. */
const settlementOf = (word: string) => ({
  file_name: 'recon.csv',
  rows: [
    {
      row: 2,
      transaction_entity: 'payment',
      entity_id: `pay_${word}`,
      amount: '100.00',
      currency: 'INR',
      'fee (exclusive tax)': '2.00',
      tax: '0.36',
      debit: '0',
      credit: '97.64',
      settlement_id: `setl_${word}`,
      settled_at: '2026-03-05T10:00:00',
      settlement_utr: `utr${word}`,
    },
  ],
  service: 'razorpay',
  currency: 'INR',
  unit: 'major',
  date_order: 'day_first',
  choices: [{ row: 2, payment_id: 'chosen' }],
});

export const settlements: SamplesOf<'settlements'> = {
  'settlements.settlement_preview': inputOf((_, { word }) => settlementOf(`seen-${word}`)),
  'settlements.save_settlement': checkedInput((_, { word }) => settlementOf(word)),
  'settlements.get_settlements': inputOf(() => ({ page: 1, pageSize: 10 })),
  'settlements.export_journal': inputOf(() => ({ month: '2026-03' })),
};
