import type { Answer } from '#server/test/app.ts';
import { proveAllMailboxes } from '#server/channels/mail/prove.ts';
import { testApp } from '#server/test/app.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';
import { codeOf, office } from '#server/test/office.ts';
import { addEnrolment, admin, dayFromToday, other } from '#server/test/small-school.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

const app = await testApp({ database: 'empty' });
const { call, db } = app;
const add = office(db);
const head = 'head@office.test';

let word = 0;
let headId = 0;
/** A course with prices in India and the United States, and a class. */
interface Course {
  readonly id: number;
  readonly class: number;
}

async function newCourse(name: string, courseadmin = headId): Promise<Course> {
  const id = await add.course(name, courseadmin);
  await db.query(
    `insert into course_prices (course_id, country_name, country_code, currency_code, price_value, position)
     values ($1, 'India', 'IN', 'INR', 10000, 0), ($1, 'United States', 'US', 'USD', 100, 1),
       ($1, 'Japan', 'JP', 'JPY', 1000, 2), ($1, 'Nepal', 'NP', 'NPR', 0, 3), ($1, 'Canada', 'CA', 'CAD', null, 4)`,
    [id],
  );
  return { id, class: await add.class(id, `${name} class`) };
}

async function newStudent(course: Course, region = 'India'): Promise<number> {
  word += 1;
  const student = await add.person(`Student${word}`, 'student');
  await db.query('update people set region = $2 where id = $1', [student, region]);
  await addEnrolment(db, { student, course: course.id, class: course.class });
  return student;
}

/** Received money, as a service would report it. */
async function pay(student: number | null, course: Course, amount: string, currency: string | null = 'INR') {
  word += 1;
  const { rows } = await db.query(
    `insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, paid_at)
     values ($1, $2, $3, 'Payer', 'payer@office.test', $4, $5, 'success', now()) returning id`,
    [`pay_${word}`, course.id, student, amount, currency],
  );
  return Number(rows[0].id);
}

const emailOf = async (student: number): Promise<string> =>
  (await db.query('select email_id from people where id = $1', [student])).rows[0].email_id;

const ok = (answer: Answer) => {
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  return answer.body.data;
};

async function charge(input: object, as = head) {
  const { digest } = ok(await call('ledger.add_charges', { ...input, preview: true }, { as }));
  return call('ledger.add_charges', { ...input, digest }, { as });
}
const monthly = (count: number, first_due_on = dayFromToday(-40)) => ({ count, first_due_on });

async function ledgersOf(student: number, as = head) {
  const { ledgers } = ok(await call('ledger.get_ledger', { user_id: student }, { as }));
  return ledgers;
}
async function statusOf(student: number, course: Course) {
  const { rows } = await db.query(
    `select payment_status, payment_by_hand from enrolments
     where student_id = $1 and course_id = $2 and ended_on is null`,
    [student, course.id],
  );
  return [rows[0].payment_status, rows[0].payment_by_hand];
}
const undo = async ({ headers }: Answer, as = head) =>
  call('audit.undo_change', { change_id: Number(headers['change-id']) }, { as });

let gita: Course;
let yoga: Course;

beforeAll(async () => {
  await add.person('Admin', 'admin');
  headId = await add.person('Head', 'courseadmin');
  await add.person('Other', 'courseadmin');
  await add.person('Teacher', 'teacher');
});
beforeEach(async () => {
  word += 1;
  gita = await newCourse(`Gita ${word}`);
  yoga = await newCourse(`Yoga ${word}`);
});

