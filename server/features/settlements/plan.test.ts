import { settlementLayouts } from '@gurukul/contract/shared/files/settlement-layouts';
import { said } from '@gurukul/contract/shared/words/messages';
import { expect, test } from 'vitest';
import { Explainer } from './explain.ts';
import type { PresentData } from './explain.ts';
import { decide, previewOf } from './plan.ts';
import type { FileLine } from './read-lines.ts';

const paise = (rupees: number) => BigInt(Math.round(rupees * 1000));
/** 1,000 rupees, less a fee of 20 and a tax of 3.60 on it. */
const captured: FileLine = {
  row: 2,
  kind: 'payment',
  id: 'pay_2',
  refs: ['pay_2'],
  order: '',
  payoutId: 'setl_1',
  utr: 'utr_1',
  day: '2026-03-05',
  currency: 'INR',
  gross: paise(1000),
  fee: paise(23.6),
  tax: paise(3.6),
  net: paise(976.4),
  balance: null,
  shown: null,
  description: 'Fee',
  unreadable: null,
  contradiction: null,
};
type Line = Partial<FileLine>;
const plain = (kind: FileLine['kind'], amount: number): Line => ({
  kind,
  gross: paise(amount),
  fee: 0n,
  tax: 0n,
  net: paise(amount),
});
const row = (net: number, balance: number | null, more: Line = {}): Line => ({
  ...plain('payment', net),
  payoutId: 'statement',
  balance: balance === null ? null : paise(balance),
  ...more,
});
const unreadable: Line = { ...plain('payment', 0), unreadable: said('amount_unreadable') };

async function preview(lines: readonly Line[], known: Partial<PresentData> = {}, saved: string[] = []) {
  const file = {
    layout: settlementLayouts[0],
    unit: 'major' as const,
    notTaken: [],
    dates: {
      order: 'day_first',
      decided_by: 'default',
      example: null,
      isMixed: false,
      halfTurned: null,
    } as const,
    lines: lines.map((line, n) => ({ ...captured, row: n + 2, id: `pay_${n + 2}`, ...line })),
  };
  const present: PresentData = {
    payments: new Map(),
    refunds: [],
    savedLines: new Set(),
    settled: new Set(),
    payouts: [],
    alike: [],
    paymentOfOrder: new Map(),
    ...known,
  };
  return previewOf(await decide(file, new Explainer(present), new Set(saved)));
}

test.each<[string, Line[], string]>([
  ['payments', [{}, {}], '2000.00 47.20 7.20 0.00 0.00 1952.80 0.00'],
  [
    'a refund and a dispute',
    [{}, plain('refund', -100), plain('dispute', -200)],
    '1000.00 23.60 3.60 300.00 0.00 676.40 0.00',
  ],
  [
    'adjustments',
    [{}, plain('adjustment', 5), plain('other', -3)],
    '1000.00 23.60 3.60 0.00 2.00 978.40 0.00',
  ],
  ['its own row', [{}, plain('payout', -976.4)], '1000.00 23.60 3.60 0.00 0.00 976.40 0.00'],
  ['its own row, less', [{}, plain('payout', -970)], '1000.00 23.60 3.60 0.00 0.00 970.00 6.40'],
  ['a fee that is missing', [{ fee: 0n }], '1000.00 0.00 3.60 0.00 0.00 976.40 23.60'],
  [
    'a fee of its own',
    [{}, { ...plain('fee', 0), fee: paise(2), net: paise(-2) }],
    '1000.00 25.60 3.60 0.00 0.00 974.40 0.00',
  ],
  ['a row twice', [{}, { id: 'pay_2' }], '1000.00 23.60 3.60 0.00 0.00 976.40 0.00'],
  ['balances', [row(100, 1100), row(200, 1300)], '300.00 0.00 0.00 0.00 0.00 300.00 0.00'],
  [
    'balances, newest first',
    [row(-50, 1250), row(200, 1300), row(100, 1100)],
    '250.00 0.00 0.00 0.00 0.00 250.00 0.00',
  ],
  ['one balance', [row(100, 1100)], '100.00 0.00 0.00 0.00 0.00 100.00 0.00'],
  [
    'a balance that does not follow',
    [row(100, 1100), row(210, 1300), row(-50, 1250)],
    '260.00 0.00 0.00 0.00 0.00 250.00 10.00',
  ],
  [
    'a row without a balance',
    [row(100, 1100), row(210, null), row(-50, 1250)],
    '260.00 0.00 0.00 0.00 0.00 260.00 0.00',
  ],
  [
    'an unreadable row between balances',
    [row(100, 1100), row(0, null, unreadable), row(210, 1300)],
    '310.00 0.00 0.00 0.00 0.00 300.00 10.00',
  ],
  [
    'balances of a payment service',
    [{ balance: paise(5) }, { balance: paise(7) }],
    '2000.00 47.20 7.20 0.00 0.00 1952.80 0.00',
  ],
])('%s add up', async (_, lines, expected) => {
  const [payout] = (await preview(lines)).payouts;
  const { captures, fees, tax, refunds, adjustments, payout: paid, difference } = payout!;
  expect([captures, fees, tax, refunds, adjustments, paid, difference].join(' ')).toBe(expected);
});

