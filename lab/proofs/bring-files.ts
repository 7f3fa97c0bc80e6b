import { utils, write } from '@e965/xlsx';
import type { BringInput } from '../../contract/bring.ts';
import type { Random } from '../../server/db/seed/random.ts';
import type { Pupil } from './pupils.ts';

/*
 * Files of other systems with a known truth, in the shapes that `contract/shared/files/bring-layouts.ts` names with their
 * sources. The people and days are made here; columns, their order, and the forms of dates and signs are those of the
 * real files. A line of truth is one thing that the database must hold afterwards, and nothing else may come.
 */

export interface MadeFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface MadeCase {
  readonly name: string;
  readonly files: readonly MadeFile[];
  /** What a person says about the first file, and about all. */
  readonly first?: Partial<BringInput['files'][number]>;
  readonly said?: Partial<Omit<BringInput, 'files'>>;
  /** The outcomes of the rows of each file, by the number in the file; a row may do two things. */
  readonly outcomes: readonly ReadonlyMap<number, readonly string[]>[];
  readonly truth: readonly string[];
}

type Cells = readonly (readonly (string | number | Date)[])[];

const encoder = new TextEncoder();
const csvOf = (cells: Cells, separator = ',') =>
  cells
    .map((row) =>
      row
        .map(String)
        .map((cell) =>
          cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell,
        )
        .join(separator),
    )
    .join('\r\n');
export const csv = (name: string, cells: Cells, separator = ','): MadeFile => ({
  name,
  bytes: encoder.encode(csvOf(cells, separator)),
});
const withMark = ({ name, bytes }: MadeFile): MadeFile => ({
  name,
  bytes: new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]),
});
const utf16 = (name: string, cells: Cells): MadeFile => ({
  name,
  bytes: new Uint8Array(Buffer.from(`\uFEFF${csvOf(cells, '\t')}`, 'utf16le')),
});
/** Latin letters in one byte each, as old Windows programs write them. */
const latin = (name: string, cells: Cells): MadeFile => ({
  name,
  bytes: new Uint8Array(Buffer.from(csvOf(cells, ';'), 'latin1')),
});
const book = (name: string, cells: Cells, bookType: 'xlsx' | 'biff8' = 'xlsx'): MadeFile => {
  const made = utils.book_new();
  utils.book_append_sheet(
    made,
    utils.aoa_to_sheet(
      cells.map((row) => [...row]),
      { UTC: true, cellDates: true },
    ),
    'Sheet1',
  );
  const bytes: ArrayBuffer = write(made, { type: 'array', bookType });
  return { name, bytes: new Uint8Array(bytes) };
};

interface Classmate extends Pupil {
  readonly username: string;
}

const firsts = [
  'Asha',
  'Ravi',
  'Meena',
  'Kiran',
  'Lakshmi',
  'Suresh',
  'Divya',
  'Arjun',
  'Padma',
  'Hari',
  'Uma',
  'Gopal',
];
const lasts = [
  'Rao',
  'Sharma',
  'Iyer',
  'Nair',
  'Reddy',
  'Joshi',
  'Das',
  'Menon',
  'Kulkarni',
  'Pillai',
  'Varma',
  'Shastri',
];

/** Different people, each with an address of their own. */
export function pupils(random: Random, count: number, tag: string): Classmate[] {
  const made = new Map<string, Classmate>();
  while (made.size < count) {
    const first = random.pick(firsts);
    const last = `${random.pick(lasts)} ${random.pick(lasts)}`;
    const username = `${first}.${last.replace(' ', '.')}.${tag}`.toLowerCase();
    made.set(username, { first, last, email: `${username}@home.test`, username });
  }
  return [...made.values()];
}

const full = ({ first, last }: Pick<Classmate, 'first' | 'last'>) => `${first} ${last}`;
const enrolled = (pupil: Pick<Classmate, 'first' | 'last' | 'email'>, course: string, klass: string) =>
  `enrolment ${full(pupil)} · ${pupil.email} · ${course} · ${klass}`;
const marked = (pupil: Classmate, course: string, klass: string, day: string, status: string) =>
  `mark ${full(pupil)} · ${course} · ${klass} · ${day} · ${status}`;

const all = (rows: readonly number[], ...outcomes: string[]) =>
  new Map(rows.map((row) => [row, outcomes] as const));
const numbered = (items: readonly unknown[], from = 2) => items.map((_, index) => index + from);

const englishMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const germanMonths = [
  'Jan.',
  'Feb.',
  'März',
  'Apr.',
  'Mai',
  'Juni',
  'Juli',
  'Aug.',
  'Sept.',
  'Okt.',
  'Nov.',
  'Dez.',
];
const parts = (day: string) => {
  const [year = '', month = '', date = ''] = day.split('-');
  return { year, month, date, index: Number(month) - 1 };
};
const dayFirst = (day: string) => {
  const { year, month, date } = parts(day);
  return `${date}/${month}/${year}`;
};
const moodleDay = (day: string, months: readonly string[]) => {
  const { year, date, index } = parts(day);
  return `${Number(date)} ${months[index]} ${year}`;
};

/** What is there before each case: see `bring.test.ts`. */
export const here = { course: 'Bhagavad Gita', morning: 'Morning', evening: 'Evening', empty: 'Upanishads' };

export interface World {
  readonly random: Random;
  readonly count: number;
  /** Students of the morning class since 60 days; the third and fourth share an address. */
  readonly known: readonly Classmate[];
  /** Mondays on which the morning class met, and has no marks, the earliest first. */
  readonly mondays: readonly string[];
}

type Maker = (world: World, tag: string) => MadeCase;

const courseRows = (world: World, tag: string) =>
  Array.from({ length: world.count }, (_, index) => ({
    name: `${world.random.pick(['Veda', 'Purana', 'Sutra', 'Shastra'])} ${tag} ${index}`,
    ...world.random.pick([
      { word: 'semester', stored: 'semester' },
      { word: '3 months', stored: 'quarterly' },
      { word: 'Yearly', stored: 'yearly' },
    ]),
    start: `2026-0${world.random.between(1, 9)}-1${world.random.between(0, 9)}`,
  }));
const courseTruth = ({ name, stored, start }: { name: string; stored: string; start: string }) =>
  `course ${name} · own@office.test · ${stored} · ${start}`;

const templateCourses: Maker = (world, tag) => {
  const rows = courseRows(world, tag);
  const cells = rows.map(({ name, word, start }) => [name, 'own@office.test', word, start]);
  const bad = [
    ['', 'own@office.test', 'yearly', '2026-01-05'],
    [here.course, '', '', ''],
    ['No one', 'nobody@office.test', 'yearly', '2026-01-05'],
  ];
  return {
    name: 'template of courses, UTF-8 with its mark',
    files: [
      withMark(
        csv('courses.csv', [
          ['Course', 'E-mail of the course admin', 'Duration', 'Start date'],
          ...cells,
          ...bad,
        ]),
      ),
    ],
    outcomes: [
      new Map([
        ...all(numbered(rows), 'new'),
        [rows.length + 2, ['problem']],
        [rows.length + 3, ['unchanged']],
        [rows.length + 4, ['invite']],
      ]),
    ],
    truth: rows.map(courseTruth),
  };
};

const teluguCourses: Maker = (world, tag) => {
  const rows = courseRows(world, tag);
  const cells = rows.map(({ name, word, start }) => [
    `ఉపనిషత్తు ${name}`,
    word,
    new Date(`${start}T00:00:00Z`),
  ]);
  return {
    name: 'courses in Telugu, the course admin asked for',
    files: [book('courses.xlsx', [['కోర్సు', 'వ్యవధి', 'ప్రారంభ తేదీ'], ...cells])],
    said: { course_admin: 'own@office.test' },
    outcomes: [all(numbered(rows), 'new')],
    truth: rows.map((row) => courseTruth({ ...row, name: `ఉపనిషత్తు ${row.name}` })),
  };
};

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const slotTruth = (course: string, klass: string, day: string, time: string, zone: string, minutes: number) =>
  `slot ${course} · ${klass} · ${day} · ${time} · ${zone} · ${minutes}`;

