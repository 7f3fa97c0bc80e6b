import type { Sentence } from '@gurukul/contract/shared/words/said';
import { textsOf } from '#server/test/texts-of.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { many, one, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import { addEnrolment, admin, foundSchool, other, own } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, veda, draft, students, staff } = await foundSchool(db);

await run(db)`
  update people set first_name = 'Anu', last_name = 'Sharma', phone_number = '+91 98765 00001' where id = ${students.anu}
`;
await run(db)`
  update people set first_name = 'Bala', last_name = 'Rao', phone_number = '9876500002' where id = ${students.bala}
`;
// Chitra and Deepa are sisters with one phone. Esha is another course admin's student with Bala's name.
await run(db)`
  update people set last_name = 'Iyer', phone_number = '9876500003' where id in (${students.chitra}, ${students.deepa})
`;
await run(db)`
  update people set first_name = 'Bala', last_name = 'Rao', phone_number = '9876500005' where id = ${students.esha}
`;

type Cells = Record<string, unknown>;
const cells = (row: number, more: Cells = {}): Cells => ({
  row,
  full_name: 'Anu Sharma',
  course_name: 'Gita',
  payment_id: `pay_${row}`,
  created_at: '2026-03-05',
  amount: '1,200.50',
  status: 'success',
  phone_number: '',
  email_id: 'anu@office.test',
  ...more,
});

const preview = (as: string | undefined, rows: Cells[], more: Cells = {}) =>
  office.call(
    'paymentUpload.payments_preview',
    { file_name: 'may.xlsx', rows, currency: 'INR', ...more },
    as === undefined ? {} : { as },
  );
const confirm = (as: string, rows: Cells[], digest: string, more: Cells = {}) =>
  office.call(
    'paymentUpload.payments',
    { file_name: 'may.xlsx', rows, currency: 'INR', confirm: true, digest, ...more },
    { as },
  );
const undo = (as: string | undefined, import_id: number) =>
  office.call('paymentUpload.payments_undo', { import_id }, as === undefined ? {} : { as });

/** Previews, then saves. */
async function upload(as: string, rows: Cells[], more: Cells = {}) {
  const { body } = await preview(as, rows, more);
  return confirm(as, rows, body.data.digest, more);
}

const snapshot = async () =>
  JSON.stringify(await many(db)`select payments::text as row from payments order by id`);
const stored = () =>
  many<Cells>(db)`
    select payment_id, student_id, amount, status, full_name, paid_at from payments order by payment_id
  `;

beforeEach(async () => {
  await run(db)`delete from imported_payments`;
  await run(db)`delete from refunds`;
  await run(db)`delete from payments`;
  await run(db)`delete from imports`;
});

describe('who may upload payments', () => {
  it('a course of somebody else reads like one that does not exist', async () => {
    const { body } = await preview(own, [
      cells(2, { course_name: 'Veda' }),
      cells(3, { course_name: 'Nowhere' }),
    ]);
    expect(body.data.rows.map(({ problems }: Cells) => textsOf(problems as Sentence[]))).toEqual([
      ['There is no course of this name'],
      ['There is no course of this name'],
    ]);
    const foreign = await preview(own, [cells(2, { course_name: '' })], { course_id: veda.id });
    expect(foreign.status).toBe(404);
    expect(refusal(foreign)).toEqual(refusal(await preview(own, [cells(2)], { course_id: 999_999 })));
  });

  it('a payment id of somebody else’s course is a problem that does not say whose', async () => {
    await upload(admin, [
      cells(2, { course_name: 'Veda', email_id: 'esha@office.test', full_name: 'Bala Rao' }),
    ]);
    const before = await snapshot();
    const { body } = await preview(own, [cells(2, { amount: '1' })]);
    expect(body.data.rows[0]).toMatchObject({
      outcome: 'problem',
      problems: [{ message: 'This payment id is already taken' }],
      changes: [],
    });
    expect(JSON.stringify(body)).not.toMatch(/Veda|esha/);
    const { body: saved } = await confirm(own, [cells(2, { amount: '1' })], body.data.digest);
    expect(saved.data.totals).toMatchObject({ created: 0, updated: 0, rejected: 1 });
    expect(await snapshot()).toBe(before);
  });

  it('a student out of the course admin’s reach is neither found nor chosen', async () => {
    const row = cells(2, { email_id: 'esha@office.test', phone_number: '9876500005', full_name: 'Esha' });
    const { body } = await preview(own, [row]);
    expect(body.data.rows[0]).toMatchObject({ outcome: 'new', student: null, candidates: [] });
    const chosen = await preview(own, [row], { resolutions: [{ row: 2, student_id: students.esha }] });
    const nobody = await preview(own, [row], { resolutions: [{ row: 2, student_id: 999_999 }] });
    expect(chosen.body.data.rows[0]).toMatchObject({
      outcome: 'problem',
      problems: [{ message: 'This student cannot be chosen' }],
    });
    expect(chosen.body.data).toEqual(nobody.body.data);
    // Admins reach all students.
    expect((await preview(admin, [row])).body.data.rows[0].candidates).toMatchObject([{ id: students.esha }]);
  });
});

