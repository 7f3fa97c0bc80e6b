import type { BringFile } from '@gurukul/contract/bring';
import { bringTemplates } from '@gurukul/contract/shared/files/bring-layouts';
import type { BringColumn } from '@gurukul/contract/shared/files/bring-layouts';
import { describe, expect, test } from 'vitest';
import { periodsIn, readDayHeading } from './day-headings.ts';
import { meantHeading } from './headings.ts';
import { readFiles } from './read-files.ts';
import { usualMeaning, signKey } from './signs.ts';

const clock = { today: '2026-11-28', now: '2026-11-28T10:00:00.000Z' };
const starts = (start: string) => async () => new Map(start === '' ? [] : [['gita', start]]);

const file = (rows: readonly (readonly string[])[], more: Partial<BringFile> = {}): BringFile => ({
  file_name: 'file.xlsx',
  lines: rows
    .map((cells, index) => ({ row: index + 1, cells: [...cells] }))
    .filter(({ cells }) => cells.some((cell) => cell !== '')),
  ...more,
});

async function read(rows: readonly (readonly string[])[], more: Partial<BringFile> = {}, start = '') {
  const { files, rows: read } = await readFiles([file(rows, more)], clock, starts(start));
  return { ...files[0]!, rows: read };
}

const left = ({ not_taken }: { not_taken: readonly { text: string; reason: string }[] }) =>
  not_taken.map(({ text, reason }) => `${text}: ${reason}`);
/** The marks of each row: 2026-11-07 present, ... */
const marks = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  rows.map((row) =>
    row.marks
      .filter(({ sign }) => sign !== '')
      .map(({ date, meaning }) => `${date} ${meaning}`)
      .join(', '),
  );

describe('the heading of a day', () => {
  test.each<[string, string | null, ...string[]]>([
    ['7', '7'],
    ['07', '7'.padStart(2, '0')],
    ['7th', '7'],
    ['31', '31'],
    ['Sat 7', '7', 'saturday'],
    ['7 (Sat)', '7', 'saturday'],
    ['Sat 7 Nov', '7 Nov {}', 'saturday'],
    ['Sat, 7 Nov', '7 Nov {}', 'saturday'],
    ['7 Nov (Saturday)', '7 Nov {}', 'saturday'],
    ['7-Nov', '7 Nov {}'],
    ['07 NOV', '07 Nov {}'],
    ['7Nov', '7 Nov {}'],
    ['7th of November', '7 Nov {}'],
    ['Nov 7', '7 Nov {}'],
    ['November 7th', '7 Nov {}'],
    ['Nov. 7', '7 Nov {}'],
    ['7 Sept', '7 Sep {}'],
    ['7 नवंबर', '7 Nov {}'],
    ['7 నవం', '7 Nov {}'],
    ['07/11', '07/11/{}'],
    ['28/11', '28/11/{}'],
    ['28-11', '28/11/{}'],
    ['7.11.', '7.11.{}'],
    ['07.11', '07.11.{}'],
    ['Class 3 (7 Nov)', '7 Nov {}'],
    ['Session 2 - 07/11', '07/11/{}'],
    ['Week 1: Nov 7', '7 Nov {}'],
    ['Sat 7 Nov 6:30 pm', '7 Nov {}', 'saturday', '18:30'],
    ['7 Nov 2026', '7 Nov 2026'],
    ['7-Nov-26', '7 Nov 26'],
    ['Nov 7, 2026', '7 Nov 2026'],
    ['Saturday, November 7, 2026', '7 Nov 2026', 'saturday'],
    ['2026-11-07', '2026-11-07'],
    ['2026-11-07 18:30:00', '2026-11-07 18:30:00'],
    ['07/11/2026', '07/11/2026'],
    ['7.11.2026', '7/11/2026'],
    ['07/11/26 (Sat)', '07/11/26', 'saturday'],
    // No days.
    ['0', null],
    ['32', null],
    ['7.1', null],
    ['2026', null],
    ['100', null],
    ['Nov', null],
    ['Nov 2026', null],
    ['11/2026', null],
    ['13/14', null],
    ['Class 3', null],
    ['Week 1', null],
    ['Total', null],
    ['%', null],
    ['Phone 1', null],
    ['6:30', null],
    ['', null],
  ])('%s', (heading, text, weekday, time) => {
    const found = readDayHeading(heading);
    expect(found === null ? null : [found.text, found.weekday, found.time]).toEqual(
      text === null ? null : [text, weekday ?? null, time ?? ''],
    );
  });
});

