import type { PaymentResolution, SheetRow } from '@gurukul/contract/payment-upload';
import { expect, test } from 'vitest';
import { nameOf } from '../likeness/names.ts';
import { tidyPayment } from './cells.ts';
import { planPayments } from './plan.ts';
import type { KnownMoney, KnownPayment, PlannedPayment } from './plan.ts';
import { indexStudents, noFamily } from './students-index.ts';
import type { Student } from './students-index.ts';

const clock = { today: '2026-11-21', now: '2026-11-21T06:00:00.000Z', zone: 'Asia/Kolkata' };
const dates = {
  order: 'day_first',
  decided_by: 'default',
  example: null,
  isMixed: false,
  halfTurned: null,
} as const;

const student = (id: number, fullname: string): Student => ({
  id,
  fullname,
  email_id: `s${id}@example.com`,
  phone_number: '9876543210',
  names: [nameOf(fullname)],
  email: `s${id}@example.com`,
  family: noFamily,
  courses: [1],
});
const ravi = student(7, 'Ravi Kumar');
const uma = student(8, 'Uma Rao');
const byHand: KnownPayment = {
  id: 3,
  payment_id: 'pay_1',
  course_id: 1,
  student_id: 7,
  full_name: 'Ravi Kumar',
  email_id: 's7@example.com',
  phone_number: '9876543210',
  amount: '500',
  currency: 'INR',
  status: 'success',
  paid_at: '2026-11-19T20:00:00.000Z',
  is_by_hand: true,
  is_shared: false,
  refunded: '0',
};
const known = (more: Partial<KnownPayment> = {}): KnownPayment => ({ ...byHand, is_by_hand: false, ...more });

const cells: Omit<SheetRow, 'row'> = {
  payment_id: 'pay_1',
  full_name: 'Ravi Kumar',
  email_id: 's7@example.com',
  phone_number: '9876543210',
  course_name: 'Gita',
  amount: '500',
  currency: 'INR',
  status: 'success',
  created_at: '2026-11-20',
};
interface Given {
  readonly known?: KnownPayment;
  readonly choice?: PaymentResolution;
  readonly money?: Partial<KnownMoney>;
  readonly also?: Partial<SheetRow>;
}

async function plan(row: Partial<SheetRow>, { known: before, choice, money, also }: Given = {}) {
  const courses = ['Gita', 'Veda', 'Twice', 'Twice'].map((name, n) => ({ id: n + 1, name }));
  const rows = [{ ...cells, row: 2, ...row }, ...(also ? [{ ...cells, row: 3, ...row, ...also }] : [])];
  return planPayments(
    rows.map((one) => tidyPayment(one, { dates, clock, asItIs: false })),
    {
      courses,
      usualCourse: null,
      payments: new Map(before && [[before.payment_id, before]]),
      isMine: () => true,
      currencies: { choice: null, provider: null, prices: new Map(), asItIs: false },
      students: await indexStudents([ravi, uma], []),
      studentById: new Map([ravi, uma].map((one) => [one.id, one])),
      ...money,
    },
    new Map(choice && [[2, choice]]),
  );
}
const codesOf = ({ problems }: PlannedPayment) => problems.map(({ code }) => code).join(' ');
const missing = (column: string) => [{ code: 'column_missing', facts: { column } }];
const veda = { id: 2, name: 'Veda' };
const usd = { currency: 'USD', amount: '$ 5' };