const templateClasses: Maker = (world, tag) => {
  const rows = Array.from({ length: world.count }, (_, index) => ({
    klass: `Class ${tag} ${index}`,
    day: world.random.pick(weekdays),
    hour: world.random.between(5, 11),
  }));
  return {
    name: 'template of classes with semicolons',
    files: [
      csv(
        'classes.csv',
        [
          ['Course', 'Class', 'Day', 'Time', 'Minutes', 'Time zone', 'E-mail of the teacher'],
          ...rows.map(({ klass, day, hour }) => [
            here.empty,
            klass,
            day.slice(0, 3).toUpperCase(),
            `${hour}:30 PM`,
            '45',
            'IST',
            '',
          ]),
          [here.course, here.morning, 'Monday', '18:00', '60', 'Asia/Kolkata', ''],
          ['Nowhere', 'A', 'Monday', '18:00', '60', 'IST', ''],
          [here.empty, 'B', 'Noday', '18:00', '60', 'IST', ''],
        ],
        ';',
      ),
    ],
    outcomes: [
      new Map([
        ...all(numbered(rows), 'new'),
        [rows.length + 2, ['unchanged']],
        [rows.length + 3, ['problem']],
        [rows.length + 4, ['problem']],
      ]),
    ],
    truth: rows.flatMap(({ klass, day, hour }) => [
      `class ${here.empty} · ${klass}`,
      slotTruth(here.empty, klass, day, `${hour + 12}:30`, 'Asia/Kolkata', 45),
    ]),
  };
};

const hindiDays = ['सोमवार', 'मंगलवार', 'बुधवार', 'गुरुवार', 'शुक्रवार', 'शनिवार', 'रविवार'];
const hindiClasses: Maker = (world, tag) => {
  const rows = Array.from({ length: world.count }, (_, index) => ({
    klass: `वर्ग ${tag} ${index}`,
    day: world.random.between(0, 6),
    hour: world.random.between(10, 19),
  }));
  return {
    name: 'classes in Hindi with times of a spreadsheet, the zone asked for',
    files: [
      book('classes.xlsx', [
        ['कोर्स', 'कक्षा', 'वार', 'समय'],
        ...rows.map(({ klass, day, hour }) => [
          here.empty,
          klass,
          hindiDays[day]!,
          `${hour}:00 - ${hour + 1}:30`,
        ]),
      ]),
    ],
    said: { zone: 'America/Chicago' },
    outcomes: [all(numbered(rows), 'new')],
    truth: rows.flatMap(({ klass, day, hour }) => [
      `class ${here.empty} · ${klass}`,
      slotTruth(here.empty, klass, weekdays[day]!, `${hour}:00`, 'America/Chicago', 90),
    ]),
  };
};

const templateTeachers: Maker = () => ({
  name: 'template of teachers, UTF-16 with tabs',
  files: [
    utf16('teachers.csv', [
      ['Name', 'E-mail of the teacher', 'Course', 'Class'],
      ['Guru Ji', 'guru@office.test', here.empty, ''],
      ['Guru Ji', 'GURU@office.test', here.course, here.evening],
      ['Teach', 'teach@office.test', here.course, here.morning],
      ['Somebody', 'somebody@office.test', here.course, ''],
      ['No Mail', '', here.course, ''],
      ['Other', 'guru@office.test', here.course, here.morning],
    ]),
  ],
  outcomes: [
    new Map([
      [2, ['new']],
      [3, ['new']],
      [4, ['unchanged']],
      [5, ['invite']],
      [6, ['problem']],
      [7, ['problem']],
    ]),
  ],
  truth: [
    `teacher guru@office.test · ${here.empty}`,
    `teacher guru@office.test · ${here.course}`,
    `teaches guru@office.test · ${here.course} · ${here.evening}`,
  ],
});

/** They are taken without the address, with a remark. */
const badAddress = { first: 'Bad', last: 'Address', email: '' };

const templateStudents: Maker = (world, tag) => {
  const rows = pupils(world.random, world.count, tag);
  const [known] = world.known;
  return {
    name: 'template of students in Excel',
    files: [
      book('students.xlsx', [
        ['First name', 'Last name', 'E-mail', 'Phone number', 'Course', 'Class', 'Since', 'Date of birth'],
        ...rows.map(({ first, last, email }) => [
          first,
          last,
          email,
          '9876543210',
          here.course,
          here.evening,
          '',
          '2001-03-05',
        ]),
        [known!.first, known!.last, known!.email, '', here.course, here.morning, '', ''],
        ['Bad', 'Address', 'no address', '', here.course, here.evening, '', ''],
        ['Un', 'Known', 'unknown@home.test', '', here.course, 'Noon', '', ''],
      ]),
    ],
    outcomes: [
      new Map([
        ...all(numbered(rows), 'new'),
        [rows.length + 2, ['unchanged']],
        [rows.length + 3, ['partly']],
        [rows.length + 4, ['problem']],
      ]),
    ],
    truth: [...rows, badAddress].map((pupil) => enrolled(pupil, here.course, here.evening)),
  };
};