test.each<[string, boolean, string]>([
  ['Month: Nov-2026', false, '2026-11'],
  ['Attendance register - November 2026', false, '2026-11'],
  ['Attendance for the month of NOVEMBER, 2026', false, '2026-11'],
  ["Nov'26", false, '2026-11'],
  ['November', false, '-11'],
  ['Month 2026-11-01', false, '2026-11'],
  ['11/2026', false, '2026-11'],
  ['2026-11', false, '2026-11'],
  ['माह: नवंबर 2026', false, '2026-11'],
  ['Nov to Dec 2026', true, '-11 2026-12'],
  ['marks_nov', true, '-11'],
  ['Register 2026', true, '2026'],
  ['Attendance 2026', false, '2026'],
  // A day, or something else.
  ['Printed on 3 Nov 2026', false, ''],
  ['Printed on Nov 3, 2026', false, ''],
  ['Printed 03/11/2026', false, ''],
  ['export-2026-11-28', true, ''],
  ['Students may join late', false, ''],
  ['Sri Vidya Pathashala, since 2019', false, ''],
])('%s names the months %3$s', (text, isName, periods) => {
  const found = periodsIn(text, isName).map(
    ({ year, month }) => `${year ?? ''}${month === null ? '' : `-${String(month).padStart(2, '0')}`}`,
  );
  expect(found.join(' ')).toBe(periods);
});

test.each<[string, string, string]>([
  ['✓ ✗ ✔ ❌ ☑️', 'present absent present absent present', ''],
  ['✓ x', 'present absent', ''],
  ['P A L AB', 'present absent present absent', ''],
  ['p a. Pr Abs', 'present absent present absent', ''],
  ['P X', 'present absent', ''],
  ['1 0', 'present absent', ''],
  ['Y N', 'present absent', ''],
  ['Yes No', 'present absent', ''],
  ['TRUE FALSE', 'present absent', ''],
  ['Late Present Absent Excused', 'present present absent absent', ''],
  ['- – N/A', 'none none none', ''],
  ['హాజరు గైర్హాజరు उपस्थित अनुपस्थित', 'present absent present absent', ''],
  // Somebody has to say what these mean.
  ['1', '?', ''],
  ['0', '?', ''],
  ['x', '?', ''],
  ['N', '?', ''],
  ['H W 7', '? ? ?', ''],
  ['P A', '? ?', 'German'],
])('%s mean %s', (signs, meanings, language) => {
  const all = signs.split(' ');
  const keys = new Set(all.map(signKey));
  const read = all.map((sign) => usualMeaning(sign, { isEnglish: language === '', shares: [], keys }) ?? '?');
  expect(read.join(' ')).toBe(meanings);
});

test.each([
  ['Class / Batch', 'classbatch'],
  ['Preferred batch', 'batch'],
  ['First\nname', 'firstname'],
  ['First Name [Required]', 'firstname'],
  ["Student's name", 'name'],
  ['Name of the student (as in Aadhaar)', 'nameofthestudent'],
  ['Name of the child', 'name'],
  ['What is your first name?', 'firstname'],
  ['E-mail ID*', 'emailid'],
  ['Email address of the parent', 'email'],
  ['Mobile No.', 'mobileno'],
  ['Mobile / WhatsApp number of parent', 'mobile'],
  ['Which course do you wish to join?', 'course'],
  ['Date of Birth (DD/MM/YYYY)', 'dateofbirth'],
  ['Teacher mail', 'teachermail'],
  ['Email of class teacher', 'teacheremail'],
  // Others than they seem.
  ["Father's name", 'fathersname'],
  ['Name of the school', 'nameoftheschool'],
  ['Class teacher', 'classteacher'],
  ['Course fee', 'coursefee'],
  ['How did you hear about this course?', 'howdidyouhearaboutthiscourse'],
])('%s is the heading %s', (heading, meant) => {
  expect(meantHeading(heading)).toBe(meant);
});