test.each<[Partial<SheetRow>, Given, string]>([
  [{ payment_id: '' }, {}, 'column_missing'],
  [{ payment_id: '1.2E+10' }, {}, 'payment_id_shortened'],
  [{ payment_id: 'x'.repeat(101) }, {}, 'column_long'],
  [{ course_name: '' }, {}, 'column_missing'],
  [{ course_name: 'Yoga' }, {}, 'unknown_course'],
  [{ course_name: 'Twice' }, {}, 'several_courses'],
  [{ amount: '' }, {}, 'column_missing'],
  [{ amount: 'some' }, {}, 'amount_unreadable'],
  [{ status: '' }, {}, 'column_missing'],
  [{ status: 'banana' }, {}, 'status_unknown'],
  [{ created_at: '' }, {}, 'column_missing'],
  [{ created_at: 'soon' }, {}, 'created_at_unreadable'],
  [{ full_name: '', email_id: '', phone_number: '' }, {}, 'column_missing'],
  [{ full_name: '=A1', email_id: '', phone_number: '' }, {}, 'column_formula'],
  [{ full_name: 'Stranger' }, {}, 'email_of_stranger'],
  [{ currency: '' }, {}, 'currency_open'],
  [{ currency: 'JPY', amount: '5.50' }, {}, 'amount_decimals_of'],
  [{}, { known: known(), money: { isMine: () => false } }, 'taken_payment_id'],
  [{}, { choice: { row: 2, student_id: 99 } }, 'student_gone'],
  [usd, { known: known() }, 'currency_is_other'],
  [
    { currency: 'JPY', amount: '' },
    { known: known({ currency: null, amount: '5.50' }) },
    'amount_decimals_of',
  ],
  [{ amount_refunded: '500.01' }, {}, 'refunded_above'],
  [{ amount_refunded: '5.555' }, {}, 'refunded_unreadable'],
  [{ status: '', amount_refunded: '5' }, { known: known({ status: 'failed' }) }, 'refunded_of_none'],
  [{ amount_refunded: '5' }, { known: known({ is_shared: true }) }, 'refunded_of_shared'],
  [{ amount: '400' }, { known: known({ is_shared: true }) }, 'payment_is_shared'],
  [{ course_name: 'Veda' }, { known: known({ is_shared: true }) }, 'payment_is_shared'],
  [{ amount: '400' }, { known: known({ refunded: '400.01' }) }, 'payment_was_refunded'],
  [{ status: '', created_at: 'soon' }, {}, 'created_at_unreadable column_missing'],
  [{ amount: '400', status: 'failed' }, { known: known({ is_shared: true }) }, 'payment_is_shared'],
  [{}, { also: {} }, ''],
])('%j, %j is a problem', async (row, given, codes) => {
  const [first] = await plan(row, given);
  expect([first!.outcome, codesOf(first!)]).toEqual([codes === '' ? 'new' : 'problem', codes]);
  expect(first!.values === null).toBe(codes !== '');
});

test.each<[Partial<SheetRow>, Partial<SheetRow>, Given, string, string]>([
  [{}, { amount: '500.00' }, {}, '', 'same_as_row 2'],
  [{ amount: '50.5' }, { amount: '50.50' }, {}, '', 'same_as_row 2'],
  [{}, { amount: '501' }, {}, 'other_payment_in_row 3', 'other_payment_in_row 2'],
  [{}, { payment_id: 'pay_2' }, {}, '', ''],
  [{ payment_id: '' }, {}, {}, 'column_missing', 'column_missing'],
  [{}, { amount: '501' }, { choice: { row: 2, skip: true } }, '', ''],
])('of two rows %j and %j', async (first, second, given, ...expected) => {
  const planned = await plan(first, { ...given, also: second });
  const said = planned.map(({ problems }) =>
    problems.map(({ code, facts }) => [code, facts?.['row']].filter(Boolean).join(' ')).join(),
  );
  expect(said).toEqual(expected);
});

