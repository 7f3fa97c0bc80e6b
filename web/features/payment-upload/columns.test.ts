import { describe, expect, test } from 'vitest';
import {
  currencyOfHeading,
  isSameChoice,
  letterOf,
  placesIn,
  planUploadColumns,
  samplesAt,
  uploadRowsOf,
  withColumn,
} from './columns.ts';

const line = (row: number, ...cells: string[]) => ({ row, cells });

/** Which heading stands for what. */
function meant(...header: string[]) {
  const plan = planUploadColumns(header);
  const named = Object.entries(plan).filter(([, places]) => places.length > 0);
  return Object.fromEntries(
    named.map(([column, places]) => [column, places.map((place) => header[place]).join(' + ')]),
  );
}

describe('what the headings say', () => {
  test('the names of the payment list itself', () => {
    const header = [
      'full_name',
      'course_name',
      'payment_id',
      'created_at',
      'amount',
      'status',
      'phone_number',
      'email_id',
    ];
    expect(meant(...header)).toEqual(Object.fromEntries(header.map((name) => [name, name])));
  });

  test.each([
    ['Txn ID', 'payment_id'],
    ['TRANSACTION NO.', 'payment_id'],
    ['Payment Id (Razorpay)', 'payment_id'],
    ['UTR', 'payment_id'],
    ['Amount (INR)', 'amount'],
    ['Amount (₹)', 'amount'],
    ['Fees Paid', 'amount'],
    ['Date', 'created_at'],
    ['Paid on', 'created_at'],
    ['Payment Status', 'status'],
    ['Name of the student', 'full_name'],
    ['Student', 'full_name'],
    ['Mobile No.', 'phone_number'],
    ['WhatsApp number', 'phone_number'],
    ['E-mail ID', 'email_id'],
    ['Programme', 'course_name'],
    ['Currency', 'currency'],
    ['Currency Code', 'currency'],
  ])('%s is %s', (heading, column) => {
    expect(meant('Remarks', heading)).toEqual({ [column]: heading });
  });

  test('the surer of two headings wins, wherever it stands', () => {
    expect(meant('ID', 'Order Id', 'Payment ID', 'Name', 'Student Name')).toEqual({
      payment_id: 'Payment ID',
      full_name: 'Student Name',
    });
  });

  test('first and last name make a name, unless there is a whole one', () => {
    expect(meant('First name', 'Last name')).toEqual({ full_name: 'First name + Last name' });
    expect(meant('First name', 'Last name', 'Payer')).toEqual({ full_name: 'Payer' });
    expect(meant('First name')).toEqual({});
  });

  test('what nobody knows is nothing', () => {
    expect(meant('Remarks', '', 'Amount refunded', 'State')).toEqual({});
  });
});

describe('said by hand', () => {
  const plan = planUploadColumns(['Txn ID', 'Amount', 'Status', 'Settled']);

  test('a column stands for one thing', () => {
    const changed = withColumn(plan, 'amount', [2]);
    expect(changed).toMatchObject({ payment_id: [0], amount: [2], status: [] });
    expect(isSameChoice(plan, changed)).toBe(false);
    expect(isSameChoice(withColumn(changed, 'status', [1]), plan)).toBe(false);
    expect(isSameChoice(withColumn(withColumn(changed, 'amount', [1]), 'status', [2]), plan)).toBe(true);
  });

  test('may be not in the file', () => {
    expect(withColumn(plan, 'status', [])).toMatchObject({ amount: [1], status: [] });
  });
});

test('columns are offered that have a heading or something below it', () => {
  const lines = [line(2, 'a', '', '', ' ', 'e')];
  expect(placesIn(['A', 'B'], lines)).toEqual([0, 1, 4]);
  expect([0, 25, 26, 51, 52].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA']);
});

test('samples are the first different things', () => {
  const lines = ['x', '', 'x', 'y', ' z ', 'w'].map((text, index) => line(index + 2, text));
  expect(samplesAt(lines, [0])).toEqual(['x', 'y', 'z']);
  expect(samplesAt(lines, [])).toEqual([]);
});

test('rows keep their number and leave out what is empty', () => {
  const header = ['Txn ID', 'First name', 'Last name', 'Amount'];
  const rows = uploadRowsOf(planUploadColumns(header), [
    line(2, ' pay_1 ', 'Asha', 'Rao', '1,200.50'),
    line(7, 'pay_2', 'Anu', ''),
    line(8, `pay_${'3'.repeat(600)}`),
  ]);
  expect(rows.slice(0, 2)).toEqual([
    { row: 2, payment_id: 'pay_1', full_name: 'Asha Rao', amount: '1,200.50' },
    { row: 7, payment_id: 'pay_2', full_name: 'Anu' },
  ]);
  expect(rows[2]?.payment_id).toHaveLength(500);
});

test.each(['Paid Amt', 'Amt. paid', 'Amount received'])('%s is the amount', (heading) => {
  expect(planUploadColumns(['Txn ID', heading]).amount).toEqual([1]);
});

test.each([
  ['Amount (INR)', 'INR'],
  ['Amount (₹)', 'INR'],
  ['Amount Rs.', 'INR'],
  ['AMOUNT IN USD', 'USD'],
  ['Fees US$', 'USD'],
  // A dollar of somebody, and a lek that is meant as a word.
  ['Amount ($)', ''],
  ['All fees', ''],
  ['Amount INR/USD', ''],
  ['Amount', ''],
  ['', ''],
])('the heading %s names the currency %j', (heading, code) => {
  expect(currencyOfHeading(heading)).toBe(code);
});
