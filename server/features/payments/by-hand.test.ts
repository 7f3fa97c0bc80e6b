import type { CallName } from '@gurukul/contract/index';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { demoPassword, testApp } from '#server/test/app.ts';
import { proveAllMailboxes } from '#server/channels/mail/prove.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { many, one, run } from '#server/test/rows.ts';
import { codeOf } from '#server/test/office.ts';
import { admin, dayFromToday, foundSchool, other, own } from '#server/test/small-school.ts';

const portal = await testApp({ database: 'empty' });
const { db, call } = portal;
const { gita, veda, draft, students } = await foundSchool(db);
const { anu, bala, chitra, deepa, esha, gone } = students;

const today = dayFromToday(0);
const year = today.slice(0, 4);

await run(db)`
  insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
  values (${gita.id}, 'India', 'IN', 'INR', 5000), (${gita.id}, 'United States', 'US', 'USD', 100),
    (${veda.id}, 'Japan', 'JP', 'JPY', 9000)
`;
await run(db)`update people set region = 'India' where id in (${anu}, ${bala})`;
// The mother of Anu and Bala pays for both.
const { id: mother } = await one<{ id: number }>(db)`
  insert into people (email_id, main_role, first_name, phone_number)
  values ('mother@home.test', 'guardian', 'Mother', '9876500000')
  returning id
`;
await run(db)`
  insert into guardians (student_id, guardian_id, relation, pays)
  values (${anu}, ${mother}, 'mother', true), (${bala}, ${mother}, 'mother', true)
`;
// Chitra left Gita.
await run(db)`
  update enrolments set ended_on = current_date where student_id = ${chitra} and ended_on is null
`;

const charge = (student: number, course: number, amount: string, currency = 'INR') =>
  run(db)`
    insert into charges (student_id, course_id, due_on, amount, currency)
    values (${student}, ${course}, current_date, ${amount}::numeric, ${currency})
  `;

interface Row {
  [column: string]: unknown;
}
const stored = () =>
  many<Row>(db)`
    select payment_id, student_id, course_id, full_name, amount::text, currency, status, void_reason, method, kind
    from payments order by id
  `;

beforeEach(async () => {
  for (const table of [
    'receipts',
    'refunds',
    'payment_shares',
    'imported_payments',
    'payments',
    'imports',
    'waivers',
    'charges',
  ]) {
    await db.query(`delete from ${table}`);
  }
});

const cash = {
  student_id: anu,
  course_id: gita.id,
  amount: '1200.5',
  currency: 'INR',
  method: 'cash',
  paid_at: today,
};
const does = (name: CallName, input: object, as = admin) => call(name, input, { as });
const record = (input: object = {}, as = admin) => does('payments.record_payment', { ...cash, ...input }, as);
const recorded = async (
  input: object = {},
  as = admin,
): Promise<{ id: number; payment_id: string; credit: string }> => {
  const answer = await record(input, as);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data;
};
const single = async (id: number, as = admin) =>
  (await does('payments.get_single_payment', { id }, as)).body.data;