describe('bad input', () => {
  it.each([
    ['no rows', { rows: [] }, 400],
    ['a cell that is no text', { rows: [cells(2, { amount: 12 })] }, 400],
    ['no row number', { rows: [{ ...cells(2), row: undefined }] }, 400],
    ['more rows than a file may have', { rows: Array.from({ length: 20_001 }, () => ({})) }, 413],
    ['more bytes than a file may have', { file_name: 'x'.repeat(10 * 1024 * 1024) }, 413],
  ])('%s is refused', async (_, wrong, status) => {
    expect((await preview(own, [cells(2)], wrong)).status).toBe(status);
    expect((await confirm(own, [cells(2)], 'x', wrong)).status).toBe(status);
  });

  it('two rows of one number, or of an impossible one, are refused', async () => {
    for (const rows of [[cells(2), cells(2, { payment_id: 'pay_x' })], [cells(3_000_000_000)]]) {
      expect((await preview(own, rows)).status).toBe(400);
      expect((await confirm(own, rows, 'x')).status).toBe(400);
    }
    expect(await stored()).toEqual([]);
  });

  it('a confirmation without a preview changes nothing', async () => {
    expect(
      (
        await office.call(
          'paymentUpload.payments',
          { file_name: 'a', rows: [cells(2)], confirm: true },
          { as: own },
        )
      ).status,
    ).toBe(400);
    const { status, body } = await confirm(own, [cells(2)], 'made up');
    expect(status).toBe(409);
    expect(body.preview.totals).toMatchObject({ created: 1 });
    expect(await stored()).toEqual([]);
  });
});

