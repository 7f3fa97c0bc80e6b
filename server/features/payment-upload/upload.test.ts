import { beforeEach, describe, expect, it } from 'vitest';
import { many, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import { foundSchool, own } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, veda, students } = await foundSchool(db);

type Cells = Record<string, unknown>;
const row = (more: Cells = {}): Cells => ({
  full_name: 'Anu',
  course_name: 'Gita',
  payment_id: 'pay_1',
  created_at: '2026-03-05T10:00:00Z',
  amount: '1200.50',
  status: 'success',
  phone_number: '9876500001',
  email_id: 'anu@office.test',
  ...more,
});
const upload = (as: string | undefined, body: unknown) =>
  office.call('paymentUpload.excel_payment_details_upload', body, as === undefined ? {} : { as });
const stored = () =>
  many<Cells>(db)`
    select payment_id, course_id, student_id, full_name, amount, status, paid_at from payments order by payment_id
  `;

beforeEach(async () => {
  await run(db)`delete from imported_payments`;
  await run(db)`delete from payments`;
  await run(db)`delete from imports`;
});

describe('payments of a spreadsheet', () => {
  it('are accepted from admins and course admins only', async () => {
    expect((await upload(undefined, [row()])).status).toBe(401);
    expect((await upload('teach@office.test', [row()])).status).toBe(403);
    expect(await stored()).toEqual([]);
  });

  it('are refused as a whole for a course out of reach, which reads like none', async () => {
    const foreign = await upload(own, [row(), row({ payment_id: 'pay_2', course_name: 'Veda' })]);
    expect(foreign.status).toBe(404);
    expect(foreign.body.problems).toEqual({ 'row 3': 'There is no course of this name' });
    expect(refusal(foreign)).toEqual(
      refusal(await upload(own, [row(), row({ payment_id: 'pay_2', course_name: 'Nowhere' })])),
    );
    expect(await stored()).toEqual([]);
  });

  it('never touch a payment of somebody else’s course, nor say whose it is', async () => {
    await run(db)`
      insert into payments (payment_id, course_id, full_name, email_id, amount, status, paid_at)
      values ('pay_2', ${veda.id}, 'Esha', 'esha@office.test', 7, 'success', now())
    `;
    const before = await stored();
    const { status, body } = await upload(own, [row(), row({ payment_id: 'pay_2' })]);
    expect(status).toBe(400);
    expect(body.problems).toEqual({ 'row 3': 'This payment id is already taken' });
    expect(await stored()).toEqual(before);
  });

  it.each([
    [{ amount: '-1' }, 'Amount is negative: money that went out is no payment, so leave this row out'],
    [{ amount: 'much' }, 'Amount cannot be read'],
    [{ payment_id: '' }, 'Payment id is missing'],
    [{ created_at: 'soon' }, 'Date cannot be read: write it like 2026-03-05 or 05-Mar-2026'],
    [{ payment_id: 'pay_1', amount: '5' }, 'Row 2 has the same payment id and says something else'],
  ])('are refused as a whole with %j', async (wrong, problem) => {
    const { status, body } = await upload(own, [row(), row({ payment_id: 'pay_2', ...wrong })]);
    expect(status).toBe(400);
    expect(body.problems['row 3']).toBe(problem);
    expect(await stored()).toEqual([]);
  });

  it('may be twenty thousand and ten megabytes, no more', async () => {
    expect(
      (
        await upload(
          own,
          Array.from({ length: 20_001 }, () => ({})),
        )
      ).status,
    ).toBe(413);
    expect((await upload(own, [row({ full_name: 'x'.repeat(10 * 1024 * 1024) })])).status).toBe(413);
  });

  it('are saved with their student, under any headings', async () => {
    const { status, body } = await upload(own, {
      rows: [
        {
          'Full Name': 'Anu',
          'COURSE NAME': 'gita',
          PaymentId: 'pay_1',
          'created at': 46_086,
          amount: 1200.5,
          Status: 'Paid',
          phone_number: 9_876_500_001,
          EMAIL_ID: 'anu@office.test',
        },
      ],
    });
    expect([status, body]).toEqual([200, { status: 200, message: 'success', created: 1, updated: 0 }]);
    expect(await stored()).toMatchObject([
      { student_id: students.anu, amount: '1200.50', status: 'Paid', paid_at: '2026-03-04T18:30:00.000Z' },
    ]);
  });

  it('are saved without a student when nobody fits for certain', async () => {
    await upload(own, [row({ email_id: 'somebody@else.test' })]);
    expect(await stored()).toMatchObject([{ student_id: null, full_name: 'Anu' }]);
  });

  it('are stored once: the same file again adds nothing, a row twice counts once, a known id is updated', async () => {
    expect((await upload(own, [row(), row()])).body).toMatchObject({ created: 1, updated: 0 });
    expect((await upload(own, [row(), row()])).body).toMatchObject({
      message: 'success',
      created: 0,
      updated: 0,
    });
    expect(await many(db)`select id from imports`).toHaveLength(1);
    expect((await upload(own, [row({ status: 'refunded' })])).body).toMatchObject({ created: 0, updated: 1 });
    expect(await stored()).toMatchObject([{ status: 'refunded', student_id: students.anu }]);
  });

  it('sent three times at once are stored once', async () => {
    const answers = await Promise.all([1, 2, 3].map(async () => upload(own, [row()])));
    expect(answers.map(({ body }) => body.created).toSorted()).toEqual([0, 0, 1]);
    expect(await stored()).toHaveLength(1);
  });

  it('take the currency of the cell, else that of the sign, else that of the course, else none', async () => {
    const rows = [
      row({ currency: 'usd' }),
      row({ payment_id: 'pay_2', amount: '₹ 1,20,000.50' }),
      row({ payment_id: 'pay_3', amount: '$100' }),
      row({ payment_id: 'pay_4', amount: '100' }),
    ];
    const saved = async () => {
      expect((await upload(own, rows)).body).toMatchObject({ message: 'success' });
      return many(db)`select amount, currency from payments order by payment_id`;
    };
    const said = [
      { amount: '1200.50', currency: 'USD' },
      { amount: '120000.50', currency: 'INR' },
    ];
    expect(await saved()).toEqual([
      ...said,
      { amount: '100.00', currency: null },
      { amount: '100.00', currency: null },
    ]);
    await run(db)`
      insert into course_prices (course_id, country_code, country_name, currency_code, price_value)
      values (${gita.id}, 'CA', 'Canada', 'CAD', 100)
    `;
    expect(await saved()).toEqual([
      ...said,
      { amount: '100.00', currency: 'CAD' },
      { amount: '100.00', currency: 'CAD' },
    ]);
    await run(db)`delete from course_prices`;
  });

  it.each([
    [{ currency: 'INR', amount: 'USD 100' }, 'currency_differs'],
    [{ currency: 'gold' }, 'currency_unknown'],
    [{ currency: 'JPY', amount: '100.50' }, 'amount_decimals_of'],
    [{ amount: '1.200' }, 'amount_decimals'],
  ])('with %j are refused', async (wrong, code) => {
    const { status, body } = await upload(own, [row(wrong)]);
    expect([status, body.details]).toEqual([400, { 'row 2': [expect.objectContaining({ code })] }]);
    expect(await stored()).toEqual([]);
  });

  it('can be undone like any upload', async () => {
    await upload(own, [row()]);
    const { body } = await office.call('paymentUpload.payments_list', {}, { as: own });
    expect(body.data).toMatchObject([{ row_count: 1, created: 1, created_by: 'Own', can: { undo: true } }]);
    await office.call('paymentUpload.payments_undo', { import_id: body.data[0].id }, { as: own });
    expect(await stored()).toEqual([]);
  });
});