describe('charging', () => {
  test('takes the price of each country, in parts that add up to it, and names who stays', async () => {
    const india = await newStudent(gita);
    await newStudent(gita, 'United States');
    await newStudent(gita, 'Japan');
    await newStudent(gita, 'Brazil');
    await newStudent(gita, 'Nepal');
    await newStudent(gita, 'Canada');
    const input = { course_id: gita.id, parts: monthly(3, '2026-01-31') };
    const plan = ok(await call('ledger.add_charges', { ...input, preview: true }, { as: head }));
    expect(plan).toMatchObject({
      students: 6,
      charged: 3,
      groups: expect.arrayContaining([
        expect.objectContaining({
          count: 1,
          currency: 'INR',
          total: '10000.00',
          parts: [
            { due_on: '2026-01-31', amount: '3333.34' },
            { due_on: '2026-02-28', amount: '3333.33' },
            { due_on: '2026-03-31', amount: '3333.33' },
          ],
        }),
        expect.objectContaining({ currency: 'USD', total: '100.00' }),
        expect.objectContaining({
          currency: 'JPY',
          total: '1000',
          parts: [
            { due_on: '2026-01-31', amount: '334' },
            { due_on: '2026-02-28', amount: '333' },
            { due_on: '2026-03-31', amount: '333' },
          ],
        }),
      ]),
      stays: [
        { reason: 'no_price', count: 2, names: expect.any(Array) },
        { reason: 'free', count: 1, names: expect.any(Array) },
      ],
    });
    ok(await charge(input));
    const [ledger] = await ledgersOf(india);
    expect(ledger).toMatchObject({ charged: '10000.00', open: '10000.00', credit: '0.00', currency: 'INR' });
    expect(ledger.charges.map(({ open }: { open: string }) => open)).toEqual([
      '3333.34',
      '3333.33',
      '3333.33',
    ]);

    const again = ok(await call('ledger.add_charges', { ...input, preview: true }, { as: head }));
    expect([again.charged, again.stays[0]]).toEqual([
      0,
      expect.objectContaining({ reason: 'charged', count: 3 }),
    ]);
  });

  test('is one change that one Undo takes back, statuses with it', async () => {
    const [one, two] = [await newStudent(gita), await newStudent(gita)];
    await db.query(`update enrolments set payment_status = 'Failed' where student_id = $1`, [one]);
    await pay(two, gita, '10000');
    const answer = await charge({ class_id: gita.class, parts: monthly(2) });
    expect([await statusOf(one, gita), await statusOf(two, gita)]).toEqual([
      [null, false],
      ['Successful', false],
    ]);
    // A later payment changes the status again, and does not stand in the way.
    await pay(one, gita, '10000');
    expect(await statusOf(one, gita)).toEqual(['Successful', false]);
    ok(await undo(answer));
    expect(await statusOf(one, gita)).toEqual(['Failed', false]);
    expect(await ledgersOf(one)).toMatchObject([{ charged: '0.00', received: '10000.00', charges: [] }]);
    expect((await db.query('select from ledger_sums where course_id = $1', [gita.id])).rows).toEqual([]);
  });

  test('takes given parts that are the price, and others only knowingly', async () => {
    const student = await newStudent(gita);
    const parts = (...amounts: string[]) =>
      amounts.map((amount, n) => ({ due_on: `2027-0${n + 1}-01`, amount }));
    const ask = (more: object) =>
      call(
        'ledger.add_charges',
        { course_id: gita.id, user_ids: [student], preview: true, ...more },
        { as: head },
      );
    expect(ok(await ask({ parts: parts('6000', '4000.00') })).charged).toBe(1);
    expect(ok(await ask({ parts: parts('6000', '4000.01') })).stays[0].reason).toBe('other_price');
    expect(codeOf(await ask({ parts: parts('10.00'), currency: 'EUR' }))).toBe('409 currency_without_price');
    expect(ok(await ask({ parts: parts('10.00'), currency: 'EUR', knowing: true })).groups[0].total).toBe(
      '10.00',
    );
    for (const amount of ['0', '0.00', '-5', '1,20', '1.2000', '1234567890123', 'Rs. 500/-'])
      expect([amount, (await ask({ parts: parts(amount), currency: 'INR' })).status]).toEqual([amount, 400]);
    expect((await ask({ parts: parts('1000.5'), currency: 'JPY' })).body.details).toMatchObject({
      'parts.0.amount': [{ code: 'amount_finer' }],
    });
    expect((await ask({ parts: parts(...Array.from({ length: 13 }, () => '1')) })).status).toBe(400);
    expect((await ask({ parts: { count: 13, first_due_on: '2027-01-01' } })).status).toBe(400);
    expect(codeOf(await ask({ parts: parts('10.00'), knowing: true }))).toBe(
      '400 bad_input currency: missing',
    );
    expect(ok(await ask({ parts: monthly(12), currency: 'USD' })).groups[0].parts[0].amount).toBe('8.34');
  });

  test('refuses who left, and who never was there', async () => {
    const student = await newStudent(gita);
    const stranger = await newStudent(yoga);
    const input = { course_id: gita.id, parts: monthly(1) };
    const late = await newStudent(gita);
    expect(codeOf(await call('ledger.add_charges', { ...input, user_ids: [stranger] }, { as: head }))).toBe(
      '404 not_found',
    );
    ok(
      await call(
        'students.remove_student_association',
        { student_id: late, course_id: gita.id, page: 1 },
        { as: head },
      ).then((answer) => ({ ...answer, body: { ...answer.body, data: 1 } })),
    );
    expect(codeOf(await call('ledger.add_charges', { ...input, user_ids: [late] }, { as: head }))).toBe(
      '409 student_left',
    );
    expect(ok(await charge({ ...input, user_ids: [late, student] })).stays).toMatchObject([
      { reason: 'left' },
    ]);
  });

  test('charges nobody twice, however many ask at once', async () => {
    const students = await Promise.all([1, 2, 3].map(() => newStudent(gita)));
    const input = { course_id: gita.id, parts: monthly(4) };
    const { digest } = ok(await call('ledger.add_charges', { ...input, preview: true }, { as: head }));
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('ledger.add_charges', { ...input, digest }, { as: head })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await db.query('select count(*)::int as n from charges where course_id = $1', [gita.id]);
    expect(rows[0].n).toBe(students.length * 4);
  });

  test('waives the charges of somebody who was exempted before, for that reason', async () => {
    const student = await newStudent(gita);
    await call(
      'students.update_payment_status',
      { user_id: student, course_id: gita.id, payment_status: 'Sponsored' },
      { as: head },
    );
    expect(ok(await charge({ course_id: gita.id, parts: monthly(2) })).waived.count).toBe(1);
    expect(await ledgersOf(student)).toMatchObject([
      { waived: '10000.00', open: '0.00', waivers: [{ reason: 'sponsored', covers: [1, 2] }] },
    ]);
    expect(await statusOf(student, gita)).toEqual(['Sponsored', false]);
  });
});

describe('the ledger of a student', () => {
  test('pays the oldest charge first, and keeps what is over as credit', async () => {
    const student = await newStudent(gita);
    ok(await charge({ course_id: gita.id, parts: monthly(4) }));
    await pay(student, gita, '3000');
    await pay(student, gita, '999.50', 'USD');
    await pay(student, gita, '70', null);
    const { ledgers, undecided } = ok(await call('ledger.get_ledger', { user_id: student }, { as: head }));
    expect(undecided).toBe(1);
    const [inr, usd] = ledgers;
    expect(inr.charges.map(({ open }: { open: string }) => open)).toEqual([
      '0.00',
      '2000.00',
      '2500.00',
      '2500.00',
    ]);
    expect(inr).toMatchObject({
      received: '3000.00',
      open: '7000.00',
      can: { waive: true, use_credit: false },
    });
    expect(usd).toMatchObject({ currency: 'USD', received: '999.50', open: '0.00', credit: '999.50' });
    expect(await statusOf(student, gita)).toEqual([null, false]);
    await pay(student, gita, '7500');
    expect(await ledgersOf(student)).toMatchObject([{ open: '0.00', credit: '500.00' }, {}]);
    expect(await statusOf(student, gita)).toEqual(['Successful', false]);
  });

  test('shows a course admin their own courses, also of somebody who left, and nobody else', async () => {
    const student = await newStudent(gita);
    ok(await charge({ course_id: gita.id, parts: monthly(4) }));
    expect(await ledgersOf(student, admin)).toHaveLength(1);
    await call(
      'students.remove_student_association',
      { student_id: student, course_id: gita.id },
      { as: head },
    );
    expect(await ledgersOf(student)).toMatchObject([{ is_enrolled: false, open: '5000.00' }]);
  });

  test('is nobody’s but of those who reach the student, and an account admin’s before any course', async () => {
    const student = await newStudent(gita);
    const newcomer = await add.person('Newcomer', 'student');
    const statusFor = async (user_id: number, as: string) =>
      (await call('ledger.get_ledger', { user_id }, { as })).status;
    expect(await statusFor(student, head)).toBe(200);
    expect(await statusFor(student, other)).toBe(404);
    expect(await statusFor(newcomer, head)).toBe(404);
    expect(await statusFor(newcomer, admin)).toBe(200);
    expect(await statusFor(999_999, admin)).toBe(404);
  });
});