describe('the student of a row', () => {
  const only = async (more: Cells, as = own) => (await preview(as, [cells(2, more)])).body.data.rows[0];

  it.each([
    ['the email in any case', { email_id: ' ANU@Office.test ' }, 'anu', 'email'],
    ['the email, without a name', { full_name: '' }, 'anu', 'email'],
    ['the phone without its country code', { email_id: '', phone_number: '098765-00001' }, 'anu', 'phone'],
    [
      'the phone, first and last name swapped',
      { email_id: '', phone_number: '9876500001', full_name: 'Sharma Anu' },
      'anu',
      'phone',
    ],
    [
      'the phone that sisters share, told by the name',
      { email_id: '', phone_number: '9876500003', full_name: 'Deepa Iyer' },
      'deepa',
      'phone',
    ],
    ['the name alone, within the course', { email_id: '', full_name: 'rao bala' }, 'bala', 'name'],
    ['the name but for a typing mistake', { email_id: '', full_name: 'Shrama Anu' }, 'anu', 'name'],
    [
      'one who was in the course',
      { email_id: 'chitra@office.test', full_name: 'Chitra Iyer' },
      'chitra',
      'email',
    ],
  ])('is found by %s', async (_, more, student, ground) => {
    const row = await only(more);
    expect(row.matched_by).toBe(ground);
    expect(row.student?.id ?? null).toBe(
      student === null ? null : students[student as keyof typeof students],
    );
  });

  it.each([
    ['email and phone of two students', { phone_number: '9876500002' }, ['anu', 'bala']],
    ['the email of a student of another name', { full_name: 'Father of Anand' }, ['anu']],
    [
      'email and phone of a student of another name',
      { full_name: 'Bindu Sharma', phone_number: '9876500001' },
      ['anu'],
    ],
    ['the email of one and the name of another', { full_name: 'Bala Rao' }, ['anu', 'bala']],
    [
      'a phone that two share, without a name',
      { email_id: '', full_name: '', phone_number: '9876500003' },
      ['chitra', 'deepa'],
    ],
    [
      'a phone that two share, with their family name',
      { email_id: '', full_name: 'Iyer', phone_number: '9876500003' },
      ['chitra', 'deepa'],
    ],
    [
      'the phone of a student of another name',
      { email_id: '', full_name: 'Zoya Khan', phone_number: '9876500001' },
      ['anu'],
    ],
    ['a name against another email', { email_id: 'somebody@else.test' }, ['anu']],
  ])('is a question with %s', async (_, more, candidates) => {
    const row = await only(more);
    expect(row).toMatchObject({ outcome: 'problem', choose: true, student: null, matched_by: null });
    expect(row.candidates.map(({ id }: Cells) => id).toSorted()).toEqual(
      candidates.map((name) => students[name as keyof typeof students]).toSorted(),
    );
    expect(row.problems).toEqual([row.reason]);
  });

  describe('in a family', () => {
    const contact = (person: number, kind: string, value: string) =>
      run(db)`insert into contacts (person_id, kind, value) values (${person}, ${kind}, ${value})`;
    let mother = 0;
    beforeAll(async () => {
      // Deepa has Anu's address too. Mother is reached at her own, and stands for Anu and Bala; for Anu alone at Anu's.
      await contact(students.deepa, 'email', 'ANU@office.test');
      await run(db)`update people set other_names = '{Dipa}' where id = ${students.deepa}`;
      const { id } = await one<{ id: number }>(db)`
        insert into people (email_id, main_role, first_name, last_name, phone_number)
        values ('mother@office.test', 'guardian', 'Leela', 'Menon', '9876500009') returning id
      `;
      mother = id;
      await contact(mother, 'phone', '+91 98765 00010');
      await run(db)`
        insert into guardians (student_id, guardian_id) values (${students.anu}, ${mother}), (${students.bala}, ${mother})
      `;
    });
    afterAll(async () => {
      await run(db)`delete from guardians`;
      await run(db)`delete from contacts`;
      await run(db)`delete from people where id = ${mother}`;
      await run(db)`update people set other_names = '{}'`;
    });

    it.each([
      ['the name among an address of several', {}, 'anu', 'by_shared_email_same'],
      ['another name of theirs', { full_name: 'dipa' }, 'deepa', 'by_shared_email_same'],
      ['a shorter form of the name', { full_name: 'Deepa' }, 'deepa', 'by_shared_email_part'],
      ['the name of the guardian of one of them', { full_name: 'Menon Leela' }, 'anu', 'by_email_guardian'],
      [
        'the name behind the guardian’s address',
        { full_name: 'Bala Rao', email_id: 'mother@office.test' },
        'bala',
        'by_shared_email_same',
      ],
      [
        'the name behind the guardian’s number',
        { full_name: 'Bala Rao', email_id: '', phone_number: '9876500009' },
        'bala',
        'by_shared_phone_same',
      ],
      [
        'the name behind the guardian’s further number',
        { email_id: '', phone_number: '9876500010' },
        'anu',
        'by_shared_phone_same',
      ],
    ])('is found by %s', async (_, more, student, code) => {
      const row = await only(more);
      expect([row.student?.id, row.reason.code]).toEqual([students[student as keyof typeof students], code]);
    });

    it.each([
      ['a name of none of them', { full_name: 'Father of Anu' }, ['anu', 'deepa']],
      ['no name', { full_name: '' }, ['anu', 'deepa']],
      ['a name that is almost one of theirs', { full_name: 'Anu Shamra' }, ['anu', 'deepa']],
      [
        'a guardian of several',
        { full_name: 'Leela Menon', email_id: 'mother@office.test' },
        ['anu', 'bala'],
      ],
    ])('is a question with %s', async (_, more, candidates) => {
      const row = await only(more);
      expect(row).toMatchObject({ outcome: 'problem', choose: true, student: null });
      expect(row.reason.code).toBe('email_of_several');
      expect(row.candidates.map(({ id }: Cells) => id).toSorted()).toEqual(
        candidates.map((name) => students[name as keyof typeof students]).toSorted(),
      );
    });

    it('is a question when a guardian who is a student too has a child in the course', async () => {
      await run(db)`
        insert into guardians (student_id, guardian_id) values (${students.anu}, ${students.deepa})
      `;
      const row = await only({ full_name: 'Deepa Iyer' });
      await run(db)`delete from guardians where guardian_id = ${students.deepa}`;
      expect(row).toMatchObject({ choose: true, reason: { code: 'email_of_several' } });
    });
  });

  it('is a question when two students of the course have the name', async () => {
    const twin = await only({ email_id: '', full_name: 'Bala Rao', course_name: 'Veda' }, admin);
    expect(twin.student.id).toBe(students.esha);
    await addEnrolment(db, { student: students.esha, course: gita.id, class: null });
    const row = await only({ email_id: '', full_name: 'Bala Rao' }, admin);
    await run(db)`delete from enrolments where student_id = ${students.esha} and course_id = ${gita.id}`;
    expect(row).toMatchObject({ outcome: 'problem', choose: true });
    expect(row.candidates).toHaveLength(2);
  });

  it('is saved without a student when nobody fits, and counted so', async () => {
    const rows = [cells(2, { email_id: 'aunt@example.com', full_name: 'Aunt Leela' })];
    const { body } = await upload(own, rows);
    expect(body.data.totals).toMatchObject({ created: 1, without_student: 1 });
    expect(await stored()).toMatchObject([{ student_id: null, full_name: 'Aunt Leela' }]);
  });

  it('is saved with the address or the number in place of a name that the file does not give', async () => {
    const rows = [
      cells(2, { full_name: '', email_id: 'stranger@office.test', phone_number: '9876511111' }),
      cells(3, { full_name: '', email_id: '', phone_number: '9876511112' }),
      cells(4, { full_name: '', email_id: '', phone_number: '' }),
      cells(5, { full_name: '', email_id: 'anu@office.test' }),
    ];
    const { body } = await preview(own, rows);
    const said = (body.data.rows as Cells[]).map(({ notes, problems }) =>
      textsOf([...(notes as Sentence[]), ...(problems as Sentence[])]),
    );
    expect(said).toEqual([
      ['The file gives no name of the payer: stranger@office.test stands for it'],
      ['The file gives no name of the payer: 9876511112 stands for it'],
      ['Name is missing'],
      [],
    ]);
    await upload(own, rows);
    expect((await stored()).map(({ full_name }) => full_name)).toEqual([
      'stranger@office.test',
      '9876511112',
      'Anu Sharma',
    ]);
  });
});