describe('marks below days without a year or a month', () => {
  const of = (header: readonly string[]) => [
    ['Name', ...header],
    ['Asha Rao', ...header.map(() => 'P')],
  ];

  test.each<[string, readonly (readonly string[])[], Partial<BringFile>, string, string]>([
    ['a title', [['Month: Nov-2026'], ...of(['7', '14'])], {}, '', '2026-11-07 2026-11-14'],
    [
      'the name of the sheet',
      of(['7', '14']),
      { file_name: 'roll.xlsx · Nov 2026' },
      '',
      '2026-11-07 2026-11-14',
    ],
    [
      'the weekdays and a month',
      [['November'], ...of(['Sat 7', 'Sat 14'])],
      { file_name: '2026.csv' },
      '',
      '2026-11-07 2026-11-14',
    ],
    ['the course', of(['Sat 7 Nov', 'Sat 14 Nov']), {}, '2026-08-01', '2026-11-07 2026-11-14'],
    ['the course, month by name', of(['Nov 7', '14-Nov']), {}, '2026-08-01', '2026-11-07 2026-11-14'],
    [
      'the days beside them',
      of(['07/11/2026', '14/11/2026', '28/11']),
      {},
      '',
      '2026-11-07 2026-11-14 2026-11-28',
    ],
    [
      'the turn of the year',
      of(['26 Dec', '2 Jan', '9 Jan']),
      { period: '2025' },
      '',
      '2025-12-26 2026-01-02 2026-01-09',
    ],
    ['what somebody said', of(['7', '14']), { period: '2026-10' }, '', '2026-10-07 2026-10-14'],
    [
      'months above',
      [
        ['', 'Oct 2026', '', 'Nov 2026'],
        ['Name', '24', '31', '7'],
        ['Asha Rao', 'P', 'P', 'P'],
      ],
      {},
      '',
      '2026-10-24 2026-10-31 2026-11-07',
    ],
    [
      'weekdays below',
      [
        ['November', '2026'],
        ['Name', '7', '14'],
        ['', 'Sat', 'Sat'],
        ['Asha Rao', 'P', 'P'],
      ],
      {},
      '',
      '2026-11-07 2026-11-14',
    ],
  ])('are read by %s', async (_, rows, more, start, dates) => {
    const seen = await read(rows, { course_name: 'Gita', ...more }, start);
    expect(marks(seen)).toEqual([
      dates
        .split(' ')
        .map((date) => `${date} present`)
        .join(', '),
    ]);
    expect(left(seen).filter((each) => !each.endsWith('above'))).toEqual([]);
  });

  test.each<[string, readonly string[], Partial<BringFile>, string]>([
    ['month', ['7', '14'], {}, ''],
    ['month', ['7', '14'], { file_name: '2026.csv' }, ''],
    ['year', ['7 Nov', '14 Nov'], {}, ''],
    ['year', ['7 Nov', '14 Nov'], {}, '2020-01-01'],
    ['year', ['07/11', '28/11'], {}, ''],
    // 2025 is said, but the 7th was no Saturday then.
    ['year', ['Sat 7 Nov'], { file_name: '2025.csv' }, ''],
  ])('ask for the %s of %s', async (lacks, header, more, start) => {
    const seen = await read(of(header), { course_name: 'Gita', ...more }, start);
    expect(seen.period).toEqual({ lacks, value: '', decided_by: 'nobody' });
    expect(left(seen)).toEqual(header.map((heading) => `${heading}: no_period`));
    expect(marks(seen)).toEqual(['']);
  });

  test('are none above points and sums, and not of a wrong weekday', async () => {
    const seen = await read([
      ['Name', '2026-11-07', '7/10', '14', 'Fri 21 Nov 2026'],
      ['Asha Rao', 'P', '8', '85', 'P'],
      ['Meera Iyer', 'A', '9', '70', 'P'],
    ]);
    expect(left(seen)).toEqual(['7/10: no_marks', '14: no_marks', 'Fri 21 Nov 2026: other_weekday']);
    expect(marks(seen)).toEqual(['2026-11-07 present', '2026-11-07 absent']);
  });
});