describe('a payment that somebody writes down', () => {
  it('is received money of the student, from the guardian who pays', async () => {
    const { id, payment_id, credit } = await recorded();
    expect([payment_id, credit]).toEqual([`CASH-${year}-000001`, '0.00']);
    expect(await stored()).toEqual([
      {
        payment_id,
        student_id: anu,
        course_id: gita.id,
        full_name: 'Mother',
        amount: '1200.50',
        currency: 'INR',
        status: 'success',
        void_reason: null,
        method: 'cash',
        kind: 'fee',
      },
    ]);
    expect(await single(id)).toMatchObject({
      email_id: 'mother@home.test',
      phone_number: '9876500000',
      received_by: 'Admin',
      source: 'hand',
      left: '1200.50',
      can: { correct: true, void: true, refund: true },
      steps: [{ deed: 'created', source: 'hand', by: 'Admin' }],
    });
    const names = await Promise.all([recorded(), recorded(), recorded({ method: 'upi' })]);
    expect(names.map((one_) => one_.payment_id).toSorted()).toEqual([
      `CASH-${year}-000002`,
      `CASH-${year}-000003`,
      `UPI-${year}-000001`,
    ]);
  });

  it('has the number of the bank, and asks where a payment has it already', async () => {
    const upi = { method: 'upi', reference: '407112345678' };
    expect((await recorded(upi)).payment_id).toBe('407112345678');
    expect(codeOf(await record(upi))).toBe('409 payment_id_known');
    expect((await recorded({ ...upi, again: true })).payment_id).toBe('407112345678-2');
    expect((await recorded({ ...upi, again: true })).payment_id).toBe('407112345678-3');
    expect(await stored()).toHaveLength(3);
  });

  it('sent twice at once with one number is written down once', async () => {
    const answers = await Promise.all([record({ reference: 'one' }), record({ reference: 'one' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('becomes credit as far as it is more than what is open', async () => {
    await charge(anu, gita.id, '1000');
    expect((await recorded()).credit).toBe('200.50');
    expect((await recorded({ amount: '10' })).credit).toBe('10.00');
    // Nothing is charged there.
    expect((await recorded({ student_id: deepa })).credit).toBe('0.00');
  });

  it('stands at the beginning of an earlier day, and is never in the future', async () => {
    const { id } = await recorded({ paid_at: '2026-03-05' });
    expect((await single(id)).created_at).toBe('2026-03-04T18:30:00.000Z');
    expect(codeOf(await record({ paid_at: dayFromToday(1) }))).toBe('400 bad_input paid_at: date_in_future');
  });

  it.each([
    ['0', 'amount_zero'],
    ['0.00', 'amount_zero'],
    ['-5', 'no_amount'],
    ['1234567890123', 'no_amount'],
    ['1,20', 'no_amount'],
    ['Rs. 500/-', 'no_amount'],
    ['1.200', 'amount_finer'],
    ['1.234', 'amount_finer'],
    ['', 'no_amount'],
  ])('refuses the amount %j', async (amount, problem) => {
    expect(codeOf(await record({ amount }))).toBe(`400 bad_input amount: ${problem}`);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['JPY', '1250', '1250'],
    ['JPY', '1250.00', '1250'],
    ['KWD', '1.2', '1.200'],
    ['usd', '7', '7.00'],
  ])('in %s is stored with the decimals of that currency: %s', async (currency, amount, as) => {
    await recorded({ currency, amount, knowing: true });
    expect(await stored()).toMatchObject([{ amount: as, currency: currency.toUpperCase() }]);
  });

  it('in yen has no decimals', async () => {
    expect(codeOf(await record({ currency: 'JPY', amount: '10.5', knowing: true }))).toBe(
      '400 bad_input amount: amount_finer',
    );
    expect(codeOf(await record({ currency: 'XXY' }))).toBe('400 bad_input currency: no_currency');
  });

  it('in a currency in which the course has no price is asked about', async () => {
    expect(codeOf(await record({ currency: 'EUR' }))).toBe('409 currency_without_price');
    await recorded({ currency: 'EUR', knowing: true });
    // A course without any price has nothing to compare with.
    await recorded({ course_id: draft.id, currency: 'EUR' });
  });

  it('reaches own courses and living students only', async () => {
    expect((await record({ student_id: gone })).status).toBe(404);
    expect((await record({ student_id: mother })).status).toBe(404);
    expect((await record({ course_id: 999_999 })).status).toBe(404);
    // They left, and may still owe something.
    await recorded({ student_id: chitra }, own);
    expect(await stored()).toHaveLength(1);
  });

  it('says for whom and for what a fee is', async () => {
    expect(codeOf(await record({ student_id: null }))).toBe('400 bad_input student_id: fill_in');
    expect(codeOf(await record({ course_id: null }))).toBe('400 bad_input course_id: fill_in');
  });

  it('can be taken back until something rests on it', async () => {
    const answer = await record();
    const { id } = answer.body.data;
    const undo = () => does('audit.undo_change', { change_id: Number(answer.headers['change-id']) });
    await does('payments.refund_payment', { id, amount: '5', reason: 'Left', refunded_at: today });
    expect((await undo()).status).toBe(409);
    await run(db)`delete from refunds`;
    await run(db)`
      insert into receipts (series, year, number, payment_id, language, content)
      values ('R', '2026', 1, ${id}, 'en', '{}')
    `;
    expect((await undo()).status).toBe(409);
    await run(db)`delete from receipts`;
    expect((await undo()).status).toBe(200);
    expect(await stored()).toEqual([]);
  });
});

describe('one payment for a brother and a sister', () => {
  const both = (a: string, b: string) => ({
    student_id: null,
    course_id: null,
    shares: [
      { user_id: anu, course_id: gita.id, amount: a },
      { user_id: bala, course_id: gita.id, amount: b },
    ],
  });

  it('adds up, counts for each of them, and stands in both lists with their part', async () => {
    await charge(anu, gita.id, '700');
    await charge(bala, gita.id, '500');
    const { id, credit } = await recorded({ ...both('700', '500.5') });
    expect(credit).toBe('0.50');
    expect((await single(id)).shares).toMatchObject([
      { fullname: 'Anu', course_name: 'Gita', amount: '700.00', refunded: '0' },
      { fullname: 'Bala', course_name: 'Gita', amount: '500.50', refunded: '0' },
    ]);
    for (const [student, part] of [
      [anu, '700.00'],
      [bala, '500.50'],
    ] as const) {
      const { body } = await does('payments.get_payment_details', { student_id: student, page: 1 });
      expect(body.data).toMatchObject([{ id, amount: '1200.50', own: { amount: part } }]);
      expect(body.totals).toEqual([
        { currency: 'INR', received: part, open: '0.00', waived: '0.00', refunded: '0.00' },
      ]);
    }
    const { body } = await does('payments.get_payment_details', { page: 1 });
    expect(body.totals).toMatchObject([{ received: '1200.50' }]);
    const [status] = await many<Row>(db)`
      select payment_status from enrolments where student_id = ${bala} and ended_on is null
    `;
    expect(status).toEqual({ payment_status: 'Successful' });
  });

  it.each([
    [both('700', '500'), 'amount: amount_not_the_sum'],
    [both('1200.5', '0'), 'shares.1.amount: amount_zero'],
    [
      {
        shares: [
          { user_id: anu, course_id: gita.id, amount: '600' },
          { user_id: anu, course_id: gita.id, amount: '600.5' },
        ],
      },
      'shares: share_twice',
    ],
  ])('is refused: %j', async (input, problem) => {
    expect(codeOf(await record(input))).toBe(`400 bad_input ${problem}`);
  });

  it('is out of a course admin’s reach as soon as one share is', async () => {
    const shares = [
      { user_id: anu, course_id: gita.id, amount: '700' },
      { user_id: esha, course_id: veda.id, amount: '500.5' },
    ];
    expect((await record({ shares }, own)).status).toBe(404);
    const { id } = await recorded({ shares, knowing: true });
    // They see it and their share, and an account admin changes it.
    expect(await single(id, own)).toMatchObject({
      shares: [{ fullname: 'Anu' }],
      can: { correct: false, void: false, refund: false },
    });
    expect((await single(id, other)).shares).toMatchObject([{ fullname: 'Esha' }]);
    expect((await does('payments.void_payment', { id, reason: 'No' }, own)).status).toBe(404);
    const { body } = await does('payments.export_payments', { format: 'csv' }, other);
    expect(String(body)).toContain('1200.5');
  });

  it('shows an account admin the share of a course that was deleted since', async () => {
    const { id: gone } = await one<{ id: number }>(db)`
      insert into courses (course_name, course_image, course_duration, start_date)
      values ('Gone', '', 'yearly', current_date) returning id
    `;
    const shares = [
      { user_id: anu, course_id: gita.id, amount: '700' },
      { user_id: bala, course_id: gone, amount: '500.5' },
    ];
    const { id } = await recorded({ shares, knowing: true });
    await run(db)`update courses set deleted_at = now() where id = ${gone}`;
    expect((await single(id)).shares).toMatchObject([{ fullname: 'Anu' }, { fullname: 'Bala' }]);
    expect((await single(id, own)).shares).toMatchObject([{ fullname: 'Anu' }]);
  });

  it('is refunded share by share', async () => {
    const { id } = await recorded(both('700', '500.5'));
    const { shares } = await single(id);
    const refund = (input: object) =>
      does('payments.refund_payment', { id, amount: '600', reason: 'Left', refunded_at: today, ...input });
    expect(codeOf(await refund({}))).toBe('400 bad_input share_id: share_missing');
    expect(codeOf(await refund({ share_id: shares[1].share_id }))).toBe(
      '400 bad_input amount: amount_above_left',
    );
    expect((await refund({ share_id: shares[0].share_id })).body.data.left).toBe('600.50');
    expect((await refund({ share_id: 999_999 })).status).toBe(404);
  });
});

describe('a donation', () => {
  const gift = {
    kind: 'donation',
    student_id: null,
    course_id: null,
    full_name: 'Well wisher',
    campaign: 'Roof',
  };

  it('needs neither course nor student, and counts in no ledger', async () => {
    const { id } = await recorded(gift);
    expect(await single(id)).toMatchObject({
      kind: 'donation',
      course_id: null,
      course_name: '',
      campaign: 'Roof',
    });
    const { body } = await does('payments.get_payment_details', { kind: 'donation', page: 1 });
    expect(body).toMatchObject({ data: [{ id }], campaigns: ['Roof'] });
    const { total_count } = (await does('payments.get_payment_details', { campaign: 'Wall', page: 1 })).body;
    expect(total_count).toBe(0);
    expect(await many(db)`select from ledger_entries`).toEqual([]);
  });

  it('is written down by account admins, and names its donor', async () => {
    expect((await record({ ...gift, course_id: gita.id }, own)).status).toBe(403);
    expect(codeOf(await record({ ...gift, full_name: '' }))).toBe('400 bad_input full_name: payer_missing');
    const { id } = await recorded(gift);
    expect((await does('payments.get_single_payment', { id }, own)).status).toBe(404);
    expect((await does('payments.void_payment', { id, reason: 'No' }, own)).status).toBe(404);
    expect((await single(id)).can).toMatchObject({ correct: true, void: true });
    expect((await does('payments.void_payment', { id, reason: 'Twice' })).status).toBe(200);
  });
});

describe('a correction', () => {
  it('declares the payment void, and another takes its place and its number', async () => {
    const { id, payment_id } = await recorded({ reference: 'UPI 7', method: 'upi' });
    const answer = await does('payments.correct_payment', {
      ...cash,
      id,
      method: 'upi',
      amount: '120.05',
      student_id: bala,
      reason: 'A slip of the keys',
    });
    const { id: next } = answer.body.data;
    expect(answer.body.data.payment_id).toBe(payment_id);
    expect(await stored()).toMatchObject([
      {
        payment_id: `UPI 7 (void ${id})`,
        status: 'void',
        void_reason: 'A slip of the keys',
        amount: '1200.50',
      },
      { payment_id: 'UPI 7', status: 'success', amount: '120.05', student_id: bala },
    ]);
    expect(await single(id)).toMatchObject({
      corrected_by: { id: next, payment_id: 'UPI 7' },
      can: { correct: false, void: false, refund: false },
      left: '0.00',
      steps: [{ deed: 'created' }, { deed: 'updated', source: 'hand', by: 'Admin' }],
    });
    const corrected = await single(next);
    expect(corrected.corrects).toEqual({ id, payment_id: `UPI 7 (void ${id})` });
    // Once more, and everything is taken back.
    const twice = await does('payments.correct_payment', { ...cash, id: next, amount: '3', reason: 'Again' });
    for (const each of [twice, answer]) {
      const undone = await does('audit.undo_change', { change_id: Number(each.headers['change-id']) });
      expect(undone.status).toBe(200);
    }
    expect(await stored()).toMatchObject([{ payment_id: 'UPI 7', status: 'success', amount: '1200.50' }]);
  });

  it('keeps who paid, though the people have other names by then', async () => {
    const paidBy = async (input: object) => {
      const { id } = await recorded({ amount: '1', ...input });
      await run(db)`update people set first_name = first_name || ' Devi' where id = ${mother}`;
      const written = (await single(id)).full_name;
      const { body } = await does('payments.correct_payment', {
        ...cash,
        id,
        amount: '2',
        full_name: written,
        reason: 'Slip',
      });
      await run(db)`update people set first_name = 'Mother' where id = ${mother}`;
      const { body: statement } = await does('receipts.get_statement', { payment_id: body.data.id });
      const ofChild = await does('receipts.get_statement', { user_id: anu });
      return [statement.data.payer, ofChild.body.data.paid_by_others.map((one: Row) => one['fullname'])];
    };
    expect(await paidBy({})).toEqual(['Mother', []]);
    expect(await paidBy({ full_name: 'Uncle' })).toEqual(['Uncle', ['Uncle']]);
  });

  it('keeps the moment of a payment whose day stays', async () => {
    const { id } = await recorded();
    const before = await single(id);
    const { body } = await does('payments.correct_payment', { ...cash, id, amount: '1', reason: 'Slip' });
    expect((await single(body.data.id)).created_at).toBe(before.created_at);
  });

  it('needs a payment that succeeded and was not refunded', async () => {
    const { id } = await recorded();
    await run(db)`update payments set status = 'failed'`;
    const correct = () => does('payments.correct_payment', { ...cash, id, reason: 'Slip' });
    expect(codeOf(await correct())).toBe('409 payment_not_received');
    await run(db)`update payments set status = 'success'`;
    await does('payments.refund_payment', { id, amount: '5', reason: 'Left', refunded_at: today });
    expect(codeOf(await correct())).toBe('409 payment_has_refunds');
    expect(codeOf(await does('payments.void_payment', { id, reason: 'Slip' }))).toBe(
      '409 payment_has_refunds',
    );
    expect(codeOf(await does('payments.correct_payment', { ...cash, id, reason: ' ' }))).toContain('400');
    expect(await stored()).toHaveLength(1);
  });

  it('never moves a payment into a course out of reach', async () => {
    const { id } = await recorded({}, own);
    expect(
      (await does('payments.correct_payment', { ...cash, id, course_id: veda.id, reason: 'Slip' }, own))
        .status,
    ).toBe(404);
    expect((await does('payments.correct_payment', { ...cash, id, reason: 'Slip' }, other)).status).toBe(404);
  });
});

describe('a void payment', () => {
  it('counts no more, keeps its number and its reason, and comes back by Undo', async () => {
    await charge(anu, gita.id, '1200.50');
    const { id, payment_id } = await recorded();
    const statusOfAnu = async () =>
      (
        await one<Row>(db)`
          select payment_status from enrolments where student_id = ${anu} and ended_on is null
        `
      )['payment_status'];
    expect(await statusOfAnu()).toBe('Successful');
    const answer = await does('payments.void_payment', { id, reason: 'The cheque bounced' });
    expect(answer.body.data).toEqual({ id, payment_id });
    expect(await statusOfAnu()).toBeNull();
    const { body } = await does('payments.get_payment_details', { page: 1 });
    expect(body.data).toMatchObject([{ status: 'void', void_reason: 'The cheque bounced' }]);
    expect(body.totals).toMatchObject([{ received: '0.00', open: '1200.50' }]);
    await does('audit.undo_change', { change_id: Number(answer.headers['change-id']) });
    expect(await statusOfAnu()).toBe('Successful');
  });

  it('makes its receipt void, and so does a correction', async () => {
    const { id } = await recorded();
    await does('receipts.issue_receipt', { payment_id: id });
    const corrected = await does('payments.correct_payment', { ...cash, id, amount: '3', reason: 'Slip' });
    const next = corrected.body.data.id;
    await does('receipts.issue_receipt', { payment_id: next });
    await does('payments.void_payment', { id: next, reason: 'Bounced' });
    expect(
      await many(db)`select number, void_reason, voided_at is not null as is_void from receipts order by id`,
    ).toEqual([
      { number: 1, void_reason: 'Slip', is_void: true },
      { number: 2, void_reason: 'Bounced', is_void: true },
    ]);
  });

  it('is declared void once, by one of two browsers', async () => {
    const { id } = await recorded();
    const answers = await Promise.all(
      [1, 2].map((n) => does('payments.void_payment', { id, reason: `Twice ${n}` })),
    );
    expect(answers.map(({ body }) => body.code ?? 'done').toSorted()).toEqual(['already_void', 'done']);
  });

  const row = (more: object = {}) => ({
    full_name: 'Anu',
    course_name: 'Gita',
    payment_id: 'pay_1',
    created_at: '2026-03-05T10:00:00Z',
    amount: '1200.50',
    status: 'success',
    email_id: 'anu@office.test',
    ...more,
  });
  const upload = (more?: object) => does('paymentUpload.excel_payment_details_upload', [row(more)]);

  it('is not revived by the same file, by another one, or by a service', async () => {
    await upload();
    const { id } = await one<{ id: number }>(db)`select id from payments`;
    await does('payments.void_payment', { id, reason: 'Bounced' });
    for (const more of [{}, { amount: '7' }, { course_name: 'Nowhere' }]) {
      expect((await upload(more)).status).toBe(200);
      expect(await stored()).toMatchObject([{ payment_id: 'pay_1', status: 'void', amount: '1200.50' }]);
    }
    const preview = await does('paymentUpload.payments_preview', {
      file_name: 'a.csv',
      rows: [{ row: 2, ...row({ amount: '7' }) }],
    });
    expect(preview.body.data.rows).toMatchObject([
      { outcome: 'unchanged', problems: [], notes: [{ code: 'payment_void' }] },
    ]);

    const scopes = ['payments'];
    const made = await does('intake.create_key', { name: 'Site', scopes, password: demoPassword });
    const item = {
      payment_id: 'pay_1',
      course_id: gita.id,
      full_name: 'Anu',
      email_id: 'anu@office.test',
      amount: '7.00',
      status: 'success',
      paid_at: '2026-03-05T10:00:00Z',
    };
    const headers = { authorization: `Bearer ${made.body.data.key}` };
    const { body } = await call('intake.payments', { items: [item] }, { headers });
    expect(body.data.results).toMatchObject([
      { outcome: 'rejected', problem: 'The office entered or changed this payment, so no key changes it' },
    ]);
    expect(await stored()).toMatchObject([{ status: 'void', amount: '1200.50' }]);
  });

  it('leaves its corrected successor to the office too', async () => {
    await upload();
    const { id } = await one<{ id: number }>(db)`select id from payments`;
    await does('payments.correct_payment', { ...cash, id, amount: '12', reason: 'Slip' });
    expect((await upload({ amount: '1200.50' })).status).toBe(200);
    expect(await stored()).toMatchObject([
      { payment_id: `pay_1 (void ${id})`, status: 'void' },
      { payment_id: 'pay_1', status: 'success', amount: '12.00' },
    ]);
    const preview = await does('paymentUpload.payments_preview', {
      file_name: 'a.csv',
      rows: [{ row: 2, ...row() }],
    });
    expect(preview.body.data.rows).toMatchObject([
      { outcome: 'unchanged', notes: [{ code: 'payment_by_hand' }] },
    ]);
  });
});

describe('a refund', () => {
  const refund = (id: number, amount: string, more: object = {}) =>
    does('payments.refund_payment', { id, amount, reason: 'Left', refunded_at: today, ...more });

  it('is never more than what is left', async () => {
    const { id } = await recorded();
    expect((await refund(id, '200.5')).body.data.left).toBe('1000.00');
    expect(codeOf(await refund(id, '1000.01'))).toBe('400 bad_input amount: amount_above_left');
    expect((await refund(id, '1000', { kind: 'dispute', reference: 'rfnd_1' })).body.data.left).toBe('0.00');
    const payment = await single(id);
    expect(payment).toMatchObject({
      refunded: '1200.50',
      can: { refund: false, void: false },
      refunds: [
        { amount: '200.50', kind: 'refund', by: 'Admin' },
        { amount: '1000.00', kind: 'dispute', refund_id: 'rfnd_1' },
      ],
    });
    const { body } = await does('payments.get_payment_details', { page: 1 });
    expect(body.totals).toMatchObject([{ received: '1200.50', refunded: '1200.50' }]);
  });

  /** Gives what was mailed about refunds since it was asked last. */
  async function listensToRefunds() {
    // The refunds of the other tests.
    await run(db)`delete from mails`;
    await proveAllMailboxes(db);
    let seen = (await deliveredMails(portal)).length;
    return async () => {
      const mails = await deliveredMails(portal);
      const since = mails.slice(seen);
      seen = mails.length;
      const ofRefunds = since.filter(({ subject }) => subject.includes('back to you'));
      for (const { text } of ofRefunds)
        expect(text).toMatch(/tell the office\.[^]*You reach the office at \S+@/);
      return ofRefunds.map(({ to, subject }) => `${to}: ${subject}`);
    };
  }

  it('is told to the payer by one mail, unless it is undone or reversed within the minute', async () => {
    const { id } = await recorded();
    const told = await listensToRefunds();
    await refund(id, '200.5');
    expect(await told()).toEqual(['mother@home.test: ₹200.50 went back to you']);
    const { body } = await refund(id, '100');
    await does('payments.reverse_refund', { refund_id: body.data.refund_id });
    const { headers } = await refund(id, '100');
    await does('audit.undo_change', { change_id: Number(headers['change-id']) });
    await refund(id, '50', { kind: 'dispute' });
    expect(await told()).toEqual([]);
  });

  it('that was told and does not hold is corrected once, after a reversal and after an Undo', async () => {
    const { id } = await recorded();
    const told = await listensToRefunds();
    const { body } = await refund(id, '200.5');
    expect(await told()).toEqual(['mother@home.test: ₹200.50 went back to you']);
    await does('payments.reverse_refund', { refund_id: body.data.refund_id });
    expect(await told()).toEqual(['mother@home.test: ₹200.50 did not go back to you']);
    const { headers } = await refund(id, '100');
    expect(await told()).toEqual(['mother@home.test: ₹100.00 went back to you']);
    const undone = await does('audit.undo_change', { change_id: Number(headers['change-id']) });
    expect(undone.body.data.mails).toBe(1);
    expect(await told()).toEqual(['mother@home.test: ₹100.00 did not go back to you']);
  });

  it('of more than a week ago is no news', async () => {
    const { id } = await recorded({ paid_on: dayFromToday(-30) });
    await run(db)`delete from mails`;
    await refund(id, '10', { refunded_at: dayFromToday(-9) });
    expect(await many(db)`select from mails where kind = 'money_back'`).toEqual([]);
  });

  it('twice at once, each of more than half, is made once', async () => {
    const { id } = await recorded();
    const answers = await Promise.all([refund(id, '700'), refund(id, '700')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await many(db)`select from refunds`).toHaveLength(1);
  });

  it('is reversed once, and then there is more left', async () => {
    const { id } = await recorded();
    const refundId = (await refund(id, '700')).body.data.refund_id;
    const reverse = (as = admin) => does('payments.reverse_refund', { refund_id: refundId }, as);
    expect((await reverse(other)).status).toBe(404);
    const answers = await Promise.all([reverse(), reverse()]);
    expect(answers.map(({ body }) => body.code ?? body.data.left).toSorted()).toEqual([
      '1200.50',
      'refund_reversed',
    ]);
    expect((await refund(id, '1200.50')).status).toBe(200);
  });

  it('is refused without money, in other decimals, in the future, and with a number twice', async () => {
    const { id } = await recorded();
    expect(codeOf(await refund(id, '0'))).toBe('400 bad_input amount: amount_zero');
    expect(codeOf(await refund(id, '1.005'))).toBe('400 bad_input amount: amount_finer');
    expect(codeOf(await refund(id, '1', { refunded_at: dayFromToday(1) }))).toBe(
      '400 bad_input refunded_at: date_in_future',
    );
    await refund(id, '1', { reference: 'R1' });
    expect(codeOf(await refund(id, '1', { reference: 'R1' }))).toBe('409 refund_known');
    await run(db)`update payments set status = 'pending'`;
    expect(codeOf(await refund(id, '1'))).toBe('409 payment_not_received');
    await run(db)`update payments set status = 'success', currency = null`;
    expect(codeOf(await refund(id, '1'))).toBe('409 payment_without_currency');
  });
});

describe('payments without a currency', () => {
  const plant = () =>
    run(db)`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, paid_at)
      values ('a', ${gita.id}, ${anu}, 'Anu', '', 100.00, null, 'success', now()),
        ('b', ${gita.id}, ${bala}, 'Bala', '', 100.50, null, 'success', now()),
        ('c', ${veda.id}, ${esha}, 'Esha', '', 7.00, null, 'success', now()),
        ('d', ${gita.id}, ${anu}, 'Anu', '', 9.00, 'USD', 'success', now())
    `;
  const idsOf = async (...names: string[]) =>
    (
      await many<{ id: number }>(db)`select id from payments where payment_id = any(${names}) order by id`
    ).map(({ id }) => id);
  const decide = async (input: object, as = admin) => {
    const preview = await does('payments.preview_currency', input, as);
    const { digest } = preview.body.data;
    return {
      preview: preview.body.data,
      done: await does('payments.set_currency', { ...input, digest }, as),
    };
  };
  const currencies = async () =>
    (await many<Row>(db)`select currency, amount::text from payments order by payment_id`).map(
      ({ currency, amount }) => `${String(amount)} ${String(currency)}`,
    );

  it('get one where they are ticked; others never change', async () => {
    await plant();
    const { preview, done } = await decide({ ids: await idsOf('a', 'b', 'd'), currency: 'INR' });
    expect(preview).toMatchObject({ selected: 2, changes: 2, unfit: 0, amount: '200.50' });
    expect(done.body.data).toEqual({ changed: 2 });
    expect(await currencies()).toEqual(['100.00 INR', '100.50 INR', '7.00 null', '9.00 USD']);
    await does('audit.undo_change', { change_id: Number(done.headers['change-id']) });
    expect(await currencies()).toEqual(['100.00 null', '100.50 null', '7.00 null', '9.00 USD']);
  });

  it('stay where the currency has no such decimals', async () => {
    await plant();
    const { preview } = await decide({ currency: 'jpy' });
    expect(preview).toMatchObject({ selected: 3, changes: 2, unfit: 1, amount: '107' });
    expect(await currencies()).toEqual(['100 JPY', '100.50 null', '7 JPY', '9.00 USD']);
  });

  it('of own courses alone are a course admin’s, by filter or by tick', async () => {
    await plant();
    const ticked = { ids: await idsOf('a', 'c'), currency: 'INR' };
    expect((await decide(ticked, own)).preview).toMatchObject({ selected: 1 });
    expect((await decide({ filter: { search: 'e' }, currency: 'INR' }, own)).preview).toMatchObject({
      selected: 0,
    });
    expect((await decide({ filter: {}, currency: 'INR' }, own)).preview).toMatchObject({ selected: 1 });
    expect(await currencies()).toEqual(['100.00 INR', '100.50 INR', '7.00 null', '9.00 USD']);
    expect((await does('payments.preview_currency', { of: 'tickets', currency: 'INR' }, own)).status).toBe(
      403,
    );
  });

  it('are tickets as well', async () => {
    await run(db)`
      insert into ticket_payments (payment_id, name, email, course_type, registration_code, amount, status)
      values ('t1', 'Anu', '', 'Day', 'A', 600.00, 'success'), ('t2', 'Bala', '', 'Camp', 'B', 5.00, 'success')
    `;
    const { done } = await decide({ of: 'tickets', filter: { course_type: 'Day' }, currency: 'INR' });
    expect(done.body.data).toEqual({ changed: 1 });
    const tickets = await many(db)`select currency from ticket_payments order by payment_id`;
    expect(tickets).toEqual([{ currency: 'INR' }, { currency: null }]);
  });
});

describe('a proposal', () => {
  const propose = async (student_id: number | null, as = admin) =>
    (await does('payments.propose_payment', { student_id }, as)).body.data;

  it('is the guardian who pays, the course with what is open or its price, and the siblings', async () => {
    expect(await propose(anu)).toMatchObject({
      payer: { full_name: 'Mother', email_id: 'mother@home.test', phone_number: '9876500000' },
      student: {
        fullname: 'Anu',
        courses: [{ course_name: 'Gita', currency: 'INR', amount: '5000.00', currencies: ['INR', 'USD'] }],
      },
      siblings: [{ user_id: bala, fullname: 'Bala', courses: [{ course_name: 'Gita' }] }],
      today,
    });
    // Who need not pay, or has paid, is not asked for the price again.
    for (const [payment_status, amount] of [
      ['Exempted', null],
      ['Successful', null],
      ['Failed', '5000.00'],
    ] as const) {
      await run(db)`
        update enrolments set payment_status = ${payment_status} where student_id = ${bala} and ended_on is null
      `;
      expect((await propose(anu)).siblings[0].courses).toMatchObject([{ amount }]);
    }
    await charge(anu, gita.id, '300');
    await recorded({ amount: '100' });
    expect((await propose(anu)).student.courses).toMatchObject([{ amount: '200.00', currency: 'INR' }]);
    // No region says which of two prices.
    expect((await propose(deepa)).student.courses).toMatchObject([{ amount: null, currency: null }]);
    expect((await propose(esha)).student.courses).toMatchObject([{ amount: '9000', currency: 'JPY' }]);
    expect(await propose(null)).toMatchObject({ student: null, siblings: [] });
  });

  it('is what is due, else the next part, and nothing where all is paid', async () => {
    const part = (days: number, amount: string) => run(db)`
      insert into charges (student_id, course_id, due_on, amount, currency)
      values (${anu}, ${gita.id}, ${dayFromToday(days)}::date, ${amount}::numeric, 'INR')
    `;
    await part(-1, '1000');
    await part(0, '500');
    await part(30, '700');
    await part(60, '700');
    const amount = async () => (await propose(anu)).student.courses[0].amount;
    expect(await amount()).toBe('1500.00');
    await recorded({ amount: '1500' });
    expect(await amount()).toBe('700.00');
    await recorded({ amount: '1400' });
    expect(await amount()).toBe(null);
  });

  it('has the currency of the provider, for a donation', async () => {
    await run(db)`update provider set reporting_currency = 'USD'`;
    onTestFinished(async () => void (await run(db)`update provider set reporting_currency = null`));
    expect((await propose(null)).currency).toBe('USD');
  });
});

describe('the days of money', () => {
  it('are those of the provider’s clock, in the list, its filter and its file', async () => {
    await run(db)`update provider set time_zone = 'America/Chicago'`;
    onTestFinished(async () => void (await run(db)`update provider set time_zone = 'Asia/Kolkata'`));
    const { id } = await recorded({ paid_at: '2026-03-05' });
    expect((await single(id)).created_at).toBe('2026-03-05T06:00:00.000Z');
    const found = async (day: string) =>
      (await does('payments.get_payment_details', { from: day, to: day, page: 1, pageSize: 10 })).body.data;
    expect([await found('2026-03-04'), await found('2026-03-05')]).toMatchObject([[], [{ id }]]);
    const issued = await does('receipts.issue_receipt', { payment_id: id });
    const file = await portal.app.inject({
      method: 'POST',
      url: '/api/payments/export_payments',
      headers: { authorization: `Bearer ${await portal.tokenOf(admin)}` },
      payload: { format: 'csv' },
    });
    const [head, line] = file.body.replace('\uFEFF', '').split('\r\n');
    const cells = (row = '') => row.slice(1, -1).split('","');
    const values = Object.fromEntries(cells(head).map((name, n) => [name, cells(line)[n]]));
    expect(values).toMatchObject({
      Date: '2026-03-05',
      Time: '',
      Receipt: issued.body.data.number,
      How: 'Cash',
    });
  });
});