describe('the preview', () => {
  it('gives the outcome and the sum of every row, and saves nothing', async () => {
    await upload(own, [cells(2), cells(3)]);
    const before = await snapshot();
    const { status, body } = await preview(own, [
      cells(2, { amount: '1300' }),
      cells(3),
      cells(4, { email_id: 'bala@office.test', full_name: 'Bala Rao', status: 'failed', amount: '0.20' }),
      cells(5, { payment_id: '', created_at: 'soon', amount: '-1', course_name: 'Nowhere' }),
      cells(6, { payment_id: 'pay_7' }),
      cells(7),
      cells(8, { payment_id: 'pay_9', amount: '5' }),
      cells(9, { amount: '6' }),
    ]);
    expect(status).toBe(200);
    expect(
      body.data.rows.map(({ row, outcome, problems, changes }: Cells) => [
        row,
        outcome,
        textsOf(problems as Sentence[]),
        changes,
      ]),
    ).toEqual([
      [2, 'update', [], [{ field: 'amount', from: '1200.50', to: '1300.00' }]],
      [3, 'unchanged', [], []],
      [4, 'new', [], []],
      [
        5,
        'problem',
        [
          'Amount is negative: money that went out is no payment, so leave this row out',
          'Date cannot be read: write it like 2026-03-05 or 05-Mar-2026',
          'Payment id is missing',
          'There is no course of this name',
        ],
        [],
      ],
      [6, 'new', [], []],
      [7, 'problem', ['The same as row 6'], []],
      [8, 'problem', ['Row 9 has the same payment id and says something else'], []],
      [9, 'problem', ['Row 8 has the same payment id and says something else'], []],
    ]);
    expect(body.data.totals).toEqual({
      rows: 8,
      created: 2,
      updated: 1,
      skipped: 1,
      rejected: 4,
      without_student: 0,
    });
    expect(body.data.money.saved).toEqual([
      { status: 'success', currency: 'INR', count: 2, amount: '2500.50' },
      { status: 'failed', currency: 'INR', count: 1, amount: '0.20' },
    ]);
    // Not the payment of row 6 again, which row 7 says in the same words.
    expect(body.data.money.file).toEqual([
      { status: 'success', currency: 'INR', count: 5, amount: '3712.00' },
      { status: 'failed', currency: 'INR', count: 1, amount: '0.20' },
    ]);
    expect(body.data.same_file).toBeNull();
    expect(await snapshot()).toBe(before);
  });

  it('has the instants of services that write another clock', async () => {
    const { body } = await preview(own, [
      cells(2, { created_at: '2026-10-31 20:15 UTC', currency: 'USD' }),
      cells(3, { created_at: '11/13/2026 20:41:10 PST', amount: '1,101.00', currency: 'USD' }),
      cells(4, { created_at: '11/15/2026 08:00:10 PST', amount: '-1,000.00', currency: 'USD' }),
    ]);
    // The first one is of November in India.
    expect(body.data.rows).toMatchObject([
      { outcome: 'new', created_at: '2026-10-31T20:15:00.000Z' },
      { outcome: 'new', created_at: '2026-11-14T04:41:10.000Z', amount: '1101.00' },
      { outcome: 'problem', problems: [{ code: 'amount_negative' }] },
    ]);
  });

  it('takes rows without a course for the chosen one, and dates as chosen', async () => {
    const rows = [cells(2, { course_name: '', created_at: '03/05/2026' })];
    const { body } = await preview(own, rows, { course_id: gita.id });
    expect(body.data.rows[0]).toMatchObject({
      outcome: 'new',
      course_name: 'Gita',
      created_at: '2026-05-02T18:30:00.000Z',
    });
    expect(body.data.dates).toEqual({ order: 'day_first', decided_by: 'default', example: '03/05/2026' });
    const turned = await preview(own, rows, { course_id: gita.id, date_order: 'month_first' });
    expect(turned.body.data.rows[0].created_at).toBe('2026-03-04T18:30:00.000Z');
    expect(turned.body.data.digest).not.toBe(body.data.digest);
  });

  it('does not ask again what was settled before, nor about empty cells', async () => {
    const question = cells(2, { phone_number: '9876500002' });
    await upload(own, [question], { resolutions: [{ row: 2, student_id: students.bala }] });
    expect((await preview(own, [question])).body.data.totals).toMatchObject({ skipped: 1, rejected: 0 });
    const bare = { row: 2, payment_id: 'pay_2', status: 'refunded' };
    expect((await upload(own, [bare])).body.data.totals).toMatchObject({ updated: 1 });
    expect(await stored()).toMatchObject([
      { status: 'refunded', amount: '1200.50', student_id: students.bala },
    ]);
  });
});