describe('due, overdue and not due yet', () => {
  const chargeOn = async (parts: readonly (readonly [days: number, amount: string])[]) => {
    const dated = parts.map(([days, amount]) => ({ due_on: dayFromToday(days), amount }));
    ok(await charge({ course_id: gita.id, currency: 'INR', knowing: true, parts: dated }));
  };

  test('are three figures, the same in the ledger and in who owes what', async () => {
    const student = await newStudent(gita);
    await chargeOn([
      [-1, '3000'],
      [0, '3000'],
      [1, '4000'],
    ]);
    await pay(student, gita, '1000');
    await db.query('select settle_ledger($1, $2)', [student, gita.id]);
    const figures = { open: '9000.00', due: '5000.00', overdue: '2000.00', later: '4000.00' };
    const [ledger] = await ledgersOf(student);
    expect(ledger).toMatchObject(figures);
    expect(ledger.charges.map(({ state }: { state: string }) => state)).toEqual(['overdue', 'due', 'later']);
    const { body } = await call(
      'ledger.get_owing',
      { course_id: gita.id, page: 1, pageSize: 10 },
      { as: head },
    );
    expect(body.data).toMatchObject([{ ...figures, overdue_since: dayFromToday(-1), overdue_days: 1 }]);
    expect(body.totals).toMatchObject([figures]);
  });

  test('nothing is overdue since today or a day to come', async () => {
    await newStudent(gita);
    await chargeOn([
      [0, '3000'],
      [1, '7000'],
    ]);
    const { body } = await call(
      'ledger.get_owing',
      { course_id: gita.id, page: 1, pageSize: 10 },
      { as: head },
    );
    expect(body.data).toMatchObject([
      { due: '3000.00', overdue: '0.00', later: '7000.00', overdue_since: null, overdue_days: 0 },
    ]);
  });

  test('money where nothing is charged is no credit', async () => {
    const student = await newStudent(gita);
    await pay(student, gita, '1000');
    expect(await ledgersOf(student)).toMatchObject([
      { received: '1000.00', credit: '0.00', can: { use_credit: false } },
    ]);
    const to = { user_id: student, course_id: yoga.id };
    await addEnrolment(db, { student, course: yoga.id, class: yoga.class });
    ok(await charge({ course_id: yoga.id, parts: monthly(1) }));
    const use = { user_id: student, course_id: gita.id, currency: 'INR', to, amount: '10' };
    expect(codeOf(await call('ledger.use_credit', use, { as: head }))).toBe('409 more_than_credit');
  });
});

describe('waivers and canceled charges', () => {
  test('stay within own courses, also for an own student', async () => {
    const student = await newStudent(gita);
    const theirs = await newCourse(`Theirs ${word}`, await add.person(`Their${word}`, 'courseadmin'));
    await addEnrolment(db, { student, course: theirs.id, class: theirs.class });
    ok(await charge({ course_id: theirs.id, parts: monthly(1) }, admin));
    const waived = { user_id: student, course_id: theirs.id, amount: '1', reason: 'discount' };
    expect(codeOf(await call('ledger.waive', waived, { as: head }))).toBe('404 not_found');
    expect((await call('ledger.waive', waived, { as: admin })).status).toBe(200);
  });

  test('a waiver that covers two parts is one line, and one cancel ends it', async () => {
    const student = await newStudent(gita);
    ok(await charge({ course_id: gita.id, parts: monthly(2) }));
    const input = { user_id: student, course_id: gita.id, amount: '6000', reason: 'discount' };
    ok(await call('ledger.waive', input, { as: head }));
    const [{ waivers, charges }] = await ledgersOf(student);
    expect(waivers).toMatchObject([{ amount: '6000.00', covers: [1, 2] }]);
    expect(charges).toMatchObject([{ waived: '5000.00', state: null }, { waived: '1000.00' }]);
    ok(await call('ledger.cancel_waiver', { waiver_id: waivers[0].waiver_id }, { as: head }));
    expect(await ledgersOf(student)).toMatchObject([{ open: '10000.00', waived: '0.00', waivers: [] }]);
  });

  test('waive all that is open, or an amount of it, and never more', async () => {
    const student = await newStudent(gita);
    const input = { user_id: student, course_id: gita.id, reason: 'discount' };
    const waive = (more: object = {}) => call('ledger.waive', { ...input, ...more }, { as: head });
    expect(codeOf(await waive())).toBe('409 nothing_open');
    ok(await charge({ course_id: gita.id, parts: monthly(4) }));
    expect(codeOf(await waive({ amount: '10000.01' }))).toBe('409 more_than_open');
    expect(ok(await waive({ amount: '3000' }))).toEqual({ waived: '3000.00', currency: 'INR' });
    expect(await ledgersOf(student)).toMatchObject([{ waivers: [{ amount: '3000.00', covers: [1, 2] }] }]);
    await pay(student, gita, '2500');
    const rest = await waive({ reason: 'sponsored', sponsor: 'A fund' });
    expect(ok(rest).waived).toBe('4500.00');
    expect(await statusOf(student, gita)).toEqual(['Successful', false]);
    ok({ ...(await undo(rest)), status: 200 });
    expect(await ledgersOf(student)).toMatchObject([{ open: '4500.00' }]);
    expect(await statusOf(student, gita)).toEqual([null, false]);
    await db.query(
      `insert into charges (student_id, course_id, part, parts, due_on, amount, currency, created_by)
       values ($1, $2, 1, 1, '2026-01-01', 50, 'USD', $3)`,
      [student, gita.id, headId],
    );
    expect(codeOf(await waive())).toBe('409 several_currencies');
    expect(codeOf(await waive({ currency: 'CAD' }))).toBe('409 nothing_open');
    expect(ok(await waive({ currency: 'USD' }))).toEqual({ waived: '50.00', currency: 'USD' });
    expect(ok(await waive())).toEqual({ waived: '4500.00', currency: 'INR' });
  });

  test('an undo never waives more than a charge', async () => {
    const student = await newStudent(gita);
    const input = { user_id: student, course_id: gita.id, reason: 'discount', amount: '6000' };
    const waive = async () => ok(await call('ledger.waive', input, { as: head }));
    ok(await charge({ course_id: gita.id, parts: monthly(1) }));
    await waive();
    const [{ waivers }] = await ledgersOf(student);
    const canceled = await call('ledger.cancel_waiver', { waiver_id: waivers[0].waiver_id }, { as: head });
    await waive();
    expect(codeOf(await undo(canceled))).toBe('409 changed_since');
    expect(await ledgersOf(student)).toMatchObject([{ open: '4000.00', waived: '6000.00', credit: '0.00' }]);
  });

  test('a canceled waiver is open again, a canceled charge makes credit, and each ends once', async () => {
    const student = await newStudent(gita);
    ok(await charge({ course_id: gita.id, parts: monthly(2) }));
    ok(
      await call(
        'ledger.waive',
        { user_id: student, course_id: gita.id, amount: '100', reason: 'discount' },
        { as: head },
      ),
    );
    const [{ waivers, charges }] = await ledgersOf(student);
    const cancel = () => call('ledger.cancel_waiver', { waiver_id: waivers[0].waiver_id }, { as: head });
    expect([(await cancel()).status, codeOf(await cancel())]).toEqual([200, '409 conflict']);
    const none = await call('ledger.cancel_waiver', { waiver_id: 999_999 }, { as: head });
    expect(codeOf(none)).toBe('404 not_found');
    await pay(student, gita, '6000');
    const ask = { charge_id: charges[1].charge_id, reason: 'Too much' };
    const canceled = await call('ledger.cancel_charge', ask, { as: head });
    expect([canceled.status, codeOf(await call('ledger.cancel_charge', ask, { as: head }))]).toEqual([
      200,
      '409 conflict',
    ]);
    expect(await ledgersOf(student)).toMatchObject([
      { charged: '5000.00', credit: '1000.00', charges: [{}, { cancel_reason: 'Too much' }] },
    ]);
    expect((await call('ledger.cancel_charge', ask, { as: other })).status).toBe(404);
    await undo(canceled);
    expect(await ledgersOf(student)).toMatchObject([{ open: '4000.00' }]);
  });
});