const mergedStudents: Maker = (world, tag) => {
  const rows = pupils(world.random, world.count, tag).map((pupil, index) =>
    index === 0 ? { ...pupil, first: 'José', last: 'Müller' } : pupil,
  );
  const [one, two] = rows;
  return {
    name: 'students in the letters of old Windows, two lists merged',
    files: [
      latin('students.csv', [
        ['Name', 'Email address', 'Course', 'Batch'],
        ...rows.map((pupil) => [full(pupil), pupil.email, here.course, here.evening]),
        [full(one!), one!.email, here.course, here.evening],
        // Somebody of another name behind one address: a question, never a guess.
        ['Zubin Irani', two!.email, here.course, here.evening],
        [full(two!), two!.email, here.course, here.morning],
      ]),
    ],
    outcomes: [
      new Map([
        ...all(numbered(rows), 'new'),
        [rows.length + 2, ['skip']],
        [rows.length + 3, ['question']],
        [rows.length + 4, ['problem']],
      ]),
    ],
    truth: rows.map((pupil) => enrolled(pupil, here.course, here.evening)),
  };
};

const statuses = [
  { sign: 'Present', status: 'present' },
  { sign: 'Absent', status: 'absent' },
  { sign: 'Late', status: 'present' },
] as const;

const longAttendance: Maker = ({ random, known, mondays }) => {
  const rows = mondays.flatMap((day) => known.map((pupil) => ({ day, pupil, ...random.pick(statuses) })));
  return {
    name: 'attendance, a row a mark, days first',
    files: [
      csv('marks.csv', [
        ['Date', 'Course', 'Class', 'Name', 'E-mail', 'Mark'],
        ...rows.map(({ day, pupil, sign }) => [
          dayFirst(day),
          here.course,
          here.morning,
          full(pupil),
          pupil.email,
          sign,
        ]),
        [dayFirst(mondays[0]!), here.course, here.morning, 'Nobody Here', '', 'Present'],
        [dayFirst(mondays[0]!), here.course, here.evening, full(known[0]!), known[0]!.email, 'Present'],
        ['31/02/2026', here.course, here.morning, full(known[0]!), known[0]!.email, 'Present'],
      ]),
    ],
    first: { date_order: 'day_first' },
    outcomes: [
      new Map([...all(numbered(rows), 'new'), ...all(numbered([1, 2, 3], rows.length + 2), 'problem')]),
    ],
    truth: rows.map(({ day, pupil, status }) => marked(pupil, here.course, here.morning, day, status)),
  };
};

const gridAttendance: Maker = ({ random, known, mondays }) => {
  const rows = known.map((pupil) => ({
    pupil,
    marks: mondays.map((day) => ({ day, ...random.pick(statuses) })),
  }));
  return {
    name: 'attendance, a column a day, in Excel',
    files: [
      book('marks.xlsx', [
        ['Attendance of the morning'],
        ['Name', 'E-mail', ...mondays.map((day) => new Date(`${day}T00:00:00Z`)), 'Total'],
        ...rows.map(({ pupil, marks }) => [
          full(pupil),
          pupil.email,
          ...marks.map(({ sign }) => sign),
          marks.length,
        ]),
        ['Zorro Masked', '', ...mondays.map(() => 'Present'), 0],
      ]),
    ],
    first: { course_name: here.course },
    outcomes: [new Map([...all(numbered(rows, 3), 'new'), [rows.length + 3, ['problem']]])],
    truth: rows.flatMap(({ pupil, marks }) =>
      marks.map(({ day, status }) => marked(pupil, here.course, here.morning, day, status)),
    ),
  };
};

const moodleCourses: Maker = (world, tag) => {
  const rows = courseRows(world, tag);
  const months = { semester: 182, quarterly: 91, yearly: 365 } as Record<string, number>;
  const seconds = (day: string, later = 0) =>
    String(Date.parse(`${day}T00:00:00+05:30`) / 1000 + later * 86_400);
  return {
    name: 'Moodle: courses with times in seconds',
    files: [
      csv('courses.csv', [
        ['shortname', 'fullname', 'category', 'idnumber', 'startdate', 'enddate', 'visible'],
        ...rows.map(({ name, stored, start }, index) => [
          `S${tag}${index}`,
          name,
          '1',
          '',
          seconds(start),
          seconds(start, months[stored]),
          '1',
        ]),
      ]),
    ],
    said: { course_admin: 'own@office.test' },
    outcomes: [all(numbered(rows), 'new')],
    truth: rows.map(courseTruth),
  };
};

