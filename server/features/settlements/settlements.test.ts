import type { SettlementPreview } from '@gurukul/contract/settlements';
import { fromMils } from '@gurukul/contract/shared/money/money';
import { findPaymentColumns } from '@gurukul/contract/shared/money/payment-headings';
import { beforeEach, describe, expect, it } from 'vitest';
import { demoPassword, testApp } from '#server/test/app.ts';
import { many, run } from '#server/test/rows.ts';
import { foundSchool } from '#server/test/small-school.ts';
import { readLines } from './read-lines.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, students } = await foundSchool(db);
const admin = { as: 'admin@office.test' };

type Cells = Readonly<Record<string, string | number>>;

interface PaymentFields {
  readonly amount?: string;
  readonly currency?: string | null;
  readonly status?: string;
  readonly method?: string | null;
  readonly day?: string;
  readonly name?: string;
}
const pay = (
  id: string,
  {
    amount = '1000.00',
    currency = 'INR',
    status = 'success',
    method = null,
    day = '2026-03-04',
    name = 'Anu Sharma',
  }: PaymentFields = {},
) =>
  run(db)`
    insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, method,
      paid_at)
    values (${id}, ${gita.id}, ${students.anu}, ${name}, 'anu@office.test', ${amount}, ${currency}, ${status},
      ${method}, ${`${day}T10:00:00+05:30`})
  `;

const refund = (
  payment: string,
  amount: string,
  more: { id?: string; kind?: string; reversed?: boolean } = {},
) =>
  run(db)`
    insert into refunds (refund_id, payment_id, kind, amount, refunded_at, reversed_at)
    select ${more.id ?? null}, m.id, ${more.kind ?? 'refund'}, ${amount}, '2026-03-05T10:00:00Z',
      case when ${more.reversed === true} then '2026-03-06T10:00:00Z'::timestamptz end
    from payments m where m.payment_id = ${payment}
  `;

/** A row of Razorpay's dashboard: 1,000 rupees, less 20 and 3.60 tax. */
const captured = (entity_id: string, more: Cells = {}): Cells => ({
  transaction_entity: 'payment',
  entity_id,
  amount: '1000.0',
  currency: 'INR',
  'fee (exclusive tax)': '20.0',
  tax: '3.6',
  debit: '0.0',
  credit: '976.4',
  order_id: `order_${entity_id}`,
  dispute_id: '',
  settlement_id: 'setl_1',
  settled_at: '2026-03-05T13:33:57',
  settlement_utr: '1568176960vxp0rj',
  ...more,
});
const wentBack = (entity_id: string, amount: string, more: Cells = {}): Cells =>
  captured(entity_id, {
    transaction_entity: 'refund',
    amount,
    'fee (exclusive tax)': '0',
    tax: '0',
    debit: amount,
    credit: '0',
    ...more,
  });

/** A row of Stripe's payout reconciliation. */
const charged = (id: string, gross: string, fee: string, net: string, more: Cells = {}): Cells => ({
  automatic_payout_id: 'po_1',
  automatic_payout_effective_at: '2026-03-05 00:00:00',
  balance_transaction_id: `txn_${id}`,
  created: '2026-03-02 10:00:00',
  currency: 'usd',
  gross,
  fee,
  net,
  reporting_category: 'charge',
  source_id: id,
  charge_id: id,
  ...more,
});

const ask = (rows: readonly Cells[], more: object = {}) =>
  office.call('settlements.settlement_preview', { file_name: 'file.csv', rows, ...more }, admin);
async function preview(rows: readonly Cells[], more: object = {}): Promise<SettlementPreview> {
  const { body } = await ask(rows, more);
  expect(body).toMatchObject({ status: 200, message: 'success' });
  return body.data;
}
async function save(rows: readonly Cells[], more: object = {}) {
  const { digest } = await preview(rows, more);
  return office.call('settlements.save_settlement', { file_name: 'file.csv', rows, ...more, digest }, admin);
}
const said = ({ lines }: SettlementPreview) =>
  lines.map(({ state, reason }) => (reason === null ? state : reason.code));
const listed = async () => (await office.call('settlements.get_settlements', {}, admin)).body;

beforeEach(async () => {
  for (const table of [
    'settlement_lines',
    'settlements',
    'refunds',
    'waivers',
    'charges',
    'payments',
    'ticket_payments',
  ])
    await db.query(`delete from ${table}`);
});

describe('who may settle', () => {
  it.each(['settlement_preview', 'save_settlement', 'get_settlements', 'export_journal'] as const)(
    '%s is for account admins',
    async (name) => {
      for (const as of ['own@office.test', 'teach@office.test']) {
        expect(
          (await office.call(`settlements.${name}`, { rows: [captured('pay_1')], month: '2026-03' }, { as }))
            .status,
        ).toBe(403);
      }
      expect((await office.call(`settlements.${name}`, {})).status).toBe(401);
    },
  );
});

