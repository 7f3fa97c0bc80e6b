import { textsOf } from '#server/test/texts-of.ts';
import { said } from '@gurukul/contract/shared/words/messages';
import type { AnsweredRow, StudentImportRow } from '@gurukul/contract/student-import';
import { describe, expect, it } from 'vitest';
import { nameOf } from '../likeness/names.ts';
import { noOrder, tidyRow } from './cells.ts';
import { countOutcomes, planImport, previewOf, withWaiting } from './rules.ts';
import type { AlikeStudent, PresentData, KnownPerson } from './rules.ts';

const reading = { today: '2026-06-15', dates: noOrder, countries: ['IN'] };

const row = (cells: Partial<StudentImportRow> = {}): StudentImportRow => ({
  row: 2,
  first_name: 'Ravi',
  last_name: 'Kumar',
  email_id: 'ravi@example.com',
  phone_number: '9876543210',
  course_name: 'Gita',
  class_name: 'Morning',
  ...cells,
});

const saidOf = (cells: Partial<StudentImportRow>) => {
  const { problems, notes } = tidyRow(row(cells), reading);
  return { problems: textsOf(problems), notes: textsOf(notes) };
};

const phoneWrong = 'Phone number cannot be read: write one number, abroad with + and the country code';
const dobWrong = 'Date of birth is not a date like 2001-03-05 or 05-Mar-2001';

describe('a row of the spreadsheet', () => {
  it('is tidied, without invisible characters', () => {
    const tidied = tidyRow(
      row({ first_name: ' Ra\u200bvi \n', email_id: ' Ravi@Example.com ', gender: 'M', country: 'india' }),
      reading,
    );
    expect(tidied).toMatchObject({
      first_name: 'Ravi',
      email_id: 'Ravi@Example.com',
      gender: 'male',
      country: 'India',
      region: 'India',
      problems: [],
    });
  });

  it('keeps the joiners that belong to the spelling of Indian names', () => {
    expect(tidyRow(row({ first_name: 'క్\u200cష' }), reading)).toMatchObject({
      first_name: 'క్\u200cష',
      problems: [],
    });
  });

  it.each([
    [{ first_name: ' ' }, 'First name is missing'],
    [
      { first_name: '12', last_name: '' },
      'First name may hold letters, blanks, apostrophes, hyphens and dots',
    ],
    [{ last_name: '<b>Rao' }, 'Last name may hold letters, blanks, apostrophes, hyphens and dots'],
    [{ first_name: 'x'.repeat(61) }, 'First name is longer than 60 characters'],
    [{ last_name: 'a\u0007b' }, 'Last name contains characters that cannot be printed'],
    [{ last_name: 'a\u202eb' }, 'Last name contains characters that cannot be printed'],
    [{ course_name: '' }, 'Course is missing'],
    [{ class_name: 'x'.repeat(101) }, 'Class is longer than 100 characters'],
  ])('is refused with %j', (cells, problem) => {
    expect(saidOf(cells)).toEqual({ problems: [problem], notes: [] });
  });

  it.each([
    [{ region: 'Narnia' }, 'Region is not a country'],
    [{ email_id: 'ravi at example.com' }, 'Email is not valid'],
    [{ email_id: 'a@b.in, c@d.in' }, 'Further email: c@d.in'],
    [{ phone_number: '12345' }, phoneWrong],
    [{ phone_number: '12', country: 'Kenya' }, phoneWrong],
    [{ phone_number: '5876543210' }, phoneWrong],
    [{ phone_number: '98765 43210 / 91234 56780' }, 'Further phone number: 9123456780'],
    [{ phone_number: '+1 312 555 0142 x23' }, 'Left out of the phone number: x23'],
    [{ first_name: 'Dr.', last_name: '(Mrs.) K. Padmavathi' }, 'Left out of the name: Dr., (Mrs.)'],
    [{ last_name: 'Kumar & Family' }, 'Taken as Ravi Kumar; nobody is added for: & Family'],
    [{ gender: 'x' }, 'Gender is not male, female or others'],
    [{ gender: '__proto__' }, 'Gender is not male, female or others'],
    [{ gender: 'constructor' }, 'Gender is not male, female or others'],
    [{ dob: '2026-02-30' }, dobWrong],
    [{ dob: '2026-06-16' }, dobWrong],
    [{ dob: '1890-01-01' }, dobWrong],
    [{ dob: '05/03/2001' }, 'Date of birth reads two ways: choose above the rows how the dates are written'],
    [{ language: 'Klingon' }, 'Language is not one of Telugu, English, Sanskrit, Hindi'],
    [{ pincode: '50 00#1' }, 'Pincode is not valid'],
    [{ city: 'x'.repeat(101) }, 'City is longer than 100 characters'],
    [{ city: 'a\u0007b' }, 'City contains characters that cannot be printed'],
  ])('is taken with a remark about %j', (cells, note) => {
    expect(saidOf(cells)).toEqual({ problems: [], notes: [note] });
  });

  it('is taken without an address, and says everything about its cells at once', () => {
    expect(saidOf({ email_id: '' })).toEqual({ problems: [], notes: [] });
    expect(saidOf({ course_name: '', email_id: 'x', phone_number: '1' })).toMatchObject({
      problems: [expect.any(String)],
      notes: [expect.any(String), expect.any(String)],
    });
  });

  it('takes the first day of 1970 as a date that was not given', () => {
    expect(tidyRow(row({ dob: '1970-01-01' }), reading)).toMatchObject({ dob: null, problems: [] });
  });
});