/** As the exporter `grade/export` writes them: profile fields, a column an item, and when it was written. */
const moodleGrades: Maker = (world, tag) => {
  const rows = pupils(world.random, world.count, tag);
  return {
    name: 'Moodle: export of grades',
    files: [
      csv('BG Grades.csv', [
        [
          'First name',
          'Last name',
          'ID number',
          'Institution',
          'Department',
          'Email address',
          'Quiz: Group and date (Real)',
          'Assignment: 12 Jan 2026 (Real)',
          'Attendance: Attendance (Real)',
          'Course total (Real)',
          'Last downloaded from this course',
        ],
        ...rows.map(({ first, last, email }) => [
          first,
          last,
          '',
          'Gurukul',
          '',
          email,
          '8.00',
          '-',
          '100.00',
          '87.50',
          '1773120000',
        ]),
      ]),
    ],
    first: { course_name: here.course, class_name: here.evening },
    outcomes: [all(numbered(rows), 'new')],
    truth: rows.map((pupil) => enrolled(pupil, here.course, here.evening)),
  };
};

/** As `user/action_redir.php` writes it: two names and the fields that show who somebody is, without roles. */
const moodleDownload: Maker = (world, tag) => {
  const rows = pupils(world.random, world.count, tag);
  return {
    name: 'Moodle: downloaded participants, who may be teachers',
    files: [
      csv('courseid_7_participants.csv', [
        ['First name', 'Last name', 'Email address'],
        ...rows.map(({ first, last, email }) => [first, last, email]),
        // Nothing in the file says so, but the portal knows.
        ['Guru', 'Ji', 'guru@office.test'],
      ]),
    ],
    first: { course_name: here.course, class_name: here.evening },
    outcomes: [new Map([...all(numbered(rows), 'new'), [rows.length + 2, ['question']]])],
    truth: rows.map((pupil) => enrolled(pupil, here.course, here.evening)),
  };
};

/** As a report of the source Courses writes it, with the dates of `format::userdate`. */
const moodleCourseReport: Maker = (world, tag) => {
  const rows = courseRows(world, tag);
  const months = { semester: 182, quarterly: 91, yearly: 365 } as Record<string, number>;
  const day = (start: string, later = 0) =>
    new Intl.DateTimeFormat('en-AU', { dateStyle: 'full', timeZone: 'UTC' })
      .format(Date.parse(start) + later * 86_400_000)
      .replace(/^(\w+),? /u, '$1, ');
  return {
    name: 'Moodle: report of courses',
    files: [
      csv('courses.csv', [
        [
          'Category name',
          'Course short name',
          'Course full name',
          'Course ID number',
          'Course start date',
          'Course end date',
        ],
        ...rows.map(({ name, stored, start }, index) => [
          'Sanskrit',
          `R${tag}${index}`,
          name,
          '',
          `${day(start)}, 12:00 AM`,
          `${day(start, months[stored])}, 12:00 AM`,
        ]),
      ]),
    ],
    said: { course_admin: 'own@office.test' },
    outcomes: [all(numbered(rows), 'new')],
    truth: rows.map(courseTruth),
  };
};

const moodleParticipants: Maker = (world, tag) => {
  const rows = pupils(world.random, world.count, tag);
  const line = ({ first, last, email }: Classmate, role: string, group: string) => [
    first,
    last,
    email,
    role,
    group,
    'Monday, 5 January 2026',
    'Active',
  ];
  return {
    name: 'Moodle: participants of a course',
    files: [
      csv('courseid_7_participants.csv', [
        ['First name', 'Last name', 'Email address', 'Roles', 'Groups', 'Last access to course', 'Status'],
        ...rows.map((pupil) => line(pupil, 'Student', here.evening)),
        ['Guru', 'Ji', 'guru@office.test', 'Teacher', '', 'Never', 'Active'],
        ['Some', 'Manager', 'manager@office.test', 'Manager', '', 'Never', 'Active'],
        ['Two', 'Groups', 'two@home.test', 'Student', `${here.morning}, ${here.evening}`, 'Never', 'Active'],
      ]),
    ],
    first: { course_name: here.course },
    outcomes: [
      new Map([
        ...all(numbered(rows), 'new'),
        [rows.length + 2, ['new']],
        [rows.length + 3, ['skip']],
        [rows.length + 4, ['problem']],
      ]),
    ],
    truth: [
      ...rows.map((pupil) => enrolled(pupil, here.course, here.evening)),
      `teacher guru@office.test · ${here.course}`,
    ],
  };
};