describe('credit', () => {
  test('goes to another course of the student or to a sibling, never more than there is or is open', async () => {
    const student = await newStudent(gita);
    const sibling = await newStudent(yoga);
    const stranger = await newStudent(yoga);
    await db.query(`update people set email_id = $2 where id = any($1)`, [
      [student, sibling],
      `family${word}@office.test`,
    ]);
    ok(await charge({ course_id: gita.id, parts: monthly(1) }));
    ok(await charge({ course_id: yoga.id, parts: monthly(2) }));
    await pay(student, gita, '4000');
    const last = await pay(student, gita, '9000');
    const use = (amount: string, to: number, more: object = {}) =>
      call(
        'ledger.use_credit',
        {
          user_id: student,
          course_id: gita.id,
          currency: 'INR',
          amount,
          to: { user_id: to, course_id: yoga.id },
          ...more,
        },
        { as: head },
      );
    expect(ok(await call('ledger.get_ledger', { user_id: student }, { as: head })).uses).toMatchObject([
      { user_id: sibling, open: '10000.00' },
    ]);
    expect(codeOf(await use('1', stranger))).toBe('404 not_found');
    const inGita = { to: { user_id: sibling, course_id: gita.id } };
    expect(codeOf(await use('1', sibling, inGita))).toBe('409 nothing_open');
    expect(codeOf(await use('3000.01', sibling))).toBe('409 more_than_credit');
    const used = await use('3000', sibling);
    expect(used.status).toBe(200);
    const { rows } = await db.query(
      'select student_id::int, amount::float from payment_shares where payment_id = $1 order by 1',
      [last],
    );
    expect(rows).toEqual([
      { student_id: student, amount: 6000 },
      { student_id: sibling, amount: 3000 },
    ]);
    expect(await ledgersOf(sibling)).toMatchObject([{ received: '3000.00', open: '7000.00' }]);
    expect(await ledgersOf(student)).toMatchObject([{ received: '10000.00', credit: '0.00' }]);
    await undo(used);
    expect(await ledgersOf(student)).toMatchObject([{ credit: '3000.00' }]);
    expect(await ledgersOf(sibling)).toMatchObject([{ received: '0.00', open: '10000.00' }]);
    ok(
      await call(
        'ledger.waive',
        { user_id: sibling, course_id: yoga.id, amount: '9000', reason: 'discount' },
        { as: head },
      ),
    );
    expect(codeOf(await use('1000.01', sibling))).toBe('409 more_than_open');
    expect((await use('1000', sibling)).status).toBe(200);
    expect(codeOf(await use('1', sibling))).toBe('409 nothing_open');
  });

  test('a whole payment, and a share of one, can go on, and refunds stay with their part', async () => {
    const student = await newStudent(gita);
    await db.query(`update people set email_id = '' where id = $1`, [student]);
    await addEnrolment(db, { student, course: yoga.id, class: yoga.class });
    ok(await charge({ course_id: yoga.id, parts: monthly(1) }));
    await db.query(
      `insert into charges (student_id, course_id, due_on, amount, currency, canceled_at, cancel_reason)
       values ($1, $2, '2026-01-01', 1000, 'INR', now(), 'Canceled')`,
      [student, gita.id],
    );
    const payment = await pay(student, gita, '1000');
    await db.query(`insert into refunds (payment_id, amount, refunded_at) values ($1, 300, now())`, [
      payment,
    ]);
    const use = (amount: string) =>
      call(
        'ledger.use_credit',
        {
          user_id: student,
          course_id: gita.id,
          currency: 'INR',
          amount,
          to: { user_id: student, course_id: yoga.id },
        },
        { as: head },
      );
    expect((await use('200')).status).toBe(200);
    expect((await use('500')).status).toBe(200);
    await pay(student, gita, '400');
    expect((await use('100')).status).toBe(200);
    expect((await use('300')).status).toBe(200);
    await pay(student, gita, '50');
    expect((await use('50')).status).toBe(200);
    expect(codeOf(await use('0.01'))).toBe('409 more_than_credit');
    const ledgers = await ledgersOf(student);
    expect(ledgers).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          course_id: gita.id,
          received: '300.00',
          refunded: '300.00',
          credit: '0.00',
        }),
        expect.objectContaining({ course_id: yoga.id, received: '1150.00', open: '8850.00' }),
      ]),
    );
  });
});