describe('a file of Razorpay', () => {
  it('is explained to the paisa, and saved', async () => {
    await pay('pay_1');
    await pay('pay_2');
    await refund('pay_2', '400.00', { id: 'rfnd_1' });
    const rows = [
      captured('pay_1'),
      captured('pay_2'),
      wentBack('rfnd_1', '400.0', { order_id: 'order_pay_2' }),
    ];
    const seen = await preview(rows);
    expect(seen).toMatchObject({
      service: 'razorpay',
      unit: 'major',
      totals: { rows: 3, explained: 3, open: 0 },
    });
    expect(seen.payouts).toMatchObject([
      {
        payout_id: 'setl_1',
        utr: '1568176960vxp0rj',
        paid_on: '2026-03-05',
        captures: '2000.00',
        fees: '47.20',
        tax: '7.20',
        refunds: '400.00',
        adjustments: '0.00',
        payout: '1552.80',
        difference: '0.00',
        state: 'new',
      },
    ]);
    expect((await save(rows)).body.data).toEqual({ saved: 1, lines: 3, open: 0 });
    expect(await listed()).toMatchObject({
      total_count: 1,
      data: [
        { payout_id: 'setl_1', payout: '1552.80', lines: 3, open: 0, saved_by: 'Admin', arrived_on: null },
      ],
    });
    // The same file again saves nothing, also without a digest that fits.
    const again = await office.call('settlements.save_settlement', { rows, digest: 'any' }, admin);
    expect(again.body.data).toEqual({ saved: 0, lines: 0, open: 0 });
  });

  it('finds the payments of its own export by their numbers, and so does the intake', async () => {
    const header =
      'id,amount,currency,status,order_id,amount_refunded,description,email,fee,tax,created_at'.split(',');
    const line = (id: string, status: string, back: string) => [
      id,
      '1000.00',
      'INR',
      status,
      `order_${id}`,
      back,
      'Gita',
      'anu@office.test',
      '23.60',
      '3.60',
      '04/03/2026 20:41:10',
    ];
    const lines = [
      line('pay_1', 'captured', '0.00'),
      line('pay_2', 'captured', '400.00'),
      line('pay_3', 'refunded', '1000.00'),
    ];
    const { places } = findPaymentColumns(header, lines, ['Gita']);
    const file = {
      file_name: 'payments.csv',
      rows: lines.map((cells, index) => ({
        row: index + 2,
        ...Object.fromEntries(Object.entries(places).map(([column, place]) => [column, cells[place]])),
      })),
    };
    const seen = (await office.call('paymentUpload.payments_preview', file, admin)).body.data;
    await office.call('paymentUpload.payments', { ...file, confirm: true, digest: seen.digest }, admin);
    const rows = [
      ...['pay_1', 'pay_2', 'pay_3'].map((id) => captured(id)),
      wentBack('rfnd_2', '400.0', { order_id: 'order_pay_2' }),
      wentBack('rfnd_3', '1000.0', { order_id: 'order_pay_3' }),
    ];
    expect(said(await preview(rows))).toEqual(['payment', 'payment', 'payment', 'refund', 'refund']);

    const made = await office.call(
      'intake.create_key',
      { name: 'Payments', scopes: ['payments'], password: demoPassword },
      admin,
    );
    const item = { payment_id: 'pay_1', course_name: 'Gita', full_name: 'Anu', email_id: 'anu@office.test' };
    const sent = await office.call(
      'intake.payments',
      { items: [{ ...item, amount: '1000', status: 'success', paid_at: '2026-03-04T15:11:10Z' }] },
      { headers: { authorization: `Bearer ${made.body.data.key}` } },
    );
    expect(sent.body.data.counts).toMatchObject({ created: 0 });
    expect(await many(db)`select payment_id from payments order by payment_id`).toHaveLength(3);
  });

  it('in paise and seconds is the same, and the day is that of India', async () => {
    await pay('pay_1');
    const { transaction_entity: type, 'fee (exclusive tax)': _fee, ...rest } = captured('pay_1');
    const item = {
      ...rest,
      type: String(type),
      amount: 100_000,
      fee: 2360,
      tax: 360,
      debit: 0,
      credit: 97_640,
    };
    // 2026-03-05 20:00 UTC is the next day in India.
    const seen = await preview([{ ...item, settled_at: Date.UTC(2026, 2, 5, 20) / 1000 }]);
    expect(seen.unit).toBe('minor');
    expect(seen.payouts[0]).toMatchObject({
      fees: '23.60',
      tax: '3.60',
      payout: '976.40',
      paid_on: '2026-03-06',
    });
    // A person may know better.
    expect(
      (await preview([{ ...item, settled_at: '2026-03-05' }], { unit: 'minor' })).payouts[0],
    ).toMatchObject({ payout: '976.40' });
    expect(said(await preview([{ ...item, settled_at: '2026-03-05' }]))).toEqual(['line_other_amount']);
  });

  it.each<[string, PaymentFields, Cells, string]>([
    ['of no payment', {}, { entity_id: 'pay_other' }, 'line_no_payment'],
    ['of another amount', { amount: '999.99' }, {}, 'line_other_amount'],
    ['in another currency', { currency: 'USD' }, {}, 'line_other_currency'],
    ['of a failed payment', { status: 'failed' }, {}, 'line_not_received'],
    ['of a void payment', { status: 'void' }, {}, 'line_not_received'],
    ['of a payment that was refunded since', { status: 'Refunded' }, {}, 'payment'],
    ['of a payment whose currency nobody has said', { currency: null }, {}, 'payment'],
    ['whose fee is in no column', {}, { 'fee (exclusive tax)': '0', tax: '0' }, 'line_sum_wrong'],
    ['with a formula', {}, { credit: '=A2*2' }, 'column_formula'],
    ['with 13 digits', {}, { credit: '1234567890123' }, 'amount_large'],
    ['without a currency', {}, { currency: '' }, 'line_currency_unknown'],
    ['in an unknown currency', {}, { currency: 'XYZ' }, 'line_currency_unknown'],
    ['without its number', {}, { entity_id: '' }, 'line_no_number'],
    ['whose number is a formula', {}, { entity_id: '=A2' }, 'line_formula'],
    ['with an impossible date', {}, { settled_at: '31/02/2026' }, 'created_at_unreadable'],
  ])('names a row %s', async (_, paid, cells, code) => {
    await pay('pay_1', paid);
    const rows = [captured('pay_1', cells)];
    expect(said(await preview(rows))).toEqual([code]);
  });

  it('with a row that cannot be read, or does not add up, is not saved', async () => {
    await pay('pay_1');
    for (const [cells, code] of [
      [{ credit: '=A2*2' }, 'settlement_unreadable'],
      [{ 'fee (exclusive tax)': '0', tax: '0' }, 'settlement_differs'],
    ] as const) {
      const rows = [captured('pay_1', cells), captured('pay_2')];
      const { payouts } = await preview(rows);
      expect(payouts[0]).toMatchObject({ state: 'blocked', reason: { code } });
      expect((await save(rows)).body.data).toEqual({ saved: 0, lines: 0, open: 0 });
    }
    expect(
      (await preview([captured('pay_1', { 'fee (exclusive tax)': '0', tax: '0' })])).payouts[0]!.difference,
    ).toBe('23.60');
  });

  it('with a row twice counts it once', async () => {
    await pay('pay_1');
    const seen = await preview([captured('pay_1'), captured('pay_1')]);
    expect(seen.lines[1]).toMatchObject({ state: 'open', reason: { code: 'line_twice', facts: { row: 2 } } });
    expect(seen.payouts[0]).toMatchObject({ captures: '1000.00', difference: '0.00' });
    expect((await save([captured('pay_1'), captured('pay_1')])).body.data).toMatchObject({
      saved: 1,
      lines: 1,
    });
  });

  it('with two partial refunds of one size explains each by its own', async () => {
    await pay('pay_1');
    await refund('pay_1', '200.00');
    await refund('pay_1', '200.00', { id: 'rfnd_2' });
    const order = { order_id: 'order_pay_1' };
    const rows = [captured('pay_1'), wentBack('rfnd_1', '200', order), wentBack('rfnd_2', '200', order)];
    expect(said(await preview(rows))).toEqual(['payment', 'refund', 'refund']);
    expect(said(await preview([...rows, wentBack('rfnd_3', '200', order)]))).toEqual([
      'payment',
      'refund',
      'refund',
      'line_no_refund',
    ]);
  });

  it('with a dispute and its reversal comes to nothing, where both are written down', async () => {
    await pay('pay_1');
    const dispute = { transaction_entity: 'adjustment', dispute_id: 'disp_1', payment_id: 'pay_1' };
    const rows = [
      captured('pay_1'),
      wentBack('adj_1', '1000', dispute),
      wentBack('adj_2', '1000', { ...dispute, debit: '0', credit: '1000' }),
    ];
    expect(said(await preview(rows))).toEqual(['payment', 'line_no_dispute', 'line_not_reversed']);
    await refund('pay_1', '1000.00', { kind: 'dispute' });
    expect(said(await preview(rows))).toEqual(['payment', 'refund', 'line_not_reversed']);
    await run(db)`update refunds set reversed_at = now()`;
    const seen = await preview(rows);
    expect(said(seen)).toEqual(['payment', 'refund', 'refund']);
    expect(seen.payouts[0]).toMatchObject({ refunds: '0.00', payout: '976.40' });
  });

  it('leaves what is not paid out yet', async () => {
    await pay('pay_1');
    const rows = [captured('pay_1', { settlement_id: '', settlement_utr: '' })];
    expect((await preview(rows)).payouts).toMatchObject([
      { state: 'pending', reason: { code: 'settlement_no_payout' } },
    ]);
    expect((await save(rows)).body.data.saved).toBe(0);
  });

  it('with a row of another saved payout is not saved', async () => {
    await pay('pay_1');
    await save([captured('pay_1')]);
    const other = [captured('pay_1', { settlement_id: 'setl_2' })];
    expect((await preview(other)).payouts).toMatchObject([{ state: 'saved' }]);
    await pay('pay_2');
    const both = [...other, captured('pay_2', { settlement_id: 'setl_2' })];
    expect((await preview(both)).payouts).toMatchObject([
      { state: 'blocked', reason: { code: 'settlement_overlaps' } },
    ]);
  });

  it('explains a ticket', async () => {
    await run(db)`
      insert into ticket_payments (payment_id, name, email, course_type, registration_code, amount, currency, status)
      values ('pay_t', 'Guest', 'guest@office.test', 'Scripture', 'R1', 1000, 'INR', 'success')
    `;
    expect((await preview([captured('pay_t')])).lines[0]).toMatchObject({
      state: 'payment',
      explained_by: { number: 'pay_t', full_name: 'Guest' },
    });
  });
});