describe('the currency of a row', () => {
  const priced = (course: number, ...codes: string[]) =>
    run(db)`
      insert into course_prices (course_id, country_code, country_name, currency_code, price_value)
      select ${course}, 'X' || n, 'Country ' || n, code, 100 from unnest(${codes}::text[]) with ordinality as c (code, n)
    `;
  const only = async (more: Cells, asked: Cells = {}) => {
    const { body } = await preview(own, [cells(2, more)], { currency: undefined, ...asked });
    const [row] = body.data.rows;
    const codes = (some: Sentence[]) => some.map(({ code }) => code);
    return [row.amount, row.currency, ...codes(row.problems), ...codes(row.notes)];
  };

  afterEach(async () => {
    await run(db)`delete from course_prices`;
    await run(db)`update provider set reporting_currency = null`;
  });

  it.each([
    ['the column', { currency: 'usd' }, ['1200.50', 'USD']],
    ['the sign', { amount: '₹ 1,20,000.50' }, ['120000.50', 'INR']],
    ['the code', { amount: 'USD 100' }, ['100.00', 'USD']],
    ['the word of an Indian bill', { amount: 'Rs. 500/-' }, ['500.00', 'INR']],
    ['a code without decimals', { amount: 'JPY 1250' }, ['1250', 'JPY']],
    ['a code with three decimals', { amount: 'KWD 1.250' }, ['1.250', 'KWD']],
    ['nothing', { amount: '100' }, ['100.00', null, 'currency_open']],
    ['a sign of several', { amount: '$100' }, ['100.00', null, 'currency_several']],
    ['the sign of yen and yuan', { amount: '¥100' }, ['100.00', null, 'currency_several']],
    [
      'column and sign that differ',
      { currency: 'USD', amount: '₹100' },
      ['100.00', null, 'currency_differs'],
    ],
    ['no currency', { currency: 'gold' }, ['1200.50', null, 'currency_unknown']],
    ['neither, as the amount cannot be read', { amount: 'many' }, [null, null, 'amount_unreadable']],
    ['too many decimals for INR', { amount: '₹1.200' }, [null, 'INR', 'amount_decimals']],
    ['a comma that reads two ways', { amount: '₹1,20' }, [null, 'INR', 'amount_comma']],
    ['decimals of a currency without', { amount: 'JPY 100.50' }, [null, 'JPY', 'amount_decimals_of']],
    ['a negative amount', { amount: '-5', currency: 'INR' }, [null, null, 'amount_negative']],
    ['13 digits', { amount: '₹1234567890123' }, [null, null, 'amount_large']],
    ['nothing to pay', { amount: '₹0' }, ['0.00', 'INR']],
  ])('by %s', async (_, more, expected) => {
    expect(await only(more)).toEqual(expected);
  });

  it('is the person’s choice where the row says none, or several with it', async () => {
    expect(await only({ amount: '100' }, { currency: 'cad' })).toEqual(['100.00', 'CAD']);
    expect(await only({ amount: '$100' }, { currency: 'CAD' })).toEqual(['100.00', 'CAD']);
    expect(await only({ amount: '£100' }, { currency: 'CAD' })).toEqual(['100.00', 'GBP']);
    expect(await only({ amount: '$100' }, { currency: 'INR' })).toEqual(['100.00', null, 'currency_several']);
    expect((await preview(own, [cells(2)], { currency: 'gold' })).status).toBe(400);
  });

  it('is that of the course’s prices where they have one, or one dollar', async () => {
    await priced(gita.id, 'INR', 'INR');
    expect(await only({ amount: '100' })).toEqual(['100.00', 'INR']);
    expect(await only({ amount: '$100' })).toEqual(['100.00', null, 'currency_several']);
    await priced(draft.id, 'INR', 'CAD', 'GBP');
    expect(await only({ course_name: 'Upanishads', amount: '$100' })).toEqual(['100.00', 'CAD']);
    expect(await only({ course_name: 'Upanishads', amount: '100' })).toEqual([
      '100.00',
      null,
      'currency_open',
    ]);
    expect(await only({ amount: 'USD 100' })).toEqual(['100.00', 'USD', 'no_price_in']);
  });

  it('is the provider’s reporting currency where the prices do not say it', async () => {
    await run(db)`update provider set reporting_currency = 'USD'`;
    expect(await only({ amount: '100' })).toEqual(['100.00', 'USD']);
    await priced(gita.id, 'INR');
    expect(await only({ amount: '100' })).toEqual(['100.00', 'INR']);
  });

  it('is asked once for the file, with what can be offered', async () => {
    const rows = [cells(2, { currency: 'EUR' }), cells(3), cells(4, { course_name: 'Upanishads' })];
    const question = async (more: Cells = {}) =>
      (await preview(own, rows, { currency: undefined, ...more })).body.data.currency;
    expect(await question()).toEqual({ code: null, decided_by: 'open', count: 2, offered: [] });
    await priced(gita.id, 'INR');
    expect(await question()).toEqual({ code: null, decided_by: 'open', count: 1, offered: ['INR'] });
    await priced(draft.id, 'INR');
    expect(await question()).toEqual({ code: 'INR', decided_by: 'prices', count: 2, offered: ['INR'] });
    await run(db)`delete from course_prices where course_id = ${draft.id}`;
    await run(db)`update provider set reporting_currency = 'GBP'`;
    expect(await question()).toEqual({
      code: null,
      decided_by: 'provider',
      count: 2,
      offered: ['GBP', 'INR'],
    });
    expect(await question({ currency: 'USD' })).toMatchObject({
      code: 'USD',
      decided_by: 'choice',
      count: 2,
    });
    const { body } = await preview(own, rows.slice(0, 1), { currency: undefined });
    expect(body.data.currency).toMatchObject({ decided_by: 'not_needed', count: 0 });
  });

  it('keeps sums apart: 100 and 100 are never 200', async () => {
    const rows = [
      cells(2, { amount: 'USD 100' }),
      cells(3, { amount: 'INR 100' }),
      cells(4, { amount: 'JPY 100' }),
    ];
    const { body } = await preview(own, rows);
    const sums = [
      { status: 'success', currency: 'USD', count: 1, amount: '100.00' },
      { status: 'success', currency: 'INR', count: 1, amount: '100.00' },
      { status: 'success', currency: 'JPY', count: 1, amount: '100' },
    ];
    expect(body.data.money).toEqual({ file: sums, saved: sums });
    expect((await upload(own, rows)).body.data.money).toEqual(sums);
    expect(await many(db)`select amount, currency from payments order by payment_id`).toEqual([
      { amount: '100.00', currency: 'USD' },
      { amount: '100.00', currency: 'INR' },
      { amount: '100', currency: 'JPY' },
    ]);
  });

  it('of a known payment is added where it has none, stays where the file says none, and never becomes another', async () => {
    await upload(own, [cells(2, { currency: 'USD' })]);
    expect((await preview(own, [cells(2)])).body.data.rows[0]).toMatchObject({
      outcome: 'unchanged',
      currency: 'USD',
    });
    expect((await preview(own, [cells(2, { amount: '$1,200.50' })])).body.data.rows[0].outcome).toBe(
      'unchanged',
    );
    const { body } = await preview(own, [cells(2, { currency: 'INR' })]);
    expect(body.data.rows[0]).toMatchObject({
      outcome: 'problem',
      problems: [{ code: 'currency_is_other', message: 'This payment is in USD already' }],
    });
    await run(db)`update payments set currency = null`;
    const old = await preview(own, [cells(2)], { currency: undefined });
    expect(old.body.data.rows[0]).toMatchObject({ outcome: 'unchanged', currency: null });
    const { body: added } = await upload(own, [cells(2, { currency: 'INR' })]);
    expect(added.data.totals).toMatchObject({ updated: 1 });
    const { id } = await one<{ id: number }>(db)`select id from payments`;
    const page = await office.call('payments.get_single_payment', { id }, { as: own });
    expect(page.body.data).toMatchObject({ currency: 'INR', amount: '1200.50' });
    expect(page.body.data.steps.at(-1).changes).toEqual([{ field: 'currency', from: '', to: 'INR' }]);
    await undo(own, added.data.import_id);
    expect(await one(db)`select currency from payments`).toEqual({ currency: null });
  });

  it('gives the old amount its decimals, or refuses it', async () => {
    await upload(own, [cells(2, { amount: '100.50' })]);
    await run(db)`update payments set currency = null`;
    const bare = { row: 2, payment_id: 'pay_2' };
    expect((await preview(own, [{ ...bare, currency: 'JPY' }])).body.data.rows[0]).toMatchObject({
      outcome: 'problem',
      problems: [{ code: 'amount_decimals_of' }],
    });
    await upload(own, [{ ...bare, currency: 'KWD' }]);
    expect(await one(db)`select amount, currency from payments`).toEqual({
      amount: '100.500',
      currency: 'KWD',
    });
  });
});