test.each<[string, Partial<SheetRow>, Given, PlannedPayment['outcome'], object]>([
  [
    'a new one',
    {},
    {},
    'new',
    { course_id: 1, student_id: 7, amount: '500.00', currency: 'INR', paid_at: '2026-11-19T18:30:00.000Z' },
  ],
  ['the name of the student', { full_name: '' }, {}, 'new', { full_name: 'Ravi Kumar' }],
  [
    'of nobody',
    { full_name: 'X Y', email_id: '', phone_number: '' },
    {},
    'new',
    { student_id: null, email_id: '', phone_number: '' },
  ],
  ['the usual course', { course_name: '' }, { money: { usualCourse: veda } }, 'new', { course_id: 2 }],
  ['the named course', {}, { money: { usualCourse: veda } }, 'new', { course_id: 1 }],
  [
    'the known course',
    { course_name: '', amount: '5' },
    { known: known(), money: { usualCourse: veda } },
    'update',
    { course_id: 1 },
  ],
  ['a chosen student', {}, { choice: { row: 2, student_id: 8 } }, 'new', { student_id: 8 }],
  ['a chosen nobody', {}, { choice: { row: 2, student_id: null } }, 'new', { student_id: null }],
  [
    'a chosen nobody of a known one',
    {},
    { known: known(), choice: { row: 2, student_id: null } },
    'update',
    { student_id: null },
  ],
  [
    'empty cells of a known one',
    {
      full_name: '',
      email_id: '',
      phone_number: '',
      amount: '',
      currency: '',
      status: '',
      created_at: '',
      course_name: 'Veda',
    },
    { known: known() },
    'update',
    {
      full_name: 'Ravi Kumar',
      email_id: 's7@example.com',
      amount: '500',
      status: 'success',
      paid_at: byHand.paid_at,
      course_id: 2,
    },
  ],
  ['a known one without a student', {}, { known: known({ student_id: null }) }, 'update', { student_id: 7 }],
  [
    'another student',
    { full_name: 'Uma Rao', email_id: 's8@example.com' },
    { known: known() },
    'update',
    { student_id: 8 },
  ],
  [
    'another payer who is nobody',
    { full_name: 'Zeta Omega', email_id: '', phone_number: '' },
    { known: known() },
    'update',
    { student_id: 7, full_name: 'Zeta Omega' },
  ],
  [
    'a currency where there was none',
    { amount: '' },
    { known: known({ currency: null }) },
    'update',
    { currency: 'INR', amount: '500.00' },
  ],
  [
    'another day',
    { created_at: '2026-11-21' },
    { known: known() },
    'update',
    { paid_at: '2026-11-20T18:30:00.000Z' },
  ],
  [
    'a time of the known day',
    { created_at: '2026-11-20 10:00' },
    { known: known() },
    'update',
    { paid_at: '2026-11-20T04:30:00.000Z' },
  ],
  [
    'another case of a name',
    {},
    { known: known({ full_name: 'RAVI KUMAR' }) },
    'update',
    { full_name: 'Ravi Kumar' },
  ],
  ['more', { amount: '500.01' }, { known: known({ refunded: '500' }) }, 'update', { amount: '500.01' }],
  [
    'as much as went back',
    { amount: '400' },
    { known: known({ refunded: '400' }) },
    'update',
    { amount: '400.00' },
  ],
  [
    'another status of shares',
    { status: 'failed' },
    { known: known({ is_shared: true }) },
    'update',
    { status: 'failed' },
  ],
])('saves %s', async (_, row, given, outcome, saved) => {
  const [planned] = await plan(row, given);
  expect(planned).toMatchObject({ outcome, problems: [], values: saved });
});