describe('a file of Stripe', () => {
  it('in yen and dinars has their decimals', async () => {
    await pay('ch_1', { amount: '12000', currency: 'JPY' });
    await pay('ch_2', { amount: '12.345', currency: 'KWD' });
    const { payouts, lines } = await preview([
      charged('ch_1', '12000', '432', '11568', { currency: 'jpy' }),
      charged('ch_2', '12.345', '0.555', '11.790', { currency: 'kwd', automatic_payout_id: 'po_2' }),
    ]);
    expect(lines.map(({ state }) => state)).toEqual(['payment', 'payment']);
    expect(payouts.map(({ currency, payout, difference }) => [currency, payout, difference])).toEqual([
      ['JPY', '11568', '0'],
      ['KWD', '11.790', '0.000'],
    ]);
  });

  it('compares a payment in the payer’s currency where it was converted', async () => {
    await pay('ch_1', { amount: '100.00', currency: 'EUR' });
    const rows = [
      charged('ch_1', '108.10', '3.50', '104.60', {
        customer_facing_amount: '100.00',
        customer_facing_currency: 'eur',
      }),
    ];
    expect(said(await preview(rows))).toEqual(['payment']);
    expect(said(await preview([charged('ch_1', '108.10', '3.50', '104.60')]))).toEqual([
      'line_other_currency',
    ]);
  });

  it('has fees of their own, and the payout as a row in the list of all transactions', async () => {
    await pay('ch_1', { amount: '100.00', currency: 'USD' });
    const row = (
      id: string,
      Type: string,
      Source: string,
      Amount: string,
      Fee: string,
      Net: string,
    ): Cells => ({
      id,
      Type,
      Source,
      Amount,
      Fee,
      Net,
      Currency: 'usd',
      Transfer: 'po_1',
      'Transfer Date (UTC)': '2026-03-05 00:00',
    });
    const rows = [
      row('txn_1', 'charge', 'ch_1', '100.00', '3.20', '96.80'),
      row('txn_2', 'stripe_fee', 'fee_1', '-2.00', '0.00', '-2.00'),
      row('txn_3', 'payout', 'po_1', '-94.80', '0.00', '-94.80'),
    ];
    const seen = await preview(rows);
    expect(said(seen)).toEqual(['payment', 'fee', 'payout']);
    expect(seen.payouts).toMatchObject([
      { captures: '100.00', fees: '5.20', payout: '94.80', difference: '0.00', state: 'new' },
    ]);
    // Another cent was paid out: nothing in the file says why.
    const other = [...rows.slice(0, 2), row('txn_3', 'payout', 'po_1', '-94.79', '0.00', '-94.79')];
    expect((await preview(other)).payouts).toMatchObject([{ difference: '0.01', state: 'blocked' }]);
  });

  it('without failed charges is read from the list of payments, too', async () => {
    await pay('ch_1', { amount: '100.00', currency: 'USD' });
    const row = (id: string, Status: string, refunded = '0.00'): Cells => ({
      id,
      'Created date (UTC)': '2026-03-02 10:00:00',
      Amount: '100.00',
      'Amount Refunded': refunded,
      Currency: 'usd',
      Fee: '3.20',
      'Taxes On Fee': '0.00',
      Status,
      Transfer: 'po_1',
      'Transfer Date (UTC)': '2026-03-05 00:00',
    });
    const { payouts } = await preview([row('ch_1', 'Paid'), row('ch_2', 'Failed')]);
    expect(payouts).toMatchObject([{ captures: '100.00', fees: '3.20', payout: '96.80', open: 0 }]);
    // The list does not say in which payout a refund was kept back.
    const refunded = await preview([row('ch_1', 'Partial Refund', '20.00')]);
    expect(said(refunded)).toEqual(['line_refunded']);
    expect(refunded.payouts).toMatchObject([{ state: 'blocked', reason: { code: 'settlement_unreadable' } }]);
  });
});