const student = (
  enrolments: [number, number | null][] = [],
  fullname = 'Ravi Kumar',
  more: Partial<KnownPerson> & { otherNames?: string[] } = {},
): KnownPerson => {
  const { otherNames = [], ...rest } = more;
  return {
    id: 7,
    row: null,
    site_ref: null,
    fullname,
    names: [fullname, ...otherNames].map(nameOf),
    dob: null,
    role: 'student',
    is_student: true,
    enrolments: new Map(enrolments),
    ...rest,
  };
};

function plan(
  rows: StudentImportRow[],
  people: Record<string, KnownPerson | KnownPerson[]> = {},
  more: Partial<PresentData> = {},
  answers: AnsweredRow[] = [],
) {
  const known: PresentData = {
    courses: [
      { id: 1, name: 'Gita' },
      { id: 2, name: 'Vedic  Maths' },
    ],
    classes: [
      { id: 11, course_id: 1, name: 'Morning' },
      { id: 12, course_id: 1, name: 'Evening' },
      { id: 21, course_id: 2, name: 'Morning' },
    ],
    people: new Map(Object.entries(people).map(([email, all]) => [email, [all].flat()])),
    isLimited: false,
    ...more,
  };
  return planImport(
    rows.map((item) => tidyRow(item, reading)),
    known,
    answers,
  );
}

const outcomesOf = async (...given: Parameters<typeof plan>) =>
  (await plan(...given)).map(({ outcome }) => outcome);
const notesOf = async (...given: Parameters<typeof plan>) =>
  (await plan(...given)).map(({ notes }) => textsOf(notes).join('; '));