const germanParticipants: Maker = (world, tag) => {
  const rows = pupils(world.random, world.count, tag);
  return {
    name: 'Moodle: participants in German, classes made for their groups',
    files: [
      book('teilnehmer.xlsx', [
        ['Vorname', 'Nachname', 'E-Mail-Adresse', 'Rollen', 'Gruppen'],
        ...rows.map(({ first, last, email }) => [first, last, email, 'Teilnehmer/in', `Gruppe ${tag}`]),
      ]),
    ],
    first: { course_name: here.empty },
    said: { make_classes: true },
    outcomes: [all(numbered(rows), 'new')],
    truth: [
      `class ${here.empty} · Gruppe ${tag}`,
      ...rows.map((pupil) => enrolled(pupil, here.empty, `Gruppe ${tag}`)),
    ],
  };
};

const moodleSigns = [
  { cell: 'P (2/2)', status: 'present' },
  { cell: 'L (1/2)', status: 'present' },
  { cell: 'E (1/2)', status: 'absent' },
  { cell: 'A (0/2)', status: 'absent' },
  { cell: '?', status: '' },
] as const;

const moodleAttendance: Maker = ({ random, known, mondays }) => {
  const rows = known.map((pupil) => ({
    pupil,
    marks: mondays.map((day) => ({ day, ...random.pick(moodleSigns.slice(0, 4)) })),
  }));
  const [left] = known;
  const head = [
    'Student ID',
    'Username',
    'Last name',
    'First name',
    'Groups',
    // with the remarks, whose columns have no heading
    ...mondays.flatMap((day) => [`${moodleDay(day, englishMonths)} 6.00PM All students`, '']),
  ];
  return {
    name: 'Moodle: export of attendance for Excel',
    files: [
      book(
        'BG_Attendances.xls',
        [
          ['Course', here.course],
          ['Group', 'All participants'],
          [],
          [...head, 'Taken sessions', 'Points', 'Percentage'],
          ...rows.map(({ pupil, marks }) => [
            '7',
            pupil.username,
            pupil.last,
            pupil.first,
            '',
            ...marks.flatMap(({ cell }) => [cell, 'P']),
            marks.length,
            '8 / 8',
            '100',
          ]),
          [
            '7',
            left!.username,
            left!.last,
            left!.first,
            '',
            ...mondays.flatMap(() => ['?', '']),
            0,
            '0 / 0',
            '0',
          ],
          ['8', 'away', 'Away', 'Long', '', ...mondays.flatMap(() => ['P (2/2)', '']), 4, '8 / 8', '100'],
        ],
        'biff8',
      ),
    ],
    outcomes: [
      new Map([
        ...all(numbered(rows, 5), 'new'),
        [rows.length + 5, ['skip']],
        [rows.length + 6, ['problem']],
      ]),
    ],
    truth: rows.flatMap(({ pupil, marks }) =>
      marks.map(({ day, status }) => marked(pupil, here.course, here.morning, day, status)),
    ),
  };
};

/** In German A is `anwesend`, present. Nobody may take it for absent. */
const germanAttendance: Maker = ({ random, known, mondays }) => {
  const signs = [
    { cell: 'A (2/2)', status: 'present' },
    { cell: 'F (0/2)', status: 'absent' },
  ] as const;
  const rows = known.map((pupil) => ({
    pupil,
    marks: mondays.map((day) => ({ day, ...random.pick(signs) })),
  }));
  return {
    name: 'Moodle: attendance as text in German, its signs asked for',
    files: [
      csv(
        'BG_Attendances.txt',
        [
          ['Kurs', here.course],
          ['Gruppe', here.morning],
          ['', ''],
          [
            'Nachname',
            'Vorname',
            ...mondays.map((day) => `${moodleDay(day, germanMonths)} 18:00 Alle Studierenden`),
            'Punkte',
          ],
          ...rows.map(({ pupil, marks }) => [pupil.last, pupil.first, ...marks.map(({ cell }) => cell), '8']),
        ],
        '\t',
      ),
    ],
    first: {
      signs: [
        { sign: 'A', meaning: 'present' },
        { sign: 'F', meaning: 'absent' },
      ],
    },
    outcomes: [all(numbered(rows, 5), 'new')],
    truth: rows.flatMap(({ pupil, marks }) =>
      marks.map(({ day, status }) => marked(pupil, here.course, here.morning, day, status)),
    ),
  };
};