describe('leaving a course in the middle of a plan', () => {
  const plan = () => ({ course_id: gita.id, parts: monthly(4) });
  const open = ['0.00', '1000.00', '0.00', '0.00'];

  test.each(['move', 'selection', 'unassociate'] as const)(
    'by %s cancels what is not due, and Undo restores it',
    async (way) => {
      const student = await newStudent(gita);
      ok(await charge(plan()));
      await pay(student, gita, '4000');
      const selected = { list: { course_status: 'all', course_id: gita.id }, rows: null };
      const change = { kind: 'move', course_id: yoga.id, class_id: yoga.class };
      const email_id = await emailOf(student);
      const answer = await {
        move: () =>
          call(
            'students.update_course_to_student',
            { email_id, user_id: student, course_id: yoga.id, class_id: yoga.class },
            { as: head },
          ),
        selection: async () => {
          const { digest } = ok(await call('selection.preview_change', { selected, change }, { as: head }));
          return call('selection.save_change', { selected, change, digest }, { as: head });
        },
        unassociate: () =>
          call(
            'students.remove_student_association',
            { student_id: student, course_id: gita.id },
            { as: head },
          ),
      }[way]();
      expect(answer.status).toBe(200);
      const ledger = (await ledgersOf(student)).find(
        ({ course_id: id }: { course_id: number }) => id === gita.id,
      );
      expect(ledger.charges.map((one: { open: string }) => one.open)).toEqual(open);
      expect(ledger).toMatchObject({ charged: '5000.00', open: '1000.00', is_enrolled: false });
      expect((await undo(answer)).status).toBe(200);
      expect(await ledgersOf(student)).toMatchObject([
        { charged: '10000.00', open: '6000.00', is_enrolled: true },
      ]);
      expect(await statusOf(student, gita)).toEqual([null, false]);
    },
  );

  test('another class of the course changes nothing of it', async () => {
    const student = await newStudent(gita);
    ok(await charge(plan()));
    const class_id = await add.class(gita.id, 'Another');
    const email_id = await emailOf(student);
    const moved = await call(
      'students.update_course_to_student',
      { email_id, user_id: student, course_id: gita.id, class_id },
      { as: head },
    );
    expect(moved.body).toMatchObject({ status: 200, type: 'success' });
    expect(await ledgersOf(student)).toMatchObject([{ charged: '10000.00' }]);
  });
});

describe('a refund', () => {
  const refund = async (payment: number, amount: string, more: object) => {
    word += 1;
    const input = { id: payment, share_id: null, amount, reason: 'Fell ill', refunded_at: dayFromToday(0) };
    return call('payments.refund_payment', { ...input, reference: `back_${word}`, ...more }, { as: head });
  };
  const owing = async () =>
    (await call('ledger.get_owing', { course_id: gita.id, page: 1, pageSize: 10 }, { as: head })).body.data;

  test('of all of it ends the charges: nobody who was refunded owes anything', async () => {
    const student = await newStudent(gita);
    ok(await charge({ course_id: gita.id, parts: monthly(3) }));
    const payment = await pay(student, gita, '3333.34');
    // The form says before the press that the parts which nobody paid end too.
    const { student: whose } = ok(await call('payments.get_single_payment', { id: payment }, { as: head }));
    expect(whose.ledger).toMatchObject({ kept: '3333.34', open: '6666.66' });
    const back = await refund(payment, '3333.34', { charge: 'cancel' });
    expect(back.status).toBe(200);
    expect(await owing()).toEqual([]);
    expect(await ledgersOf(student)).toMatchObject([
      { open: '0.00', credit: '0.00', charges: [{ cancel_reason: 'Fell ill' }, {}, {}] },
    ]);
    expect(await statusOf(student, gita)).toEqual(['Refunded', false]);
    const reversed = await call(
      'payments.reverse_refund',
      { refund_id: back.body.data.refund_id },
      { as: head },
    );
    expect(reversed.status).toBe(200);
    expect(await ledgersOf(student)).toMatchObject([{ open: '6666.66', charged: '10000.00' }]);
    expect((await undo(reversed)).status).toBe(200);
    expect((await undo(back)).status).toBe(200);
    expect(await ledgersOf(student)).toMatchObject([{ open: '6666.66', refunded: '0.00' }]);
  });

  test('of a part, which is not asked for again, is said so, and asked for again when it is reversed', async () => {
    const student = await newStudent(gita);
    ok(await charge({ course_id: gita.id, parts: monthly(2) }));
    const payment = await pay(student, gita, '10000');
    const back = await refund(payment, '1000', { charge: 'cancel' });
    const paid = { open: '0.00', credit: '0.00' };
    expect(await ledgersOf(student)).toMatchObject([
      { ...paid, waived: '1000.00', waivers: [{ reason: 'refunded', note: 'Fell ill', amount: '1000.00' }] },
    ]);
    const { refund_id } = back.body.data;
    expect((await call('payments.reverse_refund', { refund_id }, { as: head })).status).toBe(200);
    expect(await ledgersOf(student)).toMatchObject([{ ...paid, waived: '0.00', waivers: [] }]);
  });

  const says = (payment: number, status: string) =>
    db.query('update payments set status = $2 where id = $1', [payment, status]);

  test('may be what the payment itself says: it ends the charges where nothing stayed, until it says otherwise', async () => {
    const student = await newStudent(gita);
    ok(await charge({ course_id: gita.id, parts: monthly(3) }));
    const [first, second] = [await pay(student, gita, '3333.34'), await pay(student, gita, '1000')];
    await says(first, 'refunded');
    expect(await ledgersOf(student)).toMatchObject([{ charged: '10000.00', received: '1000.00' }]);
    await says(second, 'Refunded');
    expect(await owing()).toEqual([]);
    expect(await ledgersOf(student)).toMatchObject([
      { open: '0.00', credit: '0.00', charges: [{ cancel_reason: 'Refunded' }, {}, {}] },
    ]);
    expect(await statusOf(student, gita)).toEqual(['Refunded', false]);
    await says(second, 'success');
    expect(await ledgersOf(student)).toMatchObject([{ charged: '10000.00', open: '9000.00' }]);
    expect(await statusOf(student, gita)).toEqual([null, false]);
  });

  test('that somebody chooses as status ends the charges where no money stayed', async () => {
    const student = await newStudent(gita);
    const choose = async (payment_status: string) =>
      call(
        'students.update_payment_status',
        { user_id: student, course_id: gita.id, payment_status },
        { as: head },
      );
    ok(await charge({ course_id: gita.id, parts: monthly(2) }));
    const chosen = await choose('Refunded');
    expect(chosen.status).toBe(200);
    expect(await owing()).toEqual([]);
    expect((await undo(chosen)).status).toBe(200);
    expect(await ledgersOf(student)).toMatchObject([{ open: '10000.00' }]);
    await pay(student, gita, '2000');
    expect((await choose('Refunded')).status).toBe(200);
    expect(await ledgersOf(student)).toMatchObject([{ open: '8000.00' }]);
  });

  test('of a part waives as much, so that it is not asked for again', async () => {
    const student = await newStudent(gita);
    ok(await charge({ course_id: gita.id, parts: monthly(2) }));
    const payment = await pay(student, gita, '6000');
    ok(await refund(payment, '1500', { charge: 'cancel' }));
    const [ledger] = await ledgersOf(student);
    expect(ledger).toMatchObject({ open: '4000.00', waived: '1500.00' });
    expect(ledger.waivers).toMatchObject([{ amount: '1500.00', covers: [1, 2], note: 'Fell ill' }]);
  });

  test('leaves the charge due where the office says so', async () => {
    const student = await newStudent(gita);
    ok(await charge({ course_id: gita.id, parts: monthly(1) }));
    const payment = await pay(student, gita, '10000');
    ok(await refund(payment, '10000', { charge: 'due' }));
    expect(await owing()).toMatchObject([{ user_id: student, open: '10000.00' }]);
  });
});