describe('files as people keep them', () => {
  test('a form on the web is of students, and its first answer is no heading', async () => {
    const seen = await read([
      [
        'Timestamp',
        'Email Address',
        'Name of the student (as in Aadhaar)',
        'Mobile / WhatsApp number of parent',
        'Which course do you wish to join?',
        'Preferred batch',
        'Date of Birth',
      ],
      ['2026-11-05 09:31:12', 'kavya@case.test', 'Kavya Nair', '9876543221', 'Gita', 'Sat', '2010-12-25'],
      ['2026-11-05 10:01:02', 'dev@case.test', 'Dev Nair', '9876543222', 'Gita', 'Sat', '2012-07-13'],
    ]);
    expect(seen.kind).toBe('enrolments');
    expect(
      seen.rows.map(({ cell }) =>
        [
          cell('first_name'),
          cell('email_id'),
          cell('phone_number'),
          cell('course_name'),
          cell('class_name'),
          cell('dob'),
        ].join(' '),
      ),
    ).toEqual([
      'Kavya kavya@case.test 9876543221 Gita Sat 2010-12-25',
      'Dev dev@case.test 9876543222 Gita Sat 2012-07-13',
    ]);
    expect(left(seen)).toEqual(['Timestamp: unknown']);
  });

  test('headings that nobody knows leave it to the values', async () => {
    const seen = await read([
      ['Wann', 'Wer', 'Wo erreichen wir Sie', 'Und wie'],
      ['2026-11-05 09:31:12', 'Kavya Nair', 'kavya@case.test', '+91 98765 43221'],
      ['2026-11-05 10:01:02', 'Dev Nair', 'dev@case.test', '+91 98765 43222'],
    ]);
    expect(seen.kind).toBe('enrolments');
    expect(Object.fromEntries(seen.columns.map(({ column, place }) => [column, place]))).toEqual({
      full_name: 1,
      email_id: 2,
      phone_number: 3,
    });
  });

  test('two rows of headings, a class by another word, a title', async () => {
    const seen = await read([
      ['Sri Vidya Pathashala - list of students 2026'],
      ['S.No', 'Student', '', 'Contact', '', 'Joining', ''],
      ['', 'First\nname', 'Last name', 'E-mail ID*', 'Mobile No.', 'Course', 'Class / Batch'],
      ['1', 'Kavya', 'Nair', 'kavya@case.test', '9876543294', 'Gita', 'Sat'],
      ['', '', '', '', '', '', ''],
      ['2', 'Dev', 'Nair', 'dev@case.test', '98765 43295', 'Gita', 'Sat'],
    ]);
    expect(seen.rows.map(({ row, cell }) => `${row} ${cell('first_name')} ${cell('class_name')}`)).toEqual([
      '4 Kavya Sat',
      '6 Dev Sat',
    ]);
    expect(left(seen)).toEqual([
      'S.No: unknown',
      'Sri Vidya Pathashala - list of students 2026: above',
      'S.No · Student · Contact · Joining: above',
    ]);
  });

  test('the register of a month, with its course and class above', async () => {
    const seen = await read([
      ['Attendance register - November 2026', '', '', '', ''],
      ['Course: Gita', '', 'Class: Sat'],
      ['S.No', 'Name of the student', '7', '14', '21', 'Total'],
      ['1', 'Asha Rao', 'P', 'A', 'P', '2'],
      ['2', 'Meera Iyer', 'P', 'P', 'A', '2'],
    ]);
    expect([seen.kind, seen.course_name, seen.class_name]).toEqual(['attendance', 'Gita', 'Sat']);
    expect(marks(seen)).toEqual([
      '2026-11-07 present, 2026-11-14 absent, 2026-11-21 present',
      '2026-11-07 present, 2026-11-14 present, 2026-11-21 absent',
    ]);
    expect(left(seen)).toEqual(['S.No: unknown', 'Total: unknown']);
  });

  test('ticks below short days', async () => {
    const seen = await read(
      [
        ['Name', 'Email', 'Sat 7 Nov', 'Sat 14 Nov', 'Sat 21 Nov'],
        ['Asha Rao', 'asha.rao@case.test', '✓', '✗', '✔'],
        ['Meera Iyer', 'meera@case.test', '✓', '', 'AB'],
      ],
      { course_name: 'Gita' },
      '2026-08-01',
    );
    expect(marks(seen)).toEqual([
      '2026-11-07 present, 2026-11-14 absent, 2026-11-21 present',
      '2026-11-07 present, 2026-11-21 absent',
    ]);
    expect(seen.period).toEqual({ lacks: 'year', value: '2026', decided_by: 'course' });
  });

  test('the email of the teacher before their name', async () => {
    const seen = await read([
      ['Course', 'Class', 'Day', 'Time', 'Teacher', 'Teacher mail'],
      ['Gita', 'Sat', 'Saturday', '05:00', 'Harish', 'harish@case.test'],
    ]);
    expect(seen.rows.map(({ kind, cell }) => `${kind} ${cell('teacher_email')}`)).toEqual([
      'classes harish@case.test',
      'teachers harish@case.test',
    ]);
    expect(left(seen)).toEqual(['Teacher: unknown']);
  });
});