/** The same without an answer: every row says so, and nothing is saved. */
const unansweredAttendance: Maker = (world, tag) => {
  const { first: _said, ...made } = germanAttendance(world, tag);
  return {
    ...made,
    name: 'Moodle: attendance in German, nobody says what its signs mean',
    outcomes: made.outcomes.map((rows) => all([...rows.keys()], 'problem')),
    truth: [],
  };
};

const classroomJson: Maker = (world, tag) => {
  const rows = pupils(world.random, world.count, tag);
  const profile = (given: string, family: string, email: string) => ({
    name: { givenName: given, familyName: family, fullName: `${given} ${family}` },
    emailAddress: email,
  });
  const text = JSON.stringify({
    courses: [
      {
        id: '901',
        name: `Classroom ${tag}`,
        section: `Section ${tag}`,
        ownerId: '17',
        creationTime: '2026-02-10T06:30:00.000Z',
        courseState: 'ACTIVE',
      },
    ],
    teachers: [{ courseId: '901', userId: '17', profile: profile('Guru', 'Ji', 'guru@office.test') }],
    students: rows.map(({ first, last, email }, index) => ({
      courseId: '901',
      userId: `${index}`,
      profile: profile(first, last, email),
    })),
  });
  return {
    name: 'Google Classroom: courses, teachers and students as JSON',
    files: [{ name: 'classroom.json', bytes: encoder.encode(text) }],
    said: { course_admin: 'own@office.test', course_duration: 'yearly' },
    // People come in the order of the lists: students, then teachers.
    outcomes: [new Map([[2, ['new', 'new']], ...all(numbered(rows, 3), 'new'), [rows.length + 3, ['new']]])],
    truth: [
      `course Classroom ${tag} · own@office.test · yearly · 2026-02-10`,
      `class Classroom ${tag} · Section ${tag}`,
      `teacher guru@office.test · Classroom ${tag}`,
      ...rows.map((pupil) => enrolled(pupil, `Classroom ${tag}`, `Section ${tag}`)),
    ],
  };
};

const classroomGrades: Maker = (world, tag) => {
  const rows = pupils(world.random, world.count, tag);
  return {
    name: 'Google Classroom: all grades as CSV',
    files: [
      csv('grades.csv', [
        ['Last Name', 'First Name', 'Email Address', 'Chapter 1', 'Chapter 2'],
        ['Date', '', '', '2026-02-10', '2026-03-10'],
        ['Points', '', '', '100', '100'],
        ...rows.map(({ first, last, email }) => [last, first, email, '88', '']),
      ]),
    ],
    first: { course_name: here.course, class_name: here.evening },
    outcomes: [all(numbered(rows, 4), 'new')],
    truth: rows.map((pupil) => enrolled(pupil, here.course, here.evening)),
  };
};

const gibbonPlaces: Maker = (_, tag) => ({
  name: 'Gibbon: courses and classes',
  files: [
    csv('courses.csv', [
      ['School Year', 'Learning Area', 'Name', 'Short Name', 'Order By', 'Blurb'],
      ['2026-2027', 'SAN', `Sanskrit ${tag}`, `SAN${tag}`, '', 'Grammar'],
      ['2026-2027', 'VED', `Chanting ${tag}`, `CHA${tag}`, '', ''],
    ]),
    csv('classes.csv', [
      ['School Year', 'Course', 'Name', 'Short Name', 'Reportable?', 'Track Attendance?'],
      ['2026-2027', `SAN${tag}`, `First ${tag}`, '1', 'Y', 'Y'],
      ['2026-2027', `CHA${tag}`, `Second ${tag}`, '2', 'Y', 'Y'],
      ['2026-2027', 'NONE', 'Third', '3', 'Y', 'Y'],
    ]),
  ],
  said: { course_admin: 'own@office.test', course_duration: 'semester' },
  outcomes: [
    all([2, 3], 'new'),
    new Map([
      [2, ['new']],
      [3, ['new']],
      [4, ['problem']],
    ]),
  ],
  truth: [
    `course Sanskrit ${tag} · own@office.test · semester · today`,
    `course Chanting ${tag} · own@office.test · semester · today`,
    `class Sanskrit ${tag} · First ${tag}`,
    `class Chanting ${tag} · Second ${tag}`,
  ],
});

