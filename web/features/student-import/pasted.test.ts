import { processorMs } from '@gurukul/contract/test/processor-time';
import { describe, expect, test } from 'vitest';
import { studentsInText } from './pasted.ts';

const nowhere = { course_name: '', class_name: '' };
const read = (text: string) => studentsInText(text, nowhere);
const people = (text: string) =>
  read(text).rows.map((row) => [row.first_name, row.last_name, row.email_id, row.phone_number]);

describe('a line', () => {
  test.each([
    ['Asha Rao <asha@mail.test>', ['Asha', 'Rao', 'asha@mail.test', '']],
    ['"Rao, Asha" <asha@mail.test>', ['Asha', 'Rao', 'asha@mail.test', '']],
    ['7 Ravi Teja 98765 43210', ['Ravi', 'Teja', '', '98765 43210']],
    ['7. Ravi Teja 98765 43210', ['Ravi', 'Teja', '', '98765 43210']],
    ['Asha Rao - +91 98765 43210', ['Asha', 'Rao', '', '+91 98765 43210']],
    ['1. Asha Rao, asha@mail.test, 9876543210', ['Asha', 'Rao', 'asha@mail.test', '9876543210']],
    ['12) Asha\t9876543210\tasha@mail.test', ['Asha', '', 'asha@mail.test', '9876543210']],
    ['7\tAsha\tRao\tasha@mail.test\t98765-43210', ['Asha', 'Rao', 'asha@mail.test', '98765-43210']],
    ['• Asha Rao; asha@mail.test', ['Asha', 'Rao', 'asha@mail.test', '']],
    ['- Asha Devi Rao (98765 43210)', ['Asha', 'Devi Rao', '', '98765 43210']],
    [
      '> Name: Asha Rao, Email: asha@mail.test, Mob. 9876543210',
      ['Asha', 'Rao', 'asha@mail.test', '9876543210'],
    ],
    ['[23/11/26, 10:15] Ravi Kumar: Asha Rao 9876543210', ['Asha', 'Rao', '', '9876543210']],
    // Android's export, the iPhone's, and forwarded lines; the sender's number is not the student's.
    [
      '12/11/26, 21:41 - Ravi Uncle: Kavya Nair 9876543301 kavya11@case.test',
      ['Kavya', 'Nair', 'kavya11@case.test', '9876543301'],
    ],
    [
      '12/11/2026, 9:45 pm - +91 98765 43302: Dev Nair, dev11@case.test, 98765 43302',
      ['Dev', 'Nair', 'dev11@case.test', '98765 43302'],
    ],
    [
      '[13/11/26, 9:41:02 PM] Sudha: Isha Pillai - 9876543303 - isha11@case.test',
      ['Isha', 'Pillai', 'isha11@case.test', '9876543303'],
    ],
    ['12.11.26, 21:41 - Sudha: Isha Pillai 9876543303', ['Isha', 'Pillai', '', '9876543303']],
    ['11/12/26, 9:45\u202fPM - Sudha: 1. Isha Pillai 9876543303', ['Isha', 'Pillai', '', '9876543303']],
    ['2026-11-12, 9:45 a.m. - Sudha: Isha Pillai 9876543303', ['Isha', 'Pillai', '', '9876543303']],
    ['Asha Rao 98765 43210, 91234 56780', ['Asha', 'Rao', '', '98765 43210 / 91234 56780']],
    ["Mary (Molly) D'Souza 9876543210", ['Mary', "(Molly) D'Souza", '', '9876543210']],
    ['ఆశా రావు ౯౮౭౬౫౪౩౨౧౦', ['ఆశా', 'రావు', '', '9876543210']],
    ['\u200eఆశా రావు – \u202a+91 98765 43210\u202c', ['ఆశా', 'రావు', '', '+91 98765 43210']],
    ['asha@mail.test\u00a0Asha O’Neil', ['Asha', 'O’Neil', 'asha@mail.test', '']],
  ])('%j', (line, person) => {
    expect(people(line)).toEqual([person]);
    expect(read(line).unread).toEqual([]);
  });

  test('with several people is several rows', () => {
    const line = 'Asha Rao <asha@mail.test>, Bala K <bala@mail.test>; chitra@mail.test';
    expect(people(line)).toEqual([
      ['Asha', 'Rao', 'asha@mail.test', ''],
      ['Bala', 'K', 'bala@mail.test', ''],
    ]);
    expect(read(line).unread).toEqual([{ line: 1, text: 'chitra@mail.test', reason: 'noName' }]);
  });

  test('may have a birthday, which is no number', () => {
    expect(read('Asha Rao, 2012-05-04, asha@mail.test').rows).toEqual([
      {
        row: 1,
        first_name: 'Asha',
        last_name: 'Rao',
        email_id: 'asha@mail.test',
        phone_number: '',
        course_name: '',
        class_name: '',
        dob: '2012-05-04',
      },
    ]);
  });
});