describe('the payment status', () => {
  const choose = (student: number, payment_status: string) =>
    call(
      'students.update_payment_status',
      { user_id: student, course_id: gita.id, payment_status },
      { as: head },
    );

  test.each([
    ['Exempted', 'exempted'],
    ['Sponsored', 'sponsored'],
    ['Alternate arrangements made', 'alternate'],
  ])('%s waives all that is open, and Undo takes back both', async (status, reason) => {
    const student = await newStudent(gita);
    ok(await charge({ course_id: gita.id, parts: monthly(2) }));
    const chosen = await choose(student, status);
    expect(chosen.status).toBe(200);
    expect(await statusOf(student, gita)).toEqual([status, false]);
    expect(await ledgersOf(student)).toMatchObject([{ open: '0.00', waivers: [{ reason }] }]);
    expect((await undo(chosen)).status).toBe(200);
    expect(await statusOf(student, gita)).toEqual([null, false]);
    expect(await ledgersOf(student)).toMatchObject([{ open: '10000.00', waivers: [] }]);
  });

  test('is set by hand where it does not follow from the ledger, and stays so until it does', async () => {
    const student = await newStudent(gita);
    ok(await charge({ course_id: gita.id, parts: monthly(2) }));
    await choose(student, 'Failed');
    expect(await statusOf(student, gita)).toEqual(['Failed', true]);
    await pay(student, gita, '10000');
    expect(await statusOf(student, gita)).toEqual(['Failed', true]);
    const followed = await choose(student, 'Successful');
    expect(await statusOf(student, gita)).toEqual(['Successful', false]);
    await undo(followed);
    expect(await statusOf(student, gita)).toEqual(['Failed', true]);
    // Half was paid: who chose 'Exempted' sees it, by hand.
    const half = await newStudent(gita);
    ok(await charge({ course_id: gita.id, user_ids: [half], parts: monthly(2) }));
    await pay(half, gita, '5000');
    await choose(half, 'Exempted');
    expect(await statusOf(half, gita)).toEqual(['Exempted', true]);
    expect(await ledgersOf(half)).toMatchObject([{ open: '0.00', waived: '5000.00' }]);
  });

  test('of many is chosen in the same way', async () => {
    const [owing, nothing] = [await newStudent(gita), await newStudent(gita)];
    ok(await charge({ course_id: gita.id, user_ids: [owing], parts: monthly(3) }));
    const selected = { list: { course_status: 'all', course_id: gita.id }, rows: null };
    const change = { kind: 'payment_status', payment_status: 'Sponsored' };
    const { digest } = ok(await call('selection.preview_change', { selected, change }, { as: head }));
    const saved = await call('selection.save_change', { selected, change, digest }, { as: head });
    expect(saved.status).toBe(200);
    expect([await statusOf(owing, gita), await statusOf(nothing, gita)]).toEqual([
      ['Sponsored', false],
      ['Sponsored', true],
    ]);
    expect(await ledgersOf(owing)).toMatchObject([{ waived: '10000.00' }]);
    expect((await undo(saved)).status).toBe(200);
    expect([await statusOf(owing, gita), await statusOf(nothing, gita)]).toEqual([
      [null, false],
      [null, false],
    ]);
  });

  test('follows refunds: all of it went back', async () => {
    const student = await newStudent(gita);
    ok(await charge({ course_id: gita.id, parts: monthly(1) }));
    const payment = await pay(student, gita, '10000');
    await db.query('insert into refunds (payment_id, amount, refunded_at) values ($1, 10000, now())', [
      payment,
    ]);
    expect(await statusOf(student, gita)).toEqual(['Refunded', false]);
    await db.query('update refunds set reversed_at = now() where payment_id = $1', [payment]);
    expect(await statusOf(student, gita)).toEqual(['Successful', false]);
  });

  test('of two payments at the same moment is that of both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const student = await newStudent(gita);
      ok(await charge({ course_id: gita.id, user_ids: [student], parts: monthly(2) }));
      await Promise.all(['2500', '2500', '2500', '2500'].map((amount) => pay(student, gita, amount)));
      expect(await statusOf(student, gita)).toEqual(['Successful', false]);
      expect(
        (await db.query('select received::float from ledger_sums where student_id = $1', [student])).rows,
      ).toEqual([{ received: 10_000 }]);
    }
  });
});

describe('a merge of people', () => {
  test('moves charges, waivers, payments and shares, and changes no sum', async () => {
    const [keep, merge, sibling] = [await newStudent(gita), await newStudent(gita), await newStudent(yoga)];
    await db.query('update people set email_id = $2 where id = any($1)', [
      [merge, sibling],
      `family${word}@office.test`,
    ]);
    ok(await charge({ course_id: gita.id, parts: monthly(2) }));
    ok(await charge({ course_id: yoga.id, parts: monthly(2) }));
    ok(
      await call(
        'ledger.waive',
        { user_id: merge, course_id: gita.id, amount: '700', reason: 'discount' },
        { as: head },
      ),
    );
    await pay(merge, gita, '11000');
    await pay(keep, gita, '100');
    const use = { user_id: merge, course_id: gita.id, currency: 'INR', amount: '1500' };
    expect(
      (
        await call(
          'ledger.use_credit',
          { ...use, to: { user_id: sibling, course_id: yoga.id } },
          { as: head },
        )
      ).status,
    ).toBe(200);
    const sums = async () =>
      (
        await db.query(
          `select sum(charged)::float as charged, sum(waived)::float as waived, sum(received)::float as received
           from balances where course_id = any($1)`,
          [[gita.id, yoga.id]],
        )
      ).rows[0];
    const before = await sums();
    const two = { keep_id: keep, merge_id: merge };
    const { digest } = ok(await call('duplicates.merge_people', { ...two, preview: true }, { as: admin }));
    const merged = await call(
      'duplicates.merge_people',
      { ...two, digest, preview: false, courses: [{ course_id: gita.id, use: 'keep' }] },
      { as: admin },
    );
    expect([merged.status, merged.body.code]).toEqual([200, undefined]);
    expect(await sums()).toEqual(before);
    expect(await ledgersOf(keep)).toMatchObject([
      { charged: '20000.00', waived: '700.00', received: '9600.00', open: '9700.00' },
    ]);
    expect((await undo(merged, admin)).status).toBe(200);
    expect(await sums()).toEqual(before);
    expect(await ledgersOf(merge)).toMatchObject([
      { charged: '10000.00', received: '9500.00', waived: '700.00' },
    ]);
  });
});