describe('a payment that somebody wrote to by hand', () => {
  const idOf = async () => (await one<{ id: number }>(db)`select id from payments`).id;
  const problemsOf = async (more: Cells = {}) =>
    textsOf((await preview(own, [cells(2, more)])).body.data.rows[0].problems);

  it('stays void', async () => {
    await upload(own, [cells(2)]);
    await run(db)`update payments set status = 'void', void_reason = 'Written twice'`;
    const before = await snapshot();
    const { body } = await preview(own, [cells(2, { amount: '7' })]);
    expect(body.data.rows[0]).toMatchObject({ outcome: 'unchanged', notes: [{ code: 'payment_void' }] });
    await upload(own, [cells(2, { amount: '7' })]);
    const old = await office.call('paymentUpload.excel_payment_details_upload', [cells(2, { amount: '7' })], {
      as: own,
    });
    expect(old.body).toMatchObject({ created: 0, updated: 0 });
    expect(await snapshot()).toBe(before);
  });

  it('keeps the amount that its shares add up to', async () => {
    await upload(own, [cells(2)]);
    await run(db)`
      insert into payment_shares (payment_id, student_id, course_id, amount)
      values (${await idOf()}, ${students.anu}, ${gita.id}, 1000), (${await idOf()}, ${students.bala}, ${gita.id}, 200.50)
    `;
    expect(await problemsOf({ amount: '7' })).toEqual([
      'This payment is shared among several, so no file changes its amount, course or student',
    ]);
    expect(await problemsOf({ status: 'failed' })).toEqual([]);
    const list = await office.call('paymentUpload.payments_list', {}, { as: own });
    expect(list.body.data[0].can).toEqual({ undo: false });
    expect((await undo(own, list.body.data[0].id)).body.problems).toEqual({
      'row 2': 'This payment was refunded or shared since',
    });
  });

  it('is never less than what was refunded', async () => {
    const { body } = await upload(own, [cells(2)]);
    await run(db)`insert into refunds (payment_id, amount, refunded_at) values (${await idOf()}, 500, now())`;
    expect(await problemsOf({ amount: '499.99' })).toEqual(['More than this amount was refunded already']);
    expect(await problemsOf({ amount: '500' })).toEqual([]);
    expect((await undo(own, body.data.import_id)).status).toBe(409);
    await run(db)`delete from refunds`;
    expect((await undo(own, body.data.import_id)).status).toBe(200);
  });

  it('gets back everything that the upload found, also what no file writes', async () => {
    await upload(own, [cells(2)]);
    await run(db)`
      update payments
      set kind = 'donation', campaign = 'Roof', method = 'cash', note = 'at the door', corrects = 1,
        currency = 'INR'
    `;
    const before = await snapshot();
    const { body } = await upload(own, [cells(2, { amount: '7' })]);
    await undo(own, body.data.import_id);
    expect(await snapshot()).toBe(before);
  });
});