describe('a statement of a bank', () => {
  const line = (
    Date: string,
    Narration: string,
    ref: string,
    credit: string,
    debit = '',
    more: Cells = {},
  ): Cells => ({
    Date,
    Narration,
    'Chq./Ref.No.': ref,
    'Withdrawal Amt.': debit,
    'Deposit Amt.': credit,
    ...more,
  });
  const inr = { currency: 'INR' };

  it('shows payouts by their number, or by amount and day', async () => {
    await pay('pay_1');
    await pay('pay_2');
    await save([
      captured('pay_1'),
      captured('pay_2', { settlement_id: 'setl_2', settlement_utr: 'utr_two' }),
    ]);
    const rows = [
      line('06/03/26', 'NEFT CR-RZPX-RAZORPAY-1568176960VXP0RJ', '', '976.40'),
      line('07/03/26', 'NEFT CR-RZPX-RAZORPAY', '', '976.40'),
      line('07/03/26', 'NEFT CR-RZPX-RAZORPAY', '', '976.40'),
    ];
    expect(said(await preview(rows, inr))).toEqual(['payout', 'payout', 'line_no_payment']);
    await save(rows.slice(0, 2), inr);
    const { data } = await listed();
    const arrived = data.flatMap((each: Cells) =>
      each['service'] === 'razorpay' ? [[each['payout_id'], each['arrived_on']]] : [],
    );
    expect(arrived.toSorted()).toEqual([
      ['setl_1', '2026-03-06'],
      ['setl_2', '2026-03-07'],
    ]);
  });

  it('explains a payment by its number, and asks where only amount, day and name fit', async () => {
    await pay('412345678901', { method: 'upi', name: 'Bala Rao' });
    await pay('office-1', { method: 'bank', name: 'Deepa Iyer' });
    await pay('office-2', { method: 'bank', name: 'Esha Nair' });
    const rows = [
      line('04/03/26', 'UPI-BALA RAO', '412345678901', '1,000.00'),
      line('05/03/26', 'IMPS DEEPA IYER', '512345678901', '1,000.00'),
      line('05/03/26', 'IMPS SOMEBODY', '612345678901', '1,000.00'),
      line('06/03/26', 'RENT', '', '', '25,000.00'),
    ];
    const seen = await preview(rows, inr);
    expect(said(seen)).toEqual(['payment', 'line_suggested', 'line_no_payment', 'outside']);
    expect(seen.lines[1]!.candidates).toEqual([
      { payment_id: 'office-1', full_name: 'Deepa Iyer', paid_on: '2026-03-04' },
    ]);
    const chosen = {
      ...inr,
      choices: [
        { row: 3, payment_id: 'office-1' },
        { row: 4, payment_id: 'office-1' },
      ],
    };
    expect(said(await preview(rows, chosen))).toEqual(['payment', 'payment', 'line_same_payment', 'outside']);
    const gone = { ...inr, choices: [{ row: 3, payment_id: 'nobody' }] };
    expect(said(await preview(rows, gone))[1]).toBe('line_no_payment');
    expect((await save(rows, { ...inr, choices: [{ row: 3, payment_id: 'office-1' }] })).body.data).toEqual({
      saved: 1,
      lines: 4,
      open: 1,
    });
    // A later statement that overlaps adds only what is new.
    const later = [...rows.slice(1), line('07/03/26', 'IMPS ESHA NAIR', '712345678901', '1,000.00')];
    expect(said(await preview(later, inr))).toEqual([
      'line_saved_before',
      'line_saved_before',
      'line_saved_before',
      'line_suggested',
    ]);
    expect((await save(later, inr)).body.data).toEqual({ saved: 1, lines: 1, open: 1 });
  });

  it('names the row whose balance does not follow, whichever row stands first', async () => {
    const rows = [
      line('04/03/26', 'A', '1', '100.00', '', { 'Closing Balance': '1,100.00' }),
      line('05/03/26', 'B', '2', '200.00', '', { 'Closing Balance': '1,300.00' }),
      line('06/03/26', 'C', '3', '', '50.00', { 'Closing Balance': '1,250.00' }),
    ];
    expect((await preview(rows, inr)).payouts[0]).toMatchObject({
      payout: '250.00',
      difference: '0.00',
      state: 'new',
    });
    expect((await preview(rows.toReversed(), inr)).payouts[0]).toMatchObject({
      payout: '250.00',
      difference: '0.00',
    });
    const wrong = rows.with(1, { ...rows[1]!, 'Deposit Amt.': '210.00' });
    const seen = await preview(wrong, inr);
    expect(said(seen)[1]).toBe('line_balance_wrong');
    expect(seen.payouts[0]).toMatchObject({
      difference: '10.00',
      state: 'blocked',
      reason: { code: 'settlement_differs' },
    });
  });

  it('writes dates day first or month first, and asks where both are possible', async () => {
    await pay('office-1', { method: 'bank', day: '2026-03-05' });
    const rows = [line('05/03/2026', 'IMPS ANU', '', '1,000.00')];
    expect((await preview(rows, inr)).dates).toMatchObject({
      order: 'day_first',
      decided_by: 'default',
      example: '05/03/2026',
    });
    expect((await preview(rows, inr)).lines[0]).toMatchObject({
      on: '2026-03-05',
      reason: { code: 'line_suggested' },
    });
    const turned = await preview(rows, { ...inr, date_order: 'month_first' });
    expect(turned.lines[0]).toMatchObject({ on: '2026-05-03', reason: { code: 'line_no_payment' } });
  });

  it('with signed amounts adds up, whatever stands beside them', async () => {
    const row = (Date: string, Amount: string, type: string, details: string, Balance: string): Cells => ({
      Date,
      Amount,
      'Account Number': '',
      'Transaction Type': type,
      'Transaction Details': details,
      Balance,
    });
    const rows = [
      row('13 Mar 26', '1200.00', 'INTER-BANK CREDIT', 'ASHA RAO GITA FEE', '26200.00'),
      row('14 Mar 26', '-500.00', 'TRANSFER DEBIT', 'HALL RENT', '25700.00'),
      row('15 Mar 26', '-20.00', 'FEES', 'ACCOUNT FEE', '25680.00'),
    ];
    const seen = await preview(rows, { currency: 'AUD' });
    expect(seen.lines.map(({ net }) => net)).toEqual(['1200.00', '-500.00', '-20.00']);
    expect(seen.payouts[0]).toMatchObject({ payout: '680.00', difference: '0.00', state: 'new' });
    expect((await save(rows, { currency: 'AUD' })).body.data).toMatchObject({ saved: 1, lines: 3 });
  });

  it('says its currency, in a heading or by the person', async () => {
    const rows = [line('05/03/2026', 'X', '', '10.00')];
    expect((await ask(rows)).body).toMatchObject({ status: 400, code: 'settlement_needs_currency' });
    const named = {
      'Transaction Date': '05/03/2026',
      'Transaction Remarks': 'X',
      'Deposit Amount (INR )': '10.00',
      'Withdrawal Amount (INR )': '',
    };
    expect((await preview([named])).payouts[0]).toMatchObject({ currency: 'INR', payout: '10.00' });
  });
});