const users = (people: readonly Classmate[]) =>
  csv('users.csv', [
    ['Title', 'Surname', 'First Name', 'Preferred Name', 'Official Name', 'Gender', 'Username', 'Email'],
    ...people.map((pupil) => [
      '',
      pupil.last,
      pupil.first,
      pupil.first,
      full(pupil),
      '',
      pupil.username,
      pupil.email,
    ]),
  ]);

const gibbonEnrolments: Maker = (world, tag) => {
  const rows = pupils(world.random, world.count, tag);
  return {
    name: 'Gibbon: enrolments by username, with the users',
    files: [
      csv('enrolment.csv', [
        ['School Year', 'Course', 'Class', 'Participant', 'Role', 'Reportable?'],
        ...rows.map(({ username }) => ['2026-2027', here.course, here.evening, username, 'Student', 'Y']),
        ['2026-2027', here.course, here.evening, 'stranger', 'Student', 'Y'],
        ['2026-2027', here.course, here.evening, 'guru@office.test', 'Teacher', 'Y'],
      ]),
      users([...rows, { first: 'Guru', last: 'Ji', email: 'guru@office.test', username: 'guru' }]),
    ],
    outcomes: [
      new Map([...all(numbered(rows), 'new'), [rows.length + 2, ['problem']], [rows.length + 3, ['new']]]),
      new Map(),
    ],
    truth: [
      ...rows.map((pupil) => enrolled(pupil, here.course, here.evening)),
      `teacher guru@office.test · ${here.course}`,
      `teaches guru@office.test · ${here.course} · ${here.evening}`,
    ],
  };
};

const gibbonStaff: Maker = () => ({
  name: 'Gibbon: staff by username, with the users',
  files: [
    csv('staff.csv', [
      ['Person', 'Initials', 'Type', 'Job Title'],
      ['guru', 'GJ', 'Teaching', 'Acharya'],
      ['new.teacher', 'NT', 'Teaching', ''],
      ['helper', 'HE', 'Support', 'Office'],
      ['ghost', 'GH', 'Teaching', ''],
    ]),
    users([
      { first: 'Guru', last: 'Ji', email: 'guru@office.test', username: 'guru' },
      { first: 'New', last: 'Teacher', email: 'new.teacher@office.test', username: 'new.teacher' },
      { first: 'He', last: 'Lper', email: 'helper@office.test', username: 'helper' },
    ]),
  ],
  outcomes: [
    new Map([
      [2, ['unchanged']],
      [3, ['invite']],
      [4, ['skip']],
      [5, ['problem']],
    ]),
    new Map(),
  ],
  truth: [],
});

const gibbonSigns = [
  { sign: 'Present', status: 'present' },
  { sign: 'Present - Late', status: 'present' },
  { sign: 'Absent', status: 'absent' },
] as const;
const gibbonAttendance: Maker = ({ random, known, mondays }) => {
  const rows = mondays.flatMap((day) => known.map((pupil) => ({ day, pupil, ...random.pick(gibbonSigns) })));
  const [one] = known;
  return {
    name: 'Gibbon: attendance by username; "Left" is asked about',
    files: [
      csv('attendance.csv', [
        ['Date', 'Course', 'Course Class', 'Username', 'Type', 'Reason', 'Comment'],
        ...rows.map(({ day, pupil, sign }) => [day, here.course, here.morning, pupil.username, sign, '', '']),
        [mondays[0]!, here.course, here.morning, one!.username, 'Left', '', ''],
      ]),
      users(known),
    ],
    outcomes: [new Map([...all(numbered(rows), 'new'), [rows.length + 2, ['problem']]]), new Map()],
    truth: rows.map(({ day, pupil, status }) => marked(pupil, here.course, here.morning, day, status)),
  };
};

export const makers: readonly Maker[] = [
  templateCourses,
  teluguCourses,
  templateClasses,
  hindiClasses,
  templateTeachers,
  templateStudents,
  mergedStudents,
  longAttendance,
  gridAttendance,
  moodleCourses,
  moodleCourseReport,
  moodleParticipants,
  moodleDownload,
  moodleGrades,
  germanParticipants,
  moodleAttendance,
  germanAttendance,
  unansweredAttendance,
  classroomJson,
  classroomGrades,
  gibbonPlaces,
  gibbonEnrolments,
  gibbonStaff,
  gibbonAttendance,
];