describe('what went back of a payment', () => {
  const refunds = () =>
    many<Cells>(db)`select r.amount, r.refunded_at, r.reason from refunds r order by r.id`;
  const back = (amount_refunded: string, more: Cells = {}) =>
    cells(2, { status: 'captured', amount_refunded, refunded_at: '2026-03-07', ...more });

  it('becomes a refund, once, and its undo takes it back', async () => {
    const { body: seen } = await preview(own, [back('500.00')]);
    expect(seen.data.rows[0]).toMatchObject({
      outcome: 'new',
      notes: [{ code: 'status_counts_as' }, { code: 'refunded_noted', facts: { amount: '500.00' } }],
    });
    const { body } = await upload(own, [back('500.00')]);
    expect(await refunds()).toEqual([
      { amount: '500.00', refunded_at: '2026-03-06T18:30:00.000Z', reason: 'may.xlsx' },
    ]);
    expect((await upload(own, [back('500.00')])).body.data.totals).toMatchObject({ created: 0, updated: 0 });
    // The next file says that more went back, and only that is new.
    const more = await upload(own, [back('1200.50', { status: 'refunded' })]);
    expect(more.body.data.totals).toMatchObject({ created: 0, updated: 1 });
    expect((await refunds()).map(({ amount }) => amount)).toEqual(['500.00', '700.50']);
    expect((await undo(own, body.data.import_id)).status).toBe(409);
    expect((await undo(own, more.body.data.import_id)).status).toBe(200);
    expect((await undo(own, body.data.import_id)).status).toBe(200);
    expect([await refunds(), await stored()]).toEqual([[], []]);
  });

  it('is told to the payer when it is of the last days, and the preview says so', async () => {
    const at = (row: number, refunded_at: string) =>
      cells(row, { status: 'captured', amount_refunded: '500', refunded_at });
    const rows = [at(2, new Date().toISOString()), at(3, '2026-03-07'), at(4, '')];
    await run(db)`delete from mails`;
    const { body: seen } = await preview(own, rows);
    expect(seen.data.refunds).toEqual({ told: 1, untold: 2 });
    const { body } = await upload(own, rows);
    const told = () => many<Cells>(db)`select recipient from mails where kind = 'money_back'`;
    expect(await told()).toEqual([{ recipient: 'anu@office.test' }]);
    await run(db)`update mails set sent_at = now(), sealed = null where kind = 'money_back'`;
    expect((await undo(own, body.data.import_id)).status).toBe(200);
    expect(await told()).toHaveLength(2);
  });

  it('is of the day of the upload where the file does not say when', async () => {
    await upload(own, [back('500', { refunded_at: '' })]);
    const { isNow } = await one<Cells>(db)`
      select now() - r.refunded_at < interval '1 hour' as "isNow" from refunds r
    `;
    expect(isNow).toBe(true);
  });

  it('cannot be undone once somebody reversed it', async () => {
    const { body } = await upload(own, [back('500')]);
    await run(db)`update refunds set reversed_at = now()`;
    expect((await undo(own, body.data.import_id)).body.problems).toEqual({
      'row 2': 'This payment was refunded or shared since',
    });
  });

  it.each([
    [{ amount_refunded: '1200.51' }, 'refunded_above'],
    [{ status: 'failed' }, 'refunded_of_none'],
    [{ status: 'partially refunded', amount_refunded: '' }, 'refunded_open'],
  ])('is a problem with %j', async (more, code) => {
    const { body } = await preview(own, [back('500', more)]);
    expect(body.data.rows[0]).toMatchObject({ outcome: 'problem', problems: [{ code }] });
  });
});

describe('the upload', () => {
  it('saves the good rows, leaves out the others, and reports it', async () => {
    const rows = [cells(2), cells(3, { amount: 'many' })];
    const { status, body } = await upload(own, rows);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      totals: { rows: 2, created: 1, rejected: 1 },
      money: [{ amount: '1200.50' }],
    });
    expect(await stored()).toEqual([
      {
        payment_id: 'pay_2',
        student_id: students.anu,
        amount: '1200.50',
        status: 'success',
        full_name: 'Anu Sharma',
        paid_at: '2026-03-04T18:30:00.000Z',
      },
    ]);
    expect(await many(db)`select kind, file_name, row_count, created_by from imports`).toEqual([
      { kind: 'payments', file_name: 'may.xlsx', row_count: 2, created_by: staff.own },
    ]);
  });

  it('follows the person’s choices', async () => {
    const question = { phone_number: '9876500002' };
    const rows = [cells(2, question), cells(3, question), cells(4), cells(5, question), cells(6, question)];
    const resolutions = [
      { row: 2, student_id: students.bala },
      { row: 3, student_id: null },
      { row: 4, skip: true },
      { row: 5, skip: true },
    ];
    const { body } = await upload(own, rows, { resolutions });
    expect(body.data.totals).toEqual({
      rows: 5,
      created: 2,
      updated: 0,
      skipped: 2,
      rejected: 1,
      without_student: 1,
    });
    expect(await stored()).toMatchObject([
      { payment_id: 'pay_2', student_id: students.bala },
      { payment_id: 'pay_3', student_id: null },
    ]);
  });

  it('is refused with a new preview when the outcome has changed', async () => {
    const rows = [cells(2), cells(3)];
    const seen = (await preview(own, rows)).body.data;
    await upload(own, [cells(3, { amount: '7' })]);
    const { status, body } = await confirm(own, rows, seen.digest);
    expect([status, body.message]).toEqual([
      409,
      'Something changed since the check, please look at it again',
    ]);
    expect(body.preview.rows.map(({ outcome }: Cells) => outcome)).toEqual(['new', 'update']);
    expect(await stored()).toHaveLength(1);
    expect((await confirm(own, rows, body.preview.digest)).body.data.totals).toMatchObject({
      created: 1,
      updated: 1,
    });
  });

  it('the same file again adds nothing, says so before, and leaves no upload behind', async () => {
    const rows = [cells(2), cells(3), cells(4, { full_name: 'Nobody Known', email_id: '' })];
    await upload(own, rows);
    const before = await snapshot();
    const { body } = await preview(own, rows);
    expect(body.data.same_file).toMatchObject({ file_name: 'may.xlsx', created_by: 'Own' });
    const again = await confirm(own, rows, 'of another day');
    expect(again.body.data).toMatchObject({
      import_id: null,
      totals: { rows: 3, created: 0, updated: 0, skipped: 3 },
    });
    expect(await snapshot()).toBe(before);
    expect(await many(db)`select id from imports`).toHaveLength(1);
  });

  it('confirmed twice at the same moment has one effect', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => cells(index + 2));
    const { digest } = (await preview(own, rows)).body.data;
    const answers = await Promise.all([own, own, own].map((as) => confirm(as, rows, digest)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.data.totals.created).toSorted((a, b) => a - b)).toEqual([
      0, 0, 200,
    ]);
    expect(await stored()).toHaveLength(200);
  });

  it('appears on the page of its payments', async () => {
    await upload(own, [cells(2)]);
    await upload(admin, [cells(9, { payment_id: 'pay_2', amount: '5', phone_number: '9876500001' })]);
    const { id } = await one<{ id: number }>(db)`select id from payments`;
    const { body } = await office.call('payments.get_single_payment', { id }, { as: own });
    expect(body.data).toMatchObject({ source: 'upload', student: { id: students.anu } });
    expect(body.data.steps).toMatchObject([
      {
        deed: 'created',
        source: 'upload',
        by: 'Own',
        file_name: 'may.xlsx',
        row: 2,
        matched_by: 'email',
        changes: [],
      },
      {
        deed: 'updated',
        by: 'Admin',
        row: 9,
        changes: [
          { field: 'phone_number', from: '', to: '9876500001' },
          { field: 'amount', from: '1200.50', to: '5.00' },
        ],
      },
    ]);
  });
});