describe('who owes what', () => {
  const owing = (more: object = {}, as = head) =>
    call('ledger.get_owing', { course_id: gita.id, page: 1, pageSize: 10, ...more }, { as });

  test('lists by page, filters, sorts and sums per currency', async () => {
    const [late, soon] = [await newStudent(gita), await newStudent(gita)];
    const us = await newStudent(gita, 'United States');
    ok(await charge({ course_id: gita.id, user_ids: [late], parts: monthly(2, dayFromToday(-50)) }));
    ok(await charge({ course_id: gita.id, user_ids: [soon], parts: monthly(2, dayFromToday(5)) }));
    ok(await charge({ course_id: gita.id, user_ids: [us], parts: monthly(2, dayFromToday(-10)) }));
    await pay(late, gita, '1000');
    const { body } = await owing();
    expect(body).toMatchObject({
      total_count: 3,
      totals: [
        { currency: 'INR', open: '19000.00', due: '9000.00', received: '1000.00' },
        { currency: 'USD', open: '100.00', due: '50.00' },
      ],
      data: [
        {
          user_id: late,
          open: '9000.00',
          due: '9000.00',
          overdue_since: dayFromToday(-50),
          overdue_days: 50,
          class_id: gita.class,
        },
        { user_id: us, currency: 'USD', due: '50.00', overdue_days: 10 },
        { user_id: soon, due: '0.00', overdue_since: null, overdue_days: 0, last_reminder: null },
      ],
    });
    const found = async (more: object, as = head) =>
      (await owing(more, as)).body.data.map(({ user_id }: { user_id: number }) => user_id);
    expect(await found({ overdue: 30 })).toEqual([late]);
    expect(await found({ show: 'due' })).toEqual([late, us]);
    expect(await found({ currency: 'USD' })).toEqual([us]);
    expect(await found({ class_id: gita.class, search: 'student', pageSize: 2, page: 2 })).toEqual([soon]);
    expect(await found({ sort: '-open' })).toEqual([soon, late, us]);
    await pay(us, gita, '100', 'USD');
    const none = await newCourse(`None ${word}`);
    expect(await found({ class_id: none.class })).toEqual([]);
    expect(await found({ search: 'nobody' })).toEqual([]);
    expect(await found({}, admin)).toEqual([late, soon]);
    expect(await found({ show: 'uncharged' })).toEqual([]);
    expect((await owing({ show: 'received' })).status).toBe(400);
    expect(await found({}, other)).toEqual([]);
  });

  test('shows a course admin the address of a payer who is a guardian alone, and of no colleague', async () => {
    const [child, pupil, alone] = [await newStudent(gita), await newStudent(gita), await newStudent(gita)];
    const colleague = await add.person(`Aunt${word}`, 'teacher');
    const { rows } = await db.query(
      `insert into people (email_id, main_role, first_name) values ($1, 'guardian', 'Mother') returning id`,
      [`parent${word}@office.test`],
    );
    await db.query(
      'insert into guardians (student_id, guardian_id, pays) values ($1, $2, true), ($3, $4, true)',
      [child, rows[0].id, pupil, colleague],
    );
    ok(await charge({ course_id: gita.id, parts: monthly(1) }));
    const payers = async (as: string) =>
      new Map(
        (await owing({}, as)).body.data.map((row: { user_id: number; payer_email: string }) => [
          row.user_id,
          row.payer_email,
        ]),
      );
    const theirs = [`parent${word}@office.test`, await emailOf(alone)];
    const seen = (payer: Map<unknown, unknown>) => [child, alone, pupil].map((id) => payer.get(id));
    expect(seen(await payers(head))).toEqual([...theirs, '']);
    expect(seen(await payers(admin))).toEqual([...theirs, await emailOf(colleague)]);
  });

  test('lists credit, waivers and students without charges too, and exports', async () => {
    const [first, second] = [await newStudent(gita), await newStudent(gita)];
    ok(await charge({ course_id: gita.id, user_ids: [first], parts: monthly(1) }));
    ok(
      await call(
        'ledger.waive',
        { user_id: first, course_id: gita.id, amount: '500', reason: 'discount' },
        { as: head },
      ),
    );
    await pay(first, gita, '10000');
    expect((await owing({ show: 'credit' })).body.data).toMatchObject([{ user_id: first, credit: '500.00' }]);
    expect((await owing({ show: 'waived' })).body.data).toMatchObject([{ user_id: first, waived: '500.00' }]);
    expect((await owing({ show: 'uncharged' })).body).toMatchObject({
      total_count: 1,
      data: [{ user_id: second, currency: null, open: '0.00' }],
    });
    const token = await app.tokenOf(head);
    const file = await app.app.inject({
      method: 'POST',
      url: '/api/payments/export_owing',
      headers: { authorization: `Bearer ${token}` },
      payload: { course_id: gita.id, show: 'credit', format: 'csv' },
    });
    expect(file.body.split('\r\n')).toHaveLength(2);
    expect(file.body).toContain('"INR","10000","500","10000","0","0","0","0","0","500"');
  });

  test('who has no price in their country stays in sight until somebody decides', async () => {
    const student = await newStudent(gita);
    await db.query("update people set region = 'Germany', country = 'Germany' where id = $1", [student]);
    const figures = ok(await call('ledger.get_course_money', { course_id: gita.id }, { as: head })).uncharged;
    expect([(await owing({ show: 'uncharged' })).body.total_count, figures]).toEqual([1, 1]);
  });

  test('a course without a price has no debtors, and says so', async () => {
    const free = { id: await add.course(`Free ${word}`, headId), class: 0 };
    free.class = await add.class(free.id, 'Free class');
    const student = await add.person(`Guest${word}`, 'student');
    await addEnrolment(db, { student, course: free.id, class: free.class });
    const figures = ok(await call('ledger.get_course_money', { course_id: free.id }, { as: head }));
    expect(figures).toMatchObject({ students: 1, uncharged: 0, has_price: false });
    for (const show of ['open', 'due', 'uncharged']) {
      const input = { show, course_id: free.id, page: 1, pageSize: 10 };
      expect((await call('ledger.get_owing', input, { as: head })).body.data).toEqual([]);
    }
  });

  test('gives the figures of a course to its course admin and no other', async () => {
    const student = await newStudent(gita);
    await newStudent(gita);
    ok(await charge({ course_id: gita.id, user_ids: [student], parts: monthly(1) }));
    const payment = await pay(student, gita, '4000');
    await pay(null, gita, '77');
    await pay(await newStudent(gita), gita, '300');
    await db.query('insert into refunds (payment_id, amount, refunded_at) values ($1, 50, now())', [payment]);
    ok(
      await call(
        'ledger.waive',
        { user_id: student, course_id: gita.id, amount: '1000', reason: 'discount' },
        { as: head },
      ),
    );
    expect(ok(await call('ledger.get_course_money', { course_id: gita.id }, { as: head }))).toEqual({
      course_id: gita.id,
      has_price: true,
      students: 3,
      uncharged: 2,
      totals: [
        {
          currency: 'INR',
          charged: '10000.00',
          waived: '1000.00',
          received: '4377.00',
          refunded: '50.00',
          open: '5050.00',
          credit: '0.00',
          unmatched: '77.00',
          // 4377 - 77 - 300 - 50 = 10000 - 1000 - 5050 + 50
          not_charged: '300.00',
        },
      ],
    });
    expect((await call('ledger.get_course_money', { course_id: gita.id }, { as: other })).status).toBe(404);
  });
});