describe('the outcome of a row', () => {
  it('finds course and class without regard to case and spaces, the class within the course', async () => {
    const [planned] = await plan([row({ course_name: 'vedic maths', class_name: 'MORNING ' })]);
    expect(planned).toMatchObject({ outcome: 'new', course: { id: 2 }, class: { id: 21 } });
  });

  it('may leave the class open', async () => {
    expect((await plan([row({ class_name: '' })]))[0]).toMatchObject({ outcome: 'new', class: null });
  });

  it.each([
    [{ course_name: 'Yoga' }, 'There is no course of this name'],
    [{ class_name: 'Noon' }, 'This course has no class of this name'],
    [{ course_name: 'Vedic Maths', class_name: 'Evening' }, 'This course has no class of this name'],
  ])('is a problem with %j', async (cells, note) => {
    expect(await notesOf([row(cells)])).toEqual([note]);
  });

  it('does not guess between two courses of one name', async () => {
    const courses = [
      { id: 1, name: 'Gita' },
      { id: 2, name: 'gita' },
    ];
    expect(await notesOf([row()], {}, { courses })).toEqual(['Several courses have this name']);
  });

  it('tells apart names that differ only in spaces when the cell is exact', async () => {
    const courses = [
      { id: 1, name: 'Veda 1' },
      { id: 2, name: 'Veda1' },
    ];
    expect(
      (await plan([row({ course_name: 'veda1', class_name: '' })], {}, { courses }))[0]?.course?.id,
    ).toBe(2);
  });

  it('takes one new student into several courses', async () => {
    const rows = [row(), row({ row: 3, email_id: 'RAVI@example.com', course_name: 'Vedic Maths' })];
    expect(await outcomesOf(rows)).toEqual(['new', 'enrol']);
  });

  it('refuses the same row twice and another class of the same course', async () => {
    const rows = [row(), row({ row: 3 }), row({ row: 4, class_name: 'Evening' })];
    expect(await notesOf(rows)).toEqual([
      '',
      'The same as row 2',
      'Row 2 puts the same student into another class of this course',
    ]);
  });

  it('asks who is meant by a second name for one address', async () => {
    const rows = [row(), row({ row: 3, first_name: 'Sita', course_name: 'Vedic Maths', class_name: '' })];
    expect(await outcomesOf(rows)).toEqual(['new', 'question']);
    expect(await notesOf(rows)).toEqual([
      '',
      'The same email has another name in row 2: a brother or sister, the same student, or a mistake?',
    ]);
    expect((await plan(rows))[1]?.behind).toMatchObject([{ id: null, row: 2, fullname: 'Ravi Kumar' }]);
  });

  it('adds brothers and sisters of one file, and takes two spellings of one for one', async () => {
    const rows = [
      row(),
      row({ row: 3, first_name: 'Sita' }),
      row({ row: 4, first_name: 'R.', course_name: 'Vedic Maths', class_name: '' }),
    ];
    const answers: AnsweredRow[] = [
      { row: 3, answer: 'sibling' },
      { row: 4, answer: 'same', same_as_row: 2 },
    ];
    const planned = await plan(rows, {}, {}, answers);
    expect(planned.map(({ outcome, addedBy, isNewName }) => ({ outcome, addedBy, isNewName }))).toEqual([
      { outcome: 'new', addedBy: 2, isNewName: false },
      { outcome: 'new', addedBy: 3, isNewName: false },
      { outcome: 'enrol', addedBy: 2, isNewName: true },
    ]);
  });

  it('asks again when another new student of the address came since', async () => {
    const people = { 'ravi@example.com': student([], 'Sita') };
    const rows = [row(), row({ row: 3, first_name: 'Ravii', course_name: 'Vedic Maths', class_name: '' })];
    const both: AnsweredRow[] = [2, 3].map((at) => ({ row: at, answer: 'sibling', seen: 1 }));
    const planned = await plan(rows, people, {}, both);
    expect(planned.map(({ outcome }) => outcome)).toEqual(['new', 'question']);
    expect(planned[1]?.behind).toMatchObject([{ id: 7 }, { row: 2, fullname: 'Ravi Kumar' }]);
    const again = both.map((answer) => ({ ...answer, seen: 2 }));
    expect(await outcomesOf(rows, people, {}, again)).toEqual(['new', 'new']);
  });

  it('tells twins of one name by their birthday, else asks', async () => {
    const twins = {
      'ravi@example.com': [
        student([], 'Ravi Kumar', { id: 7, dob: '2015-01-01' }),
        student([], 'Ravi Kumar', { id: 8, dob: '2016-02-02' }),
      ],
    };
    const [planned] = await plan([row({ dob: '2016-02-02' })], twins);
    expect(planned).toMatchObject({ outcome: 'enrol', person: { id: 8 } });
    expect(await outcomesOf([row(), row({ row: 3, dob: '2014-04-04' })], twins)).toEqual([
      'question',
      'question',
    ]);
    const [chosen] = await plan([row()], twins, {}, [{ row: 2, answer: 'same', user_id: 7 }]);
    expect(chosen).toMatchObject({ outcome: 'enrol', person: { id: 7 }, isNewName: false });
  });

  it('asks whether one name with another birthday is another student, and takes each answer', async () => {
    const father = { 'ravi@example.com': student([], 'Ravi Kumar', { dob: '1980-01-02' }) };
    const son = row({ dob: '2012-05-06' });
    const [asked] = await plan([son], father);
    expect(asked).toMatchObject({
      outcome: 'question',
      person: null,
      notes: [said('other_birthday', { people: 'Ravi Kumar' })],
    });
    const answered = async (answer: AnsweredRow) => (await plan([son], father, {}, [answer]))[0];
    expect(await answered({ row: 2, answer: 'sibling', seen: 1 })).toMatchObject({ outcome: 'new' });
    expect(await answered({ row: 2, answer: 'sibling', seen: 0 })).toMatchObject({ outcome: 'question' });
    expect(await answered({ row: 2, answer: 'same' })).toMatchObject({
      outcome: 'enrol',
      person: { id: 7 },
      isNewName: false,
    });
    expect(await answered({ row: 2, answer: 'mistake' })).toMatchObject({ outcome: 'problem' });
    // A slip of the pen is no other birthday, and neither is a missing one.
    for (const dob of ['1980-02-01', '1980-01-03', '']) {
      expect((await plan([row({ dob })], father))[0]).toMatchObject({ outcome: 'enrol', person: { id: 7 } });
    }
  });

  it('takes two of one name in one file for two by their birthdays, when the office says so', async () => {
    const rows = [
      row({ dob: '1980-01-02' }),
      row({ row: 3, dob: '2012-05-06' }),
      row({ row: 4, dob: '2012-05-06', course_name: 'Vedic Maths', class_name: '' }),
    ];
    expect(await outcomesOf(rows)).toEqual(['new', 'question', 'question']);
    const planned = await plan(rows, {}, {}, [{ row: 3, answer: 'sibling' }]);
    expect(planned.map(({ outcome, addedBy }) => [outcome, addedBy])).toEqual([
      ['new', 2],
      ['new', 3],
      ['enrol', 3],
    ]);
  });

  it('takes an answer that no longer fits as none', async () => {
    const people = { 'ravi@example.com': student([], 'Sita') };
    const answers: AnsweredRow[] = [{ row: 2, answer: 'same', user_id: 999 }];
    expect((await plan([row()], people, {}, answers))[0]?.outcome).toBe('question');
  });

  it('uses a known student again', async () => {
    const people = { 'ravi@example.com': student([[2, 21]]) };
    expect(await outcomesOf([row(), row({ row: 3, course_name: 'Vedic Maths' })], people)).toEqual([
      'enrol',
      'unchanged',
    ]);
  });

  it('does nothing to a student of another name before somebody says so', async () => {
    const people = { 'ravi@example.com': student([], 'Raveendra K') };
    const [asked] = await plan([row()], people);
    expect(asked).toMatchObject({
      outcome: 'question',
      person: null,
      notes: [said('address_of_others', { people: 'Raveendra K' })],
    });
    const answered = async (answer: AnsweredRow) => (await plan([row()], people, {}, [answer]))[0];
    expect(await answered({ row: 2, answer: 'same' })).toMatchObject({
      outcome: 'enrol',
      person: { id: 7 },
      isNewName: true,
    });
    expect(await answered({ row: 2, answer: 'sibling' })).toMatchObject({ outcome: 'new', person: null });
    expect(await answered({ row: 2, answer: 'mistake' })).toMatchObject({ outcome: 'problem', person: null });
  });

  it('knows a student under each of their names, in any order and with any marks', async () => {
    const people = { 'ravi@example.com': student([], 'Kumar  Rāvi', { otherNames: ['Raveendra K'] }) };
    expect(
      await outcomesOf([row(), row({ row: 3, course_name: 'Vedic Maths', class_name: '' })], people),
    ).toEqual(['enrol', 'enrol']);
    expect(await outcomesOf([row({ first_name: 'Raveendra', last_name: 'K' })], people)).toEqual(['enrol']);
  });

  it('asks whether somebody at a colleague’s address is their child', async () => {
    const people = { 'ravi@example.com': student([], 'Lakshmi Rao', { is_student: false }) };
    expect(await outcomesOf([row()], people)).toEqual(['question']);
    expect((await plan([row()], people, {}, [{ row: 2, answer: 'same' }]))[0]?.outcome).toBe('question');
    expect((await plan([row()], people, {}, [{ row: 2, answer: 'sibling' }]))[0]?.outcome).toBe('new');
  });

  it('takes the person of a row that is certain, whatever the name', async () => {
    const known = student([], 'Raveendra K');
    const certain: PresentData['certain'] = new Map([[2, known]]);
    expect((await plan([row()], {}, { certain }))[0]).toMatchObject({ outcome: 'enrol', isNewName: true });
    const people = { 'ravi@example.com': known };
    expect((await plan([row()], people, { certain: new Map([[2, 'c-1']]) }))[0]?.outcome).toBe('new');
  });

  it('never moves a student', async () => {
    const elsewhere = { 'ravi@example.com': student([[1, 12]]) };
    expect(await notesOf([row()], elsewhere)).toEqual([
      'Already in another class of this course: move the student on Updating',
    ]);
    expect(await outcomesOf([row({ class_name: '' })], elsewhere)).toEqual(['unchanged']);
    expect(await notesOf([row()], { 'ravi@example.com': student([[1, null]]) })).toEqual([
      'Already in this course without a class: choose the class on Updating',
    ]);
  });

  it('asks whether a colleague of that name studies too', async () => {
    const people = { 'ravi@example.com': { ...student(), is_student: false } };
    expect(await outcomesOf([row()], people)).toEqual(['question']);
  });

  it('is the same for a student without a class whose row names none', async () => {
    expect(await outcomesOf([row({ class_name: '' })], { 'ravi@example.com': student([[1, null]]) })).toEqual(
      ['unchanged'],
    );
  });

  it('says each problem of the row once', async () => {
    expect(await notesOf([row({ course_name: '', class_name: '' })])).toEqual(['Course is missing']);
    const classes = [11, 12].map((id) => ({ id, course_id: 1, name: 'Morning' }));
    expect(await notesOf([row()], {}, { classes })).toEqual([
      'Several classes of this course have this name',
    ]);
  });

  it('takes nothing else of a known student’s row, and says so of a new one', async () => {
    const odd = row({ region: 'Narnia' });
    expect(await notesOf([odd], { 'ravi@example.com': student() })).toEqual(['']);
    expect(await notesOf([odd])).toEqual(['Region is not a country']);
  });

  it('takes a spelling that a row wrote as a name of the new student', async () => {
    const rows = [
      row(),
      row({ row: 3, first_name: 'R.', course_name: 'Vedic Maths' }),
      row({ row: 4, first_name: 'R.' }),
    ];
    const [, , last] = await plan(rows, {}, {}, [{ row: 3, answer: 'same', same_as_row: 2 }]);
    expect(last?.notes).toEqual([said('same_as_row', { row: 2 })]);
  });

  it('a row with a problem stands in nobody’s way', async () => {
    const rows = [row({ class_name: 'Noon' }), row({ row: 3 })];
    expect(await outcomesOf(rows)).toEqual(['problem', 'new']);
  });

  it('counts every row exactly once', async () => {
    const rows = [
      row(),
      row({ row: 3 }),
      row({ row: 4, course_name: 'Vedic Maths' }),
      row({ row: 5, email_id: '' }),
    ];
    expect(countOutcomes(await plan(rows))).toEqual({
      new: 1,
      enrol: 1,
      ask: 0,
      unchanged: 0,
      question: 0,
      problem: 2,
      waiting: 0,
    });
  });
});

