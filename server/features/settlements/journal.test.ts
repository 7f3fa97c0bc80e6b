import { read, utils } from '@e965/xlsx';
import { fromMils, toMils } from '@gurukul/contract/shared/money/money';
import { beforeEach, describe, expect, it } from 'vitest';
import { randomFrom } from '#server/db/seed/random.ts';
import { testApp } from '#server/test/app.ts';
import { one, run } from '#server/test/rows.ts';
import { foundSchool } from '#server/test/small-school.ts';
import { kolkataDay } from '#server/time/kolkata-day.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, students } = await foundSchool(db);
const admin = { as: 'admin@office.test' };

interface Row {
  readonly Date: string;
  readonly Entry: string;
  readonly Account: string;
  readonly Debit: string;
  readonly Credit: string;
  readonly Currency: string;
  readonly Reference: string;
  readonly Memo: string;
}

async function journal(month: string): Promise<Row[]> {
  const headers = { authorization: `Bearer ${await office.tokenOf('admin@office.test')}` };
  const answer = await office.app.inject({
    method: 'POST',
    url: '/api/payments/export_journal',
    headers,
    payload: { month },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toMatch(`attachment; filename="journal-${month}-`);
  const book = read(answer.rawPayload, { raw: true });
  return utils.sheet_to_json<Row>(book.Sheets[book.SheetNames[0]!]!, { defval: '' });
}

/** Debit less credit of each group, in thousandths: another sum than the one that made the file. */
function sums(rows: readonly Row[], by: (row: Row) => string): Map<string, bigint> {
  const found = new Map<string, bigint>();
  for (const row of rows) {
    expect([row.Debit === '', row.Credit === ''].toSorted()).toEqual([false, true]);
    const amount = toMils(row.Debit || '0') - toMils(row.Credit || '0');
    found.set(by(row), (found.get(by(row)) ?? 0n) + amount);
  }
  return found;
}
const accounts = (rows: readonly Row[], currency: string) =>
  Object.fromEntries(
    [
      ...sums(
        rows.filter((row) => row.Currency === currency),
        ({ Account }) => Account,
      ),
    ]
      .filter(([, sum]) => sum !== 0n)
      .map(([account, sum]) => [account, fromMils(sum, currency)]),
  );

interface PaymentFields {
  readonly kind?: 'fee' | 'donation';
  readonly method?: string | null;
  readonly currency?: string | null;
  readonly status?: string;
  readonly corrects?: number;
}
async function pay(id: string, amount: string, day: string, paid: PaymentFields = {}): Promise<number> {
  const { kind = 'fee', method = null, currency = 'INR', status = 'success', corrects = null } = paid;
  const found = await one<{ id: number }>(db)`
    insert into payments (payment_id, kind, course_id, student_id, full_name, email_id, amount, currency, status,
      method, corrects, paid_at)
    values (${id}, ${kind}, ${kind === 'fee' ? gita.id : null}, ${students.anu}, 'Anu', 'anu@office.test', ${amount},
      ${currency}, ${status}, ${method}, ${corrects}, ${`${day}T10:00:00+05:30`})
    returning id
  `;
  return found.id;
}
const charge = async (amount: string, day: string, currency = 'INR', canceled: string | null = null) =>
  (
    await one<{ id: number }>(db)`
      insert into charges (student_id, course_id, due_on, amount, currency, canceled_at)
      values (${students.anu}, ${gita.id}, ${day}, ${amount}, ${currency}, ${canceled})
      returning id
    `
  ).id;
const refund = (payment: number, amount: string, day: string, reversed: string | null = null) =>
  run(db)`
    insert into refunds (payment_id, amount, refunded_at, reversed_at)
    values (${payment}, ${amount}, ${`${day}T10:00:00+05:30`}, ${reversed})
  `;
const voided = (payment: number) => run(db)`update payments set status = 'void' where id = ${payment}`;

const thisDay = kolkataDay(Date.now());
const thisMonth = thisDay.slice(0, 7);

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

describe('the journal of a month', () => {
  it('has each kind of entry in its accounts', async () => {
    const due = await charge('6000.00', '2026-03-01');
    await run(db)`
      insert into waivers (charge_id, amount, reason, created_at)
      values (${due}, 1000, 'discount', '2026-03-02T10:00:00Z')
    `;
    await pay('cash-1', '500.00', '2026-03-03', { method: 'cash' });
    await pay('upi-1', '501.00', '2026-03-03', { method: 'upi' });
    await pay('bank-1', '502.00', '2026-03-03', { method: 'bank' });
    await pay('cheque-1', '503.00', '2026-03-03', { method: 'cheque' });
    const online = await pay('pay_1', '1000.00', '2026-03-03');
    await refund(online, '100.00', '2026-03-05');
    await pay('gift-1', '250.00', '2026-03-03', { kind: 'donation', method: 'cash' });
    await pay('pay_2', '9.00', '2026-03-03', { status: 'failed' });
    await run(db)`
      insert into ticket_payments (payment_id, name, email, course_type, registration_code, amount, currency, status,
        created_at)
      values ('t1', 'Guest', 'g@office.test', 'Scripture', 'R1', 300, 'INR', 'success', '2026-03-04T10:00:00Z')
    `;
    const rows = [
      {
        transaction_entity: 'payment',
        entity_id: 'pay_1',
        amount: '1000.0',
        currency: 'INR',
        'fee (exclusive tax)': '20.0',
        tax: '3.6',
        debit: '0.0',
        credit: '976.4',
        settlement_id: 'setl_1',
        settled_at: '2026-03-05T13:33:57',
        settlement_utr: 'utr1',
      },
      {
        transaction_entity: 'adjustment',
        entity_id: 'adj_1',
        amount: '5',
        currency: 'INR',
        debit: '5',
        credit: '0',
        settlement_id: 'setl_1',
      },
    ];
    const { body } = await office.call('settlements.settlement_preview', { rows }, admin);
    await office.call('settlements.save_settlement', { rows, digest: body.data.digest }, admin);

    const found = await journal('2026-03');
    expect(accounts(found, 'INR')).toEqual({
      Receivables: fromMils(6_000_000n - 1_000_000n - 3_006_000n + 100_000n, 'INR'),
      Fees: '-6000.00',
      Waivers: '1000.00',
      Cash: '750.00',
      UPI: '501.00',
      Cheques: '503.00',
      Donations: '-250.00',
      Tickets: '-300.00',
      // 502 by transfer, and the payout
      Bank: '1473.40',
      // 1000 - 100 + 300, less what was settled
      Gateway: '200.00',
      'Gateway fees': '20.00',
      'Tax on gateway fees': '3.60',
      'Gateway adjustments': '5.00',
    });
    expect(
      [...sums(found, ({ Entry, Currency }) => `${Entry} ${Currency}`).values()].filter((sum) => sum !== 0n),
    ).toEqual([]);
    expect(
      found.filter(({ Reference }) => Reference === 'pay_1').map(({ Date: day, Entry }) => [day, Entry])[0],
    ).toEqual(['2026-03-03', `payment ${online}`]);
    expect(await journal('2026-02')).toEqual([]);
  });

  it('puts midnight in India between two days', async () => {
    await run(db)`
      insert into payments (payment_id, course_id, full_name, email_id, amount, currency, status, paid_at)
      values ('late', ${gita.id}, 'Anu', 'a@office.test', 1, 'INR', 'success', '2026-03-31T18:30:00Z')
    `;
    expect(await journal('2026-03')).toEqual([]);
    expect((await journal('2026-04')).map(({ Date: day }) => day)).toEqual(['2026-04-01', '2026-04-01']);
  });

  it('of a month that is over does not change by a void: it is reversed on its own day', async () => {
    const march = await pay('cash-1', '500.00', '2026-03-03', { method: 'cash' });
    const before = await journal('2026-03');
    await voided(march);
    const corrected = await pay('cash-2', '600.00', '2026-03-03', { method: 'cash', corrects: march });
    expect(await journal('2026-03')).toEqual(before);
    expect(
      (await journal(thisMonth)).map(({ Entry, Account, Debit, Credit }) => [
        Entry,
        Account,
        Debit || `-${Credit}`,
      ]),
    ).toEqual([
      [`payment ${corrected}`, 'Cash', '600.00'],
      [`payment ${corrected}`, 'Receivables', '-600.00'],
      [`payment ${march} reversed`, 'Receivables', '500.00'],
      [`payment ${march} reversed`, 'Cash', '-500.00'],
    ]);
  });

  it('has nothing of what was void or canceled in its own month', async () => {
    await voided(await pay('cash-1', '500.00', thisDay, { method: 'cash' }));
    await charge('100.00', thisDay, 'INR', `${thisDay}T12:00:00+05:30`);
    expect(await journal(thisMonth)).toEqual([]);
  });

  it('reverses canceled charges, their waivers, and refunds that came back', async () => {
    const due = await charge('100.00', '2026-03-01', 'INR', '2026-05-02T10:00:00Z');
    await run(db)`
      insert into waivers (charge_id, amount, reason, created_at) values (${due}, 40, 'sponsored', '2026-03-02T10:00:00Z')
    `;
    await refund(await pay('pay_1', '70.00', '2026-03-03'), '70.00', '2026-03-04', '2026-06-05T10:00:00Z');
    expect(accounts(await journal('2026-03'), 'INR')).toEqual({
      Receivables: '60.00',
      Fees: '-100.00',
      Waivers: '40.00',
    });
    expect(accounts(await journal('2026-05'), 'INR')).toEqual({
      Receivables: '-60.00',
      Fees: '100.00',
      Waivers: '-40.00',
    });
    expect(accounts(await journal('2026-06'), 'INR')).toEqual({ Receivables: '-70.00', Gateway: '70.00' });
  });

  it('leaves the currency of a payment open that nobody has decided', async () => {
    await pay('pay_1', '70.00', '2026-03-03', { currency: null });
    expect((await journal('2026-03')).map(({ Currency, Memo }) => [Currency, Memo])).toEqual(
      Array.from({ length: 2 }, () => ['', 'Anu · Gita (nobody has decided the currency)']),
    );
  });

  it.each(['2026-13', '2026-3', '26-03', '2026-03-01', ''])('refuses %j as a month', async (month) => {
    expect((await office.call('settlements.export_journal', { month }, admin)).status).toBe(400);
  });
});

describe('a long journal', () => {
  const actions = process.env['PROOF'] === 'full' ? 20_000 : 3000;

  it('has every action once, page after page, and each entry balances in its currency', async () => {
    const random = randomFrom(Number(process.env['PROOF_SEED'] ?? 27));
    const currencies = ['INR', 'USD', 'JPY', 'KWD'];
    const made = Array.from({ length: actions }, (_, index) => {
      const currency = random.pick(currencies);
      const size =
        BigInt(random.between(1, 9_999_999)) * { INR: 10n, USD: 10n, JPY: 1000n, KWD: 1n }[currency]!;
      const method = random.pick(['cash', 'upi', 'bank', 'cheque', 'card', null]);
      return {
        payment_id: `action-${index}`,
        kind: random.chance(0.1) ? 'donation' : 'fee',
        amount: fromMils(size, currency),
        currency,
        method,
        day: `2026-03-${String(random.between(1, 31)).padStart(2, '0')}`,
      };
    });
    await run(db)`
      insert into payments (payment_id, kind, course_id, full_name, email_id, amount, currency, status, method, paid_at)
      select m.payment_id, m.kind, ${gita.id}, 'Payer', 'p@office.test', m.amount, m.currency, 'success', m.method,
        (m.day || 'T10:00:00+05:30')::timestamptz
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m (payment_id text, kind text, amount numeric,
        currency text, method text, day text)
    `;
    const rows = await journal('2026-03');
    expect(rows).toHaveLength(actions * 2);
    expect(new Set(rows.map(({ Reference }) => Reference)).size).toBe(actions);
    const unbalanced = [...sums(rows, ({ Entry, Currency }) => `${Entry} ${Currency}`)].filter(
      ([, sum]) => sum !== 0n,
    );
    expect(unbalanced).toEqual([]);
    expect(rows.map(({ Date: day }) => day)).toEqual(rows.map(({ Date: day }) => day).toSorted());
    for (const currency of currencies) {
      const cash = made.filter((action) => action.currency === currency && action.method === 'cash');
      const total = cash.reduce((sum, { amount }) => sum + toMils(amount), 0n);
      expect(accounts(rows, currency)['Cash']).toBe(fromMils(total, currency));
    }
  });
});