test.each(['04/05/2012', '4.5.2012', '4-May-12', '4 May 2012', 'May 4, 2012', '4 మే 2012', '2012/5/4'])(
  'the birthday %s is found beside a number',
  (dob) => {
    const [row] = read(`Asha Rao ${dob} 9876543210`).rows;
    expect(row).toMatchObject({ first_name: 'Asha', last_name: 'Rao', dob, phone_number: '9876543210' });
  },
);

test('what was not understood is named with its line; empty lines count, and are nobody', () => {
  const text = 'Dear office,\nplease add these:\n\n1. Asha Rao - 9876543210 - from Guntur\n2. Bala\nThanks!';
  expect(read(text).unread).toEqual([
    { line: 1, text: 'Dear office,', reason: 'noContact' },
    { line: 2, text: 'please add these:', reason: 'noContact' },
    { line: 4, text: 'from Guntur', reason: 'leftOver' },
    { line: 5, text: '2. Bala', reason: 'noContact' },
    { line: 6, text: 'Thanks!', reason: 'noContact' },
  ]);
  expect(people(text)).toEqual([['Asha', 'Rao', '', '9876543210']]);
});

describe('column names', () => {
  test.each(['\t', ',', ';'])('separated by %j make it a sheet', (separator) => {
    const text = [
      ['Full name', 'E-mail', 'Mobile No.', 'Class', 'Shoe size'],
      ['Asha Rao', 'asha@mail.test', '9876543210', '', '38'],
      ['"Bala', '', '12', 'Evening', ''],
    ]
      .map((cells) => cells.join(separator))
      .join('\r\n')
      .replace('"Bala', `"Bala${separator} K"`);
    const answer = studentsInText(text, { course_name: 'Gita', class_name: 'Morning' });
    expect(answer.ignored).toEqual(['Shoe size']);
    expect(answer.rows).toMatchObject([
      { row: 1, first_name: 'Asha', email_id: 'asha@mail.test', course_name: 'Gita', class_name: 'Morning' },
      { row: 2, phone_number: '12', course_name: 'Gita', class_name: 'Evening' },
    ]);
  });

  test('a course of its own is no course of the chosen class', () => {
    const text = 'Name,Email,Course\nAsha,a@mail.test,Veda\nBala,b@mail.test,';
    expect(studentsInText(text, { course_name: 'Gita', class_name: 'Morning' }).rows).toMatchObject([
      { course_name: 'Veda', class_name: '' },
      { course_name: 'Gita', class_name: 'Morning' },
    ]);
  });
});

test('the chosen course and class are those of every line', () => {
  const { rows } = studentsInText('Asha a@mail.test', { course_name: 'Gita', class_name: 'Morning' });
  expect(rows).toMatchObject([{ course_name: 'Gita', class_name: 'Morning' }]);
});

test.each(['', '  \n \n', 'Name,Email'])('nobody is in %j', (text) => expect(read(text).rows).toEqual([]));

test('a long line is read quickly', async () => {
  const ms = await processorMs(() => {
    read(`${'1 2 '.repeat(5000)}${'a.b@'.repeat(5000)}`);
    read('"'.repeat(2000));
  });
  expect(ms).toBeLessThan(1500);
});