const alikeStudent = (more: Partial<AlikeStudent> = {}): AlikeStudent => ({
  ...student([], 'Ravi Kumarr', { id: 9 }),
  courses: [],
  isNamedAlike: true,
  ...more,
});
const likeRow2 = (...alike: AlikeStudent[]): Partial<PresentData> => ({
  alike: new Map([[2, alike]]),
  isLikenessAsked: true,
});
/** Of each row: the outcome, who is meant, who is shown, and whether they are told apart. */
const gist = async (...given: Parameters<typeof plan>) =>
  (await plan(...given)).map(({ outcome, person, behind, alike, isToldApart }) => [
    outcome,
    person?.id,
    behind.map(({ id, row: n }) => id ?? `row ${n}`).join(),
    alike.map(({ id }) => id).join(),
    isToldApart,
  ]);
const sita = { 'ravi@example.com': student([], 'Sita') };

describe('a row that is like a student elsewhere', () => {
  const byNumber = alikeStudent({ id: 8, fullname: 'Uma', isNamedAlike: false });
  it.each<[string, AlikeStudent[], Parameters<typeof plan>[1], Omit<AnsweredRow, 'row'> | null, unknown[]]>([
    ['is a question', [alikeStudent()], {}, null, ['question', undefined, '', '9', false]],
    ['is new beside a number alone', [byNumber], {}, null, ['new', undefined, '', '8', false]],
    [
      'is a question for one name of two',
      [byNumber, alikeStudent()],
      {},
      null,
      ['question', undefined, '', '8,9', false],
    ],
    ['may be told apart', [alikeStudent()], {}, { answer: 'sibling' }, ['new', undefined, '', '9', true]],
    [
      'may be who is alike',
      [alikeStudent()],
      {},
      { answer: 'same', user_id: 9 },
      ['enrol', 9, '', '9', false],
    ],
    [
      'is told apart from who was shown',
      [alikeStudent()],
      sita,
      { answer: 'sibling', seen: 1 },
      ['question', undefined, '7', '9', false],
    ],
    [
      'is told apart from both',
      [alikeStudent()],
      sita,
      { answer: 'sibling', seen: 2 },
      ['new', undefined, '7', '9', true],
    ],
    [
      'was asked about the address first',
      [alikeStudent()],
      sita,
      { answer: 'sibling' },
      ['question', undefined, '7', '9', false],
    ],
    [
      'is not like who is behind its address',
      [alikeStudent({ id: 7 })],
      sita,
      { answer: 'sibling' },
      ['new', undefined, '7', '', true],
    ],
    [
      'is one of two behind its address',
      [alikeStudent({ id: 7 }), alikeStudent()],
      sita,
      null,
      ['question', undefined, '7', '9', false],
    ],
    [
      'is the known student',
      [alikeStudent()],
      { 'ravi@example.com': student() },
      null,
      ['enrol', 7, '', '', false],
    ],
    [
      'is the known student in spite of an answer',
      [alikeStudent()],
      { 'ravi@example.com': student() },
      { answer: 'mistake' },
      ['enrol', 7, '7', '9', false],
    ],
  ])('%s', async (_, alike, people, answer, expected) => {
    const answers = answer === null ? [] : [{ row: 2, ...answer }];
    expect(await gist([row()], people, likeRow2(...alike), answers)).toEqual([expected]);
  });

  it('has a remark that names them where nobody asks', async () => {
    const alike = [alikeStudent({ courses: ['Gita', 'Veda'] }), byNumber];
    const known = { ...likeRow2(...alike), isLikenessAsked: false };
    expect(await plan([row()], {}, known)).toMatchObject([
      { outcome: 'new', notes: [said('like_students', { people: 'Ravi Kumarr (Gita, Veda), Uma' })] },
    ]);
  });

  it('means them in later rows of the address, too', async () => {
    const rows = [row(), row({ row: 3, course_name: 'Vedic Maths' }), row({ row: 4, first_name: 'Sita' })];
    const answers: AnsweredRow[] = [{ row: 2, answer: 'same', user_id: 9 }];
    expect(await gist(rows, {}, likeRow2(alikeStudent({ id: 8 }), alikeStudent()), answers)).toEqual([
      ['enrol', 9, '', '8,9', false],
      ['enrol', 9, '', '', false],
      ['question', undefined, '9', '', false],
    ]);
  });

  it.each<[string, Partial<StudentImportRow>, Partial<AlikeStudent>, string, number | undefined]>([
    ['the same name', {}, { names: [nameOf('Kumar Ravi')] }, '', 9],
    ['nearly the name', {}, {}, 'like_students', undefined],
    [
      'another birthday',
      { dob: '2012-05-06' },
      { names: [nameOf('Ravi Kumar')], dob: '1980-01-02' },
      'like_students',
      undefined,
    ],
    [
      'an address',
      { email_id: 'r@example.com' },
      { names: [nameOf('Ravi Kumar')] },
      'like_students',
      undefined,
    ],
  ])('without an address means who has the same name: with %s', async (_, cells, more, note, id) => {
    const [planned] = await plan([row({ email_id: '', ...cells })], {}, likeRow2(alikeStudent(more)));
    expect([planned?.person?.id, planned?.notes.map(({ code }) => code).join()]).toEqual([id, note]);
  });

  it('without an address is one new student with a row of the same name and number', async () => {
    const rows = [
      row({ email_id: '' }),
      row({ row: 3, email_id: '', course_name: 'Vedic Maths' }),
      row({ row: 4, email_id: '', phone_number: '9876543211' }),
    ];
    expect((await plan(rows)).map(({ addedBy }) => addedBy)).toEqual([2, 2, 4]);
  });
});