/** A value that fits each column, so that the kind is recognised. */
const values: Readonly<Record<string, string>> = {
  'Email of the course admin': 'own@case.test',
  'Email of the teacher': 'teach@case.test',
  Email: 'asha@case.test',
  'Start date': '2026-01-05',
  Since: '2026-01-05',
  Date: '2026-11-07',
  'Date of birth': '2010-01-05',
  'Phone number': '9876543221',
  Minutes: '60',
  Mark: 'P',
};

describe.each<[string, readonly string[]]>([
  ['courses', ['Course', 'Email of the course admin', 'Duration', 'Start date']],
  ['classes', ['Course', 'Class', 'Day', 'Time', 'Minutes', 'Time zone', 'Email of the teacher']],
  ['teachers', ['Name', 'Email of the teacher', 'Course', 'Class']],
  [
    'enrolments',
    ['First name', 'Last name', 'Email', 'Phone number', 'Course', 'Class', 'Since', 'Date of birth'],
  ],
  ['attendance', ['Date', 'Course', 'Class', 'Name', 'Email', 'Mark']],
  ['attendance', ['Name', 'Email', '2026-11-07', '14 Nov 2026', '21/11/2026']],
])('a column that nobody takes, in a file of %s', (kind, header) => {
  test.each(Array.from({ length: header.length + 1 }, (_, at) => at))('is named at place %i', async (at) => {
    const cells = header.map((name) => values[name] ?? (/\d/.test(name) ? 'P' : 'Asha'));
    for (const [heading, value] of [
      ['Favourite colour', 'blue'],
      ['', 'blue'],
      ['Score 7/10', '9'],
      ['Week 3', 'P'],
    ]) {
      const seen = await read([header.toSpliced(at, 0, heading!), cells.toSpliced(at, 0, value!)]);
      expect(seen.kind).toBe(kind);
      expect(seen.not_taken.map(({ place, text }) => [place, text])).toEqual([[at, heading]]);
    }
  });
});

test('every column of a template is taken', async () => {
  for (const kind of ['courses', 'classes', 'teachers', 'enrolments', 'attendance'] as const) {
    const columns: readonly BringColumn[] = bringTemplates[kind].columns;
    const seen = await read([columns.map(() => ''), columns.map(() => 'x')], {
      kind,
      columns: columns.map((column, place) => ({ column, place })),
    });
    expect(left(seen)).toEqual([]);
  }
});