describe('undoing an upload', () => {
  it('removes its new payments and restores the changed ones, to the byte', async () => {
    await upload(own, [cells(2), cells(3)]);
    await run(db)`
      update payments set paid_at = paid_at + interval '123.456789 seconds' where payment_id = 'pay_2'
    `;
    const before = await snapshot();
    const { body } = await upload(own, [
      cells(2, { amount: '1', full_name: 'A. Sharma', created_at: '2026-04-01' }),
      cells(4),
    ]);
    expect(await snapshot()).not.toBe(before);
    const undone = await undo(own, body.data.import_id);
    expect(undone.body.data).toEqual({ removed: 1, restored: 1 });
    expect(await snapshot()).toBe(before);
    // It can be uploaded again afterwards.
    expect((await upload(own, [cells(4)])).body.data.totals).toMatchObject({ created: 1 });
  });

  it('works once', async () => {
    const { body } = await upload(own, [cells(2)]);
    await undo(own, body.data.import_id);
    const again = await undo(own, body.data.import_id);
    expect([again.status, again.body.message]).toEqual([409, 'This upload was already undone']);
  });

  it('is refused while something came after, and possible when that is undone', async () => {
    const first = (await upload(own, [cells(2), cells(3)])).body.data.import_id;
    const second = (await upload(own, [cells(3, { amount: '7' })])).body.data.import_id;
    const before = await snapshot();
    const { status, body } = await undo(own, first);
    expect(status).toBe(409);
    expect(body.problems).toEqual({ 'row 3': 'This payment was changed since' });
    expect(await snapshot()).toBe(before);
    const list = await office.call('paymentUpload.payments_list', {}, { as: own });
    expect(list.body.data.map(({ id, can }: { id: number; can: Cells }) => [id, can['undo']])).toEqual([
      [second, true],
      [first, false],
    ]);
    expect((await undo(own, second)).status).toBe(200);
    expect((await undo(own, first)).status).toBe(200);
    expect(await stored()).toEqual([]);
  });

  it('of another person’s upload reads like one that does not exist', async () => {
    const { body } = await upload(own, [cells(2)]);
    const foreign = await undo(other, body.data.import_id);
    expect(foreign.status).toBe(404);
    expect(refusal(foreign)).toEqual(refusal(await undo(other, 999_999)));
    expect((await office.call('paymentUpload.payments_list', {}, { as: other })).body.data).toEqual([]);
    // The course has another course admin now, and so have its payments.
    await run(db)`update courses set courseadmin_id = ${staff.other} where id = ${gita.id}`;
    expect((await undo(own, body.data.import_id)).status).toBe(404);
    await run(db)`update courses set courseadmin_id = ${staff.own} where id = ${gita.id}`;
    expect((await undo(admin, body.data.import_id)).status).toBe(200);
  });

  it('twice at the same moment has one effect', async () => {
    const { body } = await upload(own, [cells(2)]);
    const answers = await Promise.all([undo(own, body.data.import_id), undo(own, body.data.import_id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('does not touch an upload of students', async () => {
    const { id } = await one<{ id: number }>(db)`
      insert into imports (kind, file_name, content_hash, row_count, created_by) values ('students', 'a', '\\x00', 1, ${staff.own}) returning id
    `;
    expect((await undo(own, id)).status).toBe(404);
  });
});