test.each<[string, Partial<SheetRow>, Given, string, string]>([
  ['the same', {}, { known: known() }, 'unchanged', ''],
  [
    'another case',
    { email_id: 'S7@Example.com', status: 'SUCCESS' },
    { known: known({ status: 'Success' }) },
    'unchanged',
    '',
  ],
  ['its number in another form', { phone_number: '+91 98765 43210' }, { known: known() }, 'update', ''],
  ['a skipped row', { amount: 'some' }, { choice: { row: 2, skip: true } }, 'skip', ''],
  ['one by hand', { amount: '', course_name: 'Yoga' }, { known: byHand }, 'unchanged', 'payment_by_hand'],
  ['a void one', {}, { known: { ...byHand, status: 'void' } }, 'unchanged', 'payment_void'],
  [
    'a course with other prices',
    {},
    {
      money: { currencies: { choice: null, provider: null, prices: new Map([[1, ['USD']]]), asItIs: false } },
    },
    'new',
    'no_price_in',
  ],
  ['a refund', { amount_refunded: '5' }, {}, 'new', 'refunded_noted'],
  ['a whole refund', { amount_refunded: '500' }, {}, 'new', 'refunded_noted'],
  [
    'nothing that came back',
    { amount_refunded: '5' },
    { known: known({ refunded: '5.00' }) },
    'unchanged',
    '',
  ],
])('%s', async (_, row, given, outcome, notes) => {
  const [planned] = await plan(row, given);
  expect([planned!.outcome, planned!.notes.map(({ code }) => code).join()]).toEqual([outcome, notes]);
  if (given.known?.is_by_hand === true) expect(planned!.problems).toEqual([]);
});

test('a refund is what went back since, on its day', async () => {
  const row = { amount_refunded: '5.5', refunded_at: '2026-11-20' };
  const [planned] = await plan(row, { known: known({ refunded: '2' }) });
  expect(planned).toMatchObject({
    outcome: 'update',
    refund: { amount: '3.50', at: '2026-11-19T18:30:00.000Z' },
    changes: [{ field: 'amount_refunded', from: '2', to: '5.50' }],
  });
  expect((await plan({ amount_refunded: '5' }))[0]?.refund).toEqual({ amount: '5.00', at: null });
  expect((await plan({ amount_refunded: '5', course_name: '' }))[0]?.refund).toBeNull();
});

test('a change says what was and what will be', async () => {
  const [planned] = await plan({ amount: '600' }, { known: known({ student_id: null }) });
  expect(planned?.changes).toEqual([
    { field: 'student_id', from: null, to: '7' },
    { field: 'amount', from: '500', to: '600.00' },
  ]);
});

test.each<[Partial<SheetRow>, KnownPayment, string, number | null]>([
  [{ full_name: 'Kumar Ravi' }, known({ student_id: 8 }), 'saved_before', 8],
  [{ full_name: '' }, known({ student_id: 8 }), 'saved_before', 8],
  [{ email_id: '' }, known({ student_id: 8 }), 'saved_before', 8],
  [{ phone_number: '' }, known({ student_id: 8 }), 'saved_before', 8],
  [{ phone_number: '+91 98765 43210' }, known({ student_id: 8 }), 'saved_before', 8],
  [{ phone_number: 'ask' }, known({ student_id: 8, phone_number: 'ask' }), 'saved_before', 8],
  [{}, known({ student_id: 99 }), 'saved_before', null],
  [{ phone_number: '9876543211' }, known({ student_id: 8 }), 'by_email_same', 7],
  [{ email_id: 's8@example.com' }, known(), 'email_or_name', null],
  [{ full_name: 'Uma Rao' }, known(), 'email_or_name', null],
  [
    { full_name: 'No', email_id: '' },
    known({ student_id: null, full_name: 'No' }),
    'saved_without_student',
    null,
  ],
  [{}, known({ student_id: null }), 'by_email_same', 7],
])('%j of a known payment is asked about once', async (row, before, reason, id) => {
  const [{ match }] = (await plan(row, { known: before })) as [PlannedPayment];
  expect([match.reason.code, match.student?.id ?? null]).toEqual([reason, id]);
});

test.each([
  [7, 'chosen'],
  [null, 'chose_nobody'],
])('the choice %s says that it is one', async (student_id, code) => {
  const [planned] = await plan({}, { choice: { row: 2, student_id } });
  expect(planned?.match.reason.code).toBe(code);
});

test('names the column of a missing cell', async () => {
  const [planned] = await plan({ status: '' });
  expect(planned?.problems).toMatchObject(missing('status'));
  const nobody = await plan({ full_name: '', email_id: '', phone_number: '' });
  expect(nobody[0]?.problems).toMatchObject(missing('full_name'));
});