describe('the layout of a bank', () => {
  /** What each row says: its day, what came in or went out, and the balance; '?' with the reason where nothing is sure. */
  async function readStatement(
    header: string,
    rows: readonly string[],
    currency: string | undefined = 'INR',
  ) {
    const names = header.split('|');
    const file = rows.map((text) =>
      Object.fromEntries(text.split('|').map((cell, at) => [names[at]!, cell])),
    );
    const { lines } = await readLines(
      { rows: file, currency },
      { today: '2026-11-28', now: '2026-11-28T10:00:00Z' },
    );
    return lines.map(({ day, net, balance, currency: code, unreadable, contradiction }) => {
      const problem = unreadable ?? contradiction;
      const text = (mils: bigint | null) => (mils === null ? '-' : fromMils(mils, code));
      return problem === null ? `${day} ${text(net)} ${text(balance)}` : `? ${problem.code}`;
    });
  }

  it.each<[string, string, string[], string[]]>([
    [
      'SBI',
      'Txn Date|Value Date|Description|Ref No./Cheque No.|Debit|Credit|Balance',
      [
        '13 Nov 2026|13 Nov 2026|BY TRANSFER-UPI/CR/4312/ASHA|4312| |1,200.00|26,200.00',
        '14 Nov 2026|14 Nov 2026|RENT||500.00| |25,700.00',
      ],
      ['2026-11-13 1200.00 26200.00', '2026-11-14 -500.00 25700.00'],
    ],
    [
      'HDFC',
      'Date|Narration|Chq./Ref.No.|Value Dt|Withdrawal Amt.|Deposit Amt.|Closing Balance',
      [
        '13/11/26|UPI-ASHA|0000431234567890|13/11/26||1200.00|26200.00',
        '14/11/26|RENT|000|14/11/26|500.00||25700.00',
      ],
      ['2026-11-13 1200.00 26200.00', '2026-11-14 -500.00 25700.00'],
    ],
    [
      'ICICI',
      'S No.|Value Date|Transaction Date|Cheque Number|Transaction Remarks|Withdrawal Amount (INR )|Deposit Amount (INR )|Balance (INR )',
      [
        '1|13/11/2026|13/11/2026|-|UPI/ASHA|0.00|1200.00|26200.00',
        '2|14/11/2026|14/11/2026|-|RENT|500.00|0.00|25700.00',
      ],
      ['2026-11-13 1200.00 26200.00', '2026-11-14 -500.00 25700.00'],
    ],
    [
      'ICICI, with a word',
      'No.|Transaction ID|Value Date|Txn Posted Date|ChequeNo.|Description|Cr/Dr|Transaction Amount(INR)|Available Balance(INR)',
      [
        '1|S1|13/11/2026|13/11/2026 10:00:00 AM||UPI/ASHA|CR|1,200.00|26,200.00',
        '2|S2|14/11/2026|14/11/2026 10:00:00 AM||RENT|DR|500.00|25,700.00',
      ],
      ['2026-11-13 1200.00 26200.00', '2026-11-14 -500.00 25700.00'],
    ],
    [
      'Axis',
      'Tran Date|CHQNO|PARTICULARS|DR|CR|BAL|SOL',
      ['13-11-2026||UPI/ASHA||1200.00|26200.00|12', '14-11-2026||RENT|500.00||25700.00|12'],
      ['2026-11-13 1200.00 26200.00', '2026-11-14 -500.00 25700.00'],
    ],
    [
      'Kotak',
      'Sl. No.|Date|Description|Chq / Ref number|Amount|Dr / Cr|Balance',
      ['1|13/11/2026|UPI/ASHA|UPI-43|1,200.00|CR|26,200.00', '2|14/11/2026|RENT||500.00|DR|25,700.00'],
      ['2026-11-13 1200.00 26200.00', '2026-11-14 -500.00 25700.00'],
    ],
    [
      'Bank of Baroda',
      'TRAN DATE|VALUE DATE|NARRATION|CHQ.NO.|WITHDRAWAL(DR)|DEPOSIT(CR)|BALANCE(INR)',
      [
        '13-11-2026|13-11-2026|UPI||-|1,200.00|26,200.00Cr',
        '14-11-2026|14-11-2026|RENT||500.00|-|25,700.00Cr',
      ],
      ['2026-11-13 1200.00 26200.00', '2026-11-14 -500.00 25700.00'],
    ],
    [
      'Union Bank',
      'Date|Tran Id|Remarks|Amount(Rs.)|Balance(Rs.)',
      ['13/11/2026|S1|UPI|1200.00 (Cr)|26200.00 (Cr)', '14/11/2026|S2|RENT|500.00 (Dr)|25700.00 (Cr)'],
      ['2026-11-13 1200.00 26200.00', '2026-11-14 -500.00 25700.00'],
    ],
    [
      'NAB',
      'Date|Amount|Account Number||Transaction Type|Transaction Details|Balance',
      [
        '13 Nov 26|1200.00|||INTER-BANK CREDIT|ASHA RAO GITA FEE|26200.00',
        '14 Nov 26|-500.00|||TRANSFER DEBIT|HALL RENT|25700.00',
        '15 Nov 26|-20.00|||FEES|ACCOUNT FEE|25680.00',
      ],
      ['2026-11-13 1200.00 26200.00', '2026-11-14 -500.00 25700.00', '2026-11-15 -20.00 25680.00'],
    ],
    [
      'with a type that is a direction',
      'Date|Description|Amount|Transaction Type',
      ['13 Nov 2026|UPI|1200.00|Credit', '14 Nov 2026|RENT|500.00|Debit'],
      ['2026-11-13 1200.00 -', '2026-11-14 -500.00 -'],
    ],
    [
      'Chase',
      'Details|Posting Date|Description|Amount|Type|Balance|Check or Slip #',
      [
        'CREDIT|11/13/2026|ZELLE ASHA|1200.00|QUICKPAY_CREDIT|26200.00|',
        'DEBIT|11/14/2026|RENT|-500.00|ACH_DEBIT|25700.00|',
      ],
      ['2026-11-13 1200.00 26200.00', '2026-11-14 -500.00 25700.00'],
    ],
    [
      'Bank of America',
      'Date|Description|Amount|Running Bal.',
      ['11/13/2026|ZELLE|"1,200.00"|"26,200.00"', '11/14/2026|RENT|-500.00|25,700.00'].map((row) =>
        row.replaceAll('"', ''),
      ),
      ['2026-11-13 1200.00 26200.00', '2026-11-14 -500.00 25700.00'],
    ],
    [
      'Lloyds',
      'Transaction Date|Transaction Type|Sort Code|Account Number|Transaction Description|Debit Amount|Credit Amount|Balance',
      [
        '13/11/2026|FPI|30-00-00|1234|ASHA||1200.00|26200.00',
        '14/11/2026|DD|30-00-00|1234|RENT|500.00||25700.00',
      ],
      ['2026-11-13 1200.00 26200.00', '2026-11-14 -500.00 25700.00'],
    ],
    [
      'Monzo, with money out below zero',
      'Transaction ID|Date|Time|Type|Name|Amount|Currency|Description|Money Out|Money In',
      [
        'tx_1|13/11/2026|10:00:00|Faster payment|ASHA|1200.00|GBP|fee||1200.00',
        'tx_2|14/11/2026|10:00:00|Card|HALL|-500.00|GBP|rent|-500.00|',
      ],
      ['2026-11-13 1200.00 -', '2026-11-14 -500.00 -'],
    ],
    [
      'Revolut, with a fee beside the amount',
      'Type|Product|Started Date|Completed Date|Description|Amount|Fee|Currency|State|Balance',
      [
        'TOPUP|Current|2026-11-13 10:00:00|2026-11-13 10:00:01|ASHA|1200.00|0.00|EUR|COMPLETED|26200.00',
        'TRANSFER|Current|2026-11-14 10:00:00|2026-11-14 10:00:01|RENT|-500.00|2.50|EUR|COMPLETED|25697.50',
      ],
      ['2026-11-13 1200.00 26200.00', '2026-11-14 -502.50 25697.50'],
    ],
    [
      'Wise, on the clock of its heading',
      'TransferWise ID|Date (UTC)|Amount|Currency|Description|Running Balance',
      [
        'TRANSFER-1|2026-11-13 20:41:10|1200.00|USD|ASHA|26200.00',
        'CARD-2|2026-11-14 10:00:00|-500.00|USD|RENT|25700.00',
      ],
      ['2026-11-14 1200.00 26200.00', '2026-11-14 -500.00 25700.00'],
    ],
    [
      'that does not say the direction',
      'Date|Description|Amount|Dr/Cr',
      ['13 Nov 2026|UPI|1200.00|Cr', '14 Nov 2026|RENT|500.00|RTGS'],
      ['2026-11-13 1200.00 -', '? line_direction_unknown'],
    ],
  ])('%s', async (_, header, rows, said) => {
    expect(await readStatement(header, rows)).toEqual(said);
  });
});