describe('a row of the public site', () => {
  it.each<[string, string, (string | null)[], string]>([
    ['is new with a birthday that nobody has', '2012-05-06', ['1980-01-02', '1990-01-02'], 'new'],
    ['is a question without a birthday', '', ['1980-01-02'], 'question'],
    ['is a question where a birthday is unknown', '2012-05-06', ['1980-01-02', null], 'question'],
    ['is a question where one has the birthday', '2012-05-06', ['1980-01-02', '2012-05-06'], 'question'],
  ])('%s', async (_, dob, birthdays, outcome) => {
    const all = birthdays.map((other, n) => student([], `Sita ${n}`, { id: 7 + n, dob: other }));
    const known = { birthdayTells: true };
    expect(await outcomesOf([row({ dob })], { 'ravi@example.com': all }, known)).toEqual([outcome]);
  });

  it.each<[string, [number, string][], Partial<StudentImportRow>, Partial<StudentImportRow>, number]>([
    [
      'one reference under two names',
      [
        [2, 'c-1'],
        [3, 'c-1'],
      ],
      {},
      { first_name: 'Raveendra' },
      2,
    ],
    [
      'two references under one name',
      [
        [2, 'c-1'],
        [3, 'c-2'],
      ],
      {},
      {},
      3,
    ],
    ['a reference and the name of a row without one', [[3, 'c-1']], {}, {}, 2],
    ['a reference and another name', [[3, 'c-1']], {}, { first_name: 'Sita' }, 3],
    ['a reference and another birthday', [[3, 'c-1']], { dob: '1980-01-02' }, { dob: '2012-05-06' }, 3],
  ])('tells by %s who is meant', async (_, certain, first, second, addedBy) => {
    const rows = [row(first), row({ row: 3, course_name: 'Vedic Maths', ...second })];
    const planned = await plan(rows, {}, { certain: new Map(certain) });
    expect(planned[1]).toMatchObject({ outcome: addedBy === 2 ? 'enrol' : 'new', addedBy });
  });
});