test.each<[string, Line[], Partial<PresentData>, string[], string]>([
  ['new', [{}], {}, [], 'new'],
  ['not paid out', [{ payoutId: '' }], {}, [], 'pending settlement_no_payout'],
  ['of a saved number', [{}], {}, ['setl_1 INR'], 'saved settlement_saved'],
  ['of a number saved in another currency', [{}], {}, ['setl_1 USD'], 'new'],
  ['of saved rows', [{}, { id: 'pay_2' }], { savedLines: new Set(['pay_2']) }, [], 'saved settlement_saved'],
  [
    'of a saved row and a new one',
    [{}, {}],
    { savedLines: new Set(['pay_2']) },
    [],
    'blocked settlement_overlaps',
  ],
  [
    'of a statement that overlaps',
    [row(1, null), row(2, null)],
    { savedLines: new Set(['pay_2']) },
    [],
    'new',
  ],
  ['with an unreadable row', [{}, unreadable], {}, [], 'blocked settlement_unreadable'],
  ['that does not add up', [{ fee: 0n }], {}, [], 'blocked settlement_differs'],
])('a payout %s', async (_, lines, known, saved, expected) => {
  const { payouts } = await preview(lines, known, saved);
  const said = payouts.map(({ state, reason }) => [state, reason?.code].filter(Boolean).join(' '));
  expect(said.join()).toBe(expected);
});

test('payouts are apart by number and currency, with the number and the last day of their rows', async () => {
  const { payouts } = await preview([
    { utr: '', day: '2026-03-06' },
    { currency: 'USD' },
    { payoutId: 'setl_2', day: null },
    { currency: null },
    { day: '2026-03-04' },
  ]);
  expect(payouts.map((each) => [each.payout_id, each.currency, each.utr, each.paid_on, each.lines])).toEqual([
    ['setl_1', 'INR', 'utr_1', '2026-03-06', 2],
    ['setl_1', 'USD', 'utr_1', '2026-03-05', 1],
    ['setl_2', 'INR', 'utr_1', null, 1],
  ]);
});

test('a row says what explains it, and the file how many are open', async () => {
  const payment = {
    id: 1,
    payment_id: 'pay_2',
    full_name: 'Anu',
    amount: '1000',
    currency: 'INR',
    status: 'success',
    paid_on: '2026-03-04',
  };
  const seen = await preview([{}, {}, unreadable, row(5, null)], { payments: new Map([['pay_2', payment]]) });
  expect(seen.totals).toEqual({ rows: 4, explained: 1, open: 2, unreadable: 1 });
  expect(seen.payouts.map(({ open }) => open)).toEqual([1, 1]);
  const { lines } = seen;
  expect(lines[0]).toMatchObject({
    reference: 'pay_2',
    gross: '1000.00',
    fee: '23.60',
    tax: '3.60',
    net: '976.40',
    state: 'payment',
    explained_by: { number: 'pay_2' },
  });
  expect(lines[2]).toMatchObject({ gross: null, fee: null, tax: null, net: null, state: 'unreadable' });
  expect(lines[3]).toMatchObject({ reference: '', net: '5.00' });
});