describe('a file that is none', () => {
  it.each([
    ['of other columns', [{ name: 'Anu', course: 'Gita' }], {}, 'settlement_unknown_file'],
    [
      'of payouts without their rows',
      [{ id: 'setl_1', amount: '1.91', status: 'processed', fees: '0', tax: '0', utr: 'u', created_at: 'x' }],
      {},
      'settlement_unknown_file',
    ],
    ['of another service', [captured('pay_1')], { service: 'stripe' }, 'settlement_other_service'],
    [
      'of a service, taken for a statement',
      [charged('ch_1', '1.00', '0.10', '0.90')],
      { service: 'bank', currency: 'USD' },
      'settlement_other_service',
    ],
  ])('%s is refused', async (_, rows, more, code) => {
    expect((await ask(rows, more)).body).toMatchObject({ status: 400, code });
    const { body } = await office.call('settlements.save_settlement', { rows, ...more, digest: 'x' }, admin);
    expect(body).toMatchObject({ status: 400, code });
  });

  it.each([
    ['no rows', { rows: [] }],
    ['rows that are no rows', { rows: ['pay_1'] }],
    ['an unknown currency', { rows: [captured('pay_1')], currency: 'XYZ' }],
    ['an unknown service', { rows: [captured('pay_1')], service: 'paypal' }],
  ])('with %s is refused', async (_, input) => {
    expect((await office.call('settlements.settlement_preview', input, admin)).status).toBe(400);
  });

  it('with columns and values that nobody knows is read without them', async () => {
    await pay('pay_1');
    const odd = {
      ...captured('pay_1'),
      notes: { a: 1 },
      settled: true,
      posted_at: null,
      __proto__: { x: 1 },
      constructor: 'x',
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a caller may send
    expect(said(await preview([odd as unknown as Cells]))).toEqual(['payment']);
  });
});

describe('saving', () => {
  it('twice at once saves once', async () => {
    await pay('pay_1');
    const rows = [captured('pay_1')];
    const { digest } = await preview(rows);
    const both = await Promise.all(
      [1, 2].map(() => office.call('settlements.save_settlement', { rows, digest }, admin)),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.map(({ body }) => body.data.saved).toSorted()).toEqual([0, 1]);
  });

  it('is undone as a whole, unless a statement shows the payout', async () => {
    await pay('pay_1');
    const saved = await save([captured('pay_1')]);
    const shown = await save(
      [{ Date: '06/03/26', Description: 'RAZORPAY 1568176960vxp0rj', Debit: '', Credit: '976.40' }],
      { currency: 'INR' },
    );
    const undo = (answer: typeof saved) =>
      office.call('audit.undo_change', { change_id: Number(answer.headers['change-id']) }, admin);
    expect(await undo(saved)).toMatchObject({ status: 409, body: { code: 'changed_since' } });
    expect((await undo(shown)).status).toBe(200);
    expect((await undo(saved)).status).toBe(200);
    expect(await many(db)`select from settlement_lines`).toEqual([]);
    expect((await preview([captured('pay_1')])).payouts[0]!.state).toBe('new');
  });
});

describe('what is open', () => {
  it('follows the payments that came or went since', async () => {
    await pay('pay_1');
    await save([captured('pay_1'), captured('pay_2')]);
    expect((await listed()).data[0]).toMatchObject({
      open: 1,
      open_lines: [{ row: 3, reference: 'pay_2', net: '976.40', reason: { code: 'line_no_payment' } }],
    });
    await pay('pay_2');
    expect((await listed()).data[0]).toMatchObject({ open: 0, open_lines: [] });
    await run(db)`update payments set status = 'void' where payment_id = 'pay_1'`;
    expect((await listed()).data[0]).toMatchObject({
      open: 1,
      open_lines: [{ reference: 'pay_1', reason: { code: 'line_not_received' } }],
    });
  });
});