it('a student whom a course admin adds is asked for', async () => {
  expect(await outcomesOf([row()], {}, { isLimited: true })).toEqual(['ask']);
});

it('rows wait for a full class, the known student under their number, the new one under their row', async () => {
  const rows = [
    row(),
    row({ row: 3, email_id: 'uma@example.com', class_name: '' }),
    row({ row: 4, email_id: 'sita@example.com' }),
    row({ row: 5, email_id: 'rama@example.com' }),
    row({ row: 6, email_id: 'rama@example.com' }),
  ];
  const people = {
    'sita@example.com': student(),
    'rama@example.com': student([[1, 11]], 'Ravi Kumar', { id: 8 }),
  };
  const asked: unknown[] = [];
  const places = { free: () => 0, take: (...one: unknown[]) => asked.push(one) > 3 };
  const waiting = withWaiting(await plan(rows, people), places);
  expect(asked).toEqual([
    [11, 'row 2'],
    [11, 7],
  ]);
  expect(waiting.map(({ notes }) => notes.map(({ code }) => code).join())).toEqual([
    'class_full_waits',
    '',
    'class_full_waits',
    '',
    'same_as_row',
  ]);
  expect(countOutcomes(waiting).waiting).toBe(2);
  const both = await plan([row(), row({ row: 3, course_name: 'Vedic Maths' })], {}, { isLimited: true });
  withWaiting(both, { free: () => 0, take: (...one: unknown[]) => asked.push(one) > 3 });
  expect(asked.slice(2)).toEqual([
    [11, 'row 2'],
    [21, 'row 2'],
  ]);
  const room = { free: () => 1, take: () => true };
  expect(withWaiting(both, room)).toEqual(both);
});