describe('reminders', () => {
  async function remind(more: object = {}, as = head) {
    const input = { filter: { course_id: gita.id }, ...more };
    const plan = ok(await call('ledger.remind_owing', { ...input, preview: true }, { as }));
    const answer = await call('ledger.remind_owing', { ...input, digest: plan.digest }, { as });
    return { plan, answer };
  }

  test('go to the payer, one for all their children, once a week, and to nobody without an address', async () => {
    const [anu, bala, carl, dev] = [
      await newStudent(gita),
      await newStudent(gita),
      await newStudent(gita),
      await newStudent(gita),
    ];
    await db.query(`update people set email_id = '' where id = $1`, [dev]);
    const mother = `mother${word}@office.test`;
    const { rows } = await db.query(
      `insert into people (email_id, main_role, first_name) values ($1, 'guardian', 'Mother') returning id`,
      [mother],
    );
    await db.query(
      `insert into guardians (student_id, guardian_id, pays) select unnest($1::bigint[]), $2, true`,
      [[anu, bala], rows[0].id],
    );
    ok(await charge({ course_id: gita.id, parts: monthly(2) }));
    const asked = { filter: { course_id: gita.id }, preview: true };
    const { sample } = ok(await call('ledger.remind_owing', asked, { as: head }));
    expect(sample).toMatchObject({
      is_link_only: true,
      text: expect.stringContaining('/me/an-invented-address'),
    });
    expect(sample.text).not.toContain('₹');
    await proveAllMailboxes(db);
    const { plan, answer } = await remind();
    expect(answer.status).toBe(200);
    expect(plan.sample).not.toHaveProperty('is_link_only');
    expect(plan).toMatchObject({
      people: 4,
      mails: 2,
      sharing: 2,
      without_address: { count: 1 },
      recent: { count: 0 },
    });
    expect(plan.sample.text).toContain('₹');
    const waiting = await waitingMails(db, app.config);
    const mine = waiting.filter(({ kind }) => kind === 'owing_reminder');
    expect(mine.map(({ to, data }) => [to, data.debts.length]).toSorted()).toEqual(
      [
        [mother, 2],
        [await emailOf(carl), 1],
      ].toSorted(),
    );
    const again = await remind();
    expect(again.plan).toMatchObject({ mails: 0, recent: { count: 3 } });
    expect((await waitingMails(db, app.config)).filter(({ kind }) => kind === 'owing_reminder')).toHaveLength(
      2,
    );

    // One child is paid for meanwhile: the mail asks for the other alone. Carl paid all: there is no mail.
    await pay(anu, gita, '10000');
    await pay(carl, gita, '10000');
    await proveAllMailboxes(db);
    const sent = (await deliveredMails(app)).filter(({ subject }) => subject.includes(' is due at '));
    expect(sent[0]!.text).toMatch(
      /tell the office if this is not right\.\s+You reach the office at \S+@\S+\./,
    );
    expect(sent.map(({ to }) => to)).toEqual([mother]);
    expect(sent[0]!.subject).toContain('10,000.00');
    const { rows: states } = await db.query(
      `select state, failure from mails where kind = 'owing_reminder' order by state`,
    );
    expect(states).toEqual([
      { state: 'failed', failure: 'what it is about is settled' },
      { state: 'sent', failure: null },
    ]);
  });

  test('say on the list what became of their mail: nothing left without a mail server', async () => {
    const student = await newStudent(gita);
    ok(await charge({ course_id: gita.id, parts: monthly(1) }));
    await proveAllMailboxes(db);
    await remind();
    const state = async () => {
      const { data } = (
        await call('ledger.get_owing', { course_id: gita.id, user_id: student }, { as: head })
      ).body;
      return data[0].last_reminder_state;
    };
    expect(await state()).toBe('queued');
    await deliveredMails(app);
    expect(await state()).toBe('kept');
    await db.query('delete from kept_mails');
    expect(await state()).toBe('sent');
    await db.query('update reminders set mail_id = null');
    expect(await state()).toBe(null);
  });

  test('are asked for once, however many press', async () => {
    const student = await newStudent(gita);
    ok(await charge({ course_id: gita.id, parts: monthly(1) }));
    const input = { filter: { course_id: gita.id } };
    const { digest } = ok(await call('ledger.remind_owing', { ...input, preview: true }, { as: head }));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('ledger.remind_owing', { ...input, digest }, { as: head })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await db.query('select count(*)::int as n from reminders where student_id = $1', [
      student,
    ]);
    expect(rows[0].n).toBe(1);
  });

  test('ask for what is due by now, and nobody for what is due later', async () => {
    const [late, soon, paid] = [await newStudent(gita), await newStudent(gita), await newStudent(gita)];
    for (const [student, first] of [
      [late, -5],
      [soon, 5],
      [paid, -5],
    ] as const)
      ok(await charge({ course_id: gita.id, user_ids: [student], parts: monthly(2, dayFromToday(first)) }));
    await pay(paid, gita, '5000');
    const { plan } = await remind();
    expect(plan).toMatchObject({ people: 1, mails: 1 });
    const asked = await emailOf(late);
    const mine = (await waitingMails(db, app.config)).find(
      ({ kind, to }) => kind === 'owing_reminder' && to === asked,
    );
    expect(mine!.data.debts).toMatchObject([{ student_id: late, due: '5000.00', due_on: dayFromToday(-5) }]);
    expect(plan.sample.text).toContain('₹5,000.00 is due at');
    expect(plan.sample.text).not.toContain('10,000');
  });
});