describe('the kind of a file is what its rows are:', () => {
  const anu = ['Anu', 'anu@a.in', 'Dawn'];
  const bala = ['Bala', 'bala@a.in', 'Dawn'];
  const people = ['Name', 'Email', 'Class'];
  const tara = ['Tara', 't@a.in', 'Gita', '12'];
  const uma = ['Uma', 'u@a.in', 'Gita', '9'];
  test.each<[string, string | null, string[][]]>([
    [
      'students with their teachers',
      'enrolments',
      [
        [...people, 'Teacher mail'],
        [...anu, 't@a.in'],
        [...bala, 't@a.in'],
      ],
    ],
    [
      'the same under a short heading',
      'enrolments',
      [
        [...people, 'Teacher'],
        [...anu, 't@a.in'],
        [...bala, 'u@a.in'],
      ],
    ],
    [
      'students with names of teachers',
      'enrolments',
      [
        [...people, 'Teacher name'],
        [...anu, 'Tara'],
        [...bala, 'Tara'],
      ],
    ],
    [
      'students with both',
      'enrolments',
      [
        [...people, 'Teacher name', 'Teacher mail'],
        [...anu, 'Tara', 't@a.in'],
      ],
    ],
    [
      'students without an address',
      'enrolments',
      [
        ['Teacher mail', 'Name', 'Phone'],
        ['t@a.in', 'Anu', '9876500001'],
        ['t@a.in', 'Bala', '9876500002'],
      ],
    ],
    [
      'one student',
      'enrolments',
      [
        ['Student name', 'Phone', 'Teacher mail'],
        ['Anu', '9876500001', 't@a.in'],
      ],
    ],
    [
      'students by their addresses',
      'enrolments',
      [
        ['Email', 'Teacher'],
        ['anu@a.in', 'Tara'],
        ['bala@a.in', 'Tara'],
      ],
    ],
    [
      'students who paid',
      'enrolments',
      [
        [...people, 'Payment status'],
        [...anu, 'Paid'],
        [...bala, 'Due'],
      ],
    ],
    [
      'students who paid a sum',
      'enrolments',
      [
        [...people, 'Amount paid'],
        [...anu, '500'],
        [...bala, ''],
      ],
    ],
    [
      'payments',
      null,
      [
        ['Date', 'Name', 'Student mail', 'Amount', 'Status'],
        ['12/11/2026', 'Anu', 'anu@a.in', '5', 'success'],
      ],
    ],
    [
      'payments with numbers',
      null,
      [
        ['Payment id', 'Name', 'Email', 'Amount'],
        ['pay_1', 'Anu', 'anu@a.in', '5'],
      ],
    ],
    [
      'teachers with a count',
      'teachers',
      [['Teacher name', 'Teacher email', 'Course', 'Students'], tara, uma],
    ],
    ['teachers with their own mail', 'teachers', [['Teacher', 'Email', 'Course', 'Students'], tara, uma]],
    [
      'teachers by name',
      'teachers',
      [['Name', 'Email of the teacher', 'Course', 'Number of students'], tara, tara],
    ],
    [
      'classes with a count',
      'classes',
      [
        ['Class', 'Day', 'Time', 'Teacher mail', 'Students'],
        ['Dawn', 'Monday', '06:00', 't@a.in', '9'],
      ],
    ],
    [
      'courses with a count',
      'courses',
      [
        ['Course', 'Course admin mail', 'Start date', 'Students'],
        ['Gita', 'h@a.in', '2026-01-01', '9'],
      ],
    ],
  ])('%s', async (_, kind, rows) => {
    expect((await read(rows)).kind).toBe(kind);
  });

  test('a teacher has the name that stands under Teacher', async () => {
    const { columns, rows } = await read([['Teacher', 'Email', 'Course'], tara.slice(0, 3)]);
    expect(columns).toContainEqual({ column: 'full_name', place: 0 });
    expect(rows.map(({ kind, cell }) => [kind, cell('first_name'), cell('teacher_email')])).toEqual([
      ['teachers', 'Tara', 't@a.in'],
    ]);
  });
});