describe('the preview', () => {
  const known = { 'uma@example.com': student([], 'Ravi Kumar') };
  const given = { language: 'Telugu', timezone: 'Asia/Dubai' };
  it.each<[Partial<StudentImportRow>, object]>([
    [
      given,
      { fullname: 'Ravi Kumar', email_id: 'ravi@example.com', ...given, class_name: 'Morning', problems: [] },
    ],
    [{ email_id: '' }, { email_id: '', language: '' }],
    [
      { ...given, email_id: 'uma@example.com' },
      { language: '', timezone: '' },
    ],
    [{ email_id: 'nobody' }, { email_id: 'nobody', problems: [said('email_wrong')] }],
    [
      { first_name: 'Dr. Ravi', course_name: 'vedic  maths' },
      { fullname: 'Ravi Kumar', course_name: 'Vedic  Maths' },
    ],
    [
      { first_name: 'Dr. Ravi', course_name: 'Yoga', class_name: 'x' },
      { fullname: 'Ravi Kumar', course_name: 'Yoga', class_name: 'x' },
    ],
    [
      { first_name: 'Dr. Ravi', course_name: '' },
      { fullname: 'Dr. Ravi Kumar', course_name: '' },
    ],
  ])('of %j says %j', async (cells, expected) => {
    expect((await plan([row(cells)], known)).map(previewOf)).toMatchObject([expected]);
  });
});
