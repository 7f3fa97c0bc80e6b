import type { PersonLike } from '@gurukul/contract/shared/person/person-behind';
import type { AnsweredRow, PreviewRow } from '@gurukul/contract/student-import';
import { expect, test, vi } from 'vitest';
import { randomFrom } from '#server/db/seed/random.ts';
import { many, run } from '#server/test/rows.ts';
import { demoPassword, testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { nameOf } from '../likeness/names.ts';

// Families of one to four children come in through spreadsheets, the public site and the form, in any order and with
// typing errors. The office knows its families: it answers each question rightly. Then every child is one student, and nobody
// is in a course at another child's name.

const isFull = process.env['PROOF'] === 'full';
const families = isFull ? 500 : 60;
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_123);

const random = randomFrom(seed);

interface Child {
  readonly id: number;
  readonly email: string;
  readonly first: string;
  readonly last: string;
  readonly dob: string;
  readonly ref: string;
}

interface Student {
  readonly id: number;
  readonly email_id: string;
  readonly fullname: string;
  readonly other_names: string[];
  readonly dob: string | null;
  readonly site_ref: string | null;
  readonly import_id: number | null;
}

interface Coming {
  readonly child: Child;
  readonly course: string;
  /** As somebody typed it. */
  readonly first: string;
  readonly last: string;
}

const firsts = [
  'Anaya',
  'Rohan',
  'Rohana',
  'Meera',
  'Mira',
  'Dhruv',
  'శ్రీవల్లి',
  'Rāma',
  'Uma',
  'Isha',
  'Kiran',
  'Om',
];
const lasts = ['Iyer', 'Rao', 'Kumar', 'శర్మ', 'Patel', ''];
const courses = ['Gita', 'Veda', 'Chanting'];

const twoDigits = (number: number) => String(number).padStart(2, '0');

function family(number: number): Child[] {
  const email = `family${number}@site.test`;
  const last = random.pick(lasts);
  const names = new Set<string>();
  const count = random.between(1, 4);
  while (names.size < count) names.add(random.pick(firsts));
  const twins = `2014-05-${twoDigits(random.between(1, 28))}`;
  return [...names].map((first, index) => ({
    id: number * 10 + index,
    email,
    first,
    last,
    // Twins in every fourth family.
    dob:
      number % 4 === 0 && index < 2
        ? twins
        : `20${10 + index}-0${random.between(1, 9)}-${twoDigits(random.between(1, 28))}`,
    ref: `child-${number}-${index}`,
  }));
}

const mistyped = (word: string) => {
  const at = random.between(1, word.length - 1);
  return word.slice(0, at) + word.slice(at - 1);
};

/** A name as a parent types it: right, in capitals, the other way round, or with a letter too many. */
function typed(child: Child): Pick<Coming, 'first' | 'last'> {
  const { first, last } = child;
  const way = random.next();
  if (way < 0.6) return { first, last };
  if (way < 0.7) return { first: first.toUpperCase(), last };
  if (way < 0.8) return last === '' ? { first, last } : { first: last, last: first };
  return { first: mistyped(first), last };
}

const portal = await testApp({ database: 'empty' });
const { call, callChecked, db } = portal;
const add = office(db);
const admin = 'admin@office.test';

// On a busy machine a request takes ten times as long.
vi.setConfig({ testTimeout: families * 1000 });

test(`${families} families become as many students as they have children (seed ${seed})`, async () => {
  await add.person('Admin', 'admin');
  const own = await add.person('Own', 'courseadmin');
  const courseIds = new Map<string, number>();
  for (const name of courses) courseIds.set(name, await add.course(name, own));
  const wish = { name: 'Site', scopes: ['students'], password: demoPassword };
  const key: string = (await call('intake.create_key', wish, { as: admin })).body.data.key;

  const children = Array.from({ length: families }, (_, number) => family(number + 1)).flat();
  /** Whose every spelling is, by address. A spelling of two children of one family is not typed. */
  const meaning = new Map<string, Child>();
  const spelling = (email: string, name: string) => `${email} ${nameOf(name).sorted}`;
  for (const child of children) meaning.set(spelling(child.email, `${child.first} ${child.last}`), child);

  const comings = children.flatMap((child): Coming[] =>
    Array.from({ length: random.between(1, 3) }, () => {
      const name = typed(child);
      const known = meaning.get(spelling(child.email, `${name.first} ${name.last}`)) ?? child;
      if (known !== child)
        return { child, course: random.pick(courses), first: child.first, last: child.last };
      meaning.set(spelling(child.email, `${name.first} ${name.last}`), child);
      return { child, course: random.pick(courses), ...name };
    }),
  );
  const shuffled = comings.map((one) => ({ one, at: random.next() })).toSorted((a, b) => a.at - b.at);
  const wanted = new Set(comings.map(({ child, course }) => `${child.id} ${course}`));

  const whose = (email: string, name: string) => meaning.get(spelling(email, name));
  const answerTo = (
    coming: Coming,
    { row, behind, alike }: Pick<PreviewRow, 'row' | 'behind' | 'alike'>,
  ): AnsweredRow => {
    const same = behind.find(({ fullname }) => whose(coming.child.email, fullname) === coming.child);
    if (same === undefined) return { row, answer: 'sibling', seen: behind.length + alike.length };
    return {
      row,
      answer: 'same',
      ...(same.user_id === null ? {} : { user_id: same.user_id }),
      ...(same.row === null ? {} : { same_as_row: same.row }),
    };
  };

  let asked = 0;
  async function importSheet(some: readonly Coming[]): Promise<void> {
    const rows = some.map(({ child, course, first, last }, index) => ({
      row: index + 2,
      first_name: first,
      last_name: last,
      email_id: random.chance(0.5) ? child.email.toUpperCase() : child.email,
      phone_number: '',
      course_name: course,
      class_name: '',
      ...(random.chance(0.5) ? { dob: child.dob } : {}),
    }));
    const answers = new Map<number, AnsweredRow>();
    // An answer may raise the next question, as when the first of three new children is known.
    for (let round = 0; round <= rows.length; round += 1) {
      const sheet = { file_name: 'families.csv', rows, answers: [...answers.values()] };
      const { body } = await call('studentImport.students_preview', sheet, { as: admin });
      const questions = body.data.rows.filter(({ outcome }: { outcome: string }) => outcome === 'question');
      if (questions.length === 0) {
        const done = await callChecked('studentImport.students', { ...sheet, confirm: true }, { as: admin });
        expect([done.status, done.body.data.questions]).toEqual([200, 0]);
        return;
      }
      for (const question of questions) {
        answers.set(question.row, answerTo(some[question.row - 2]!, question));
      }
      asked += questions.length;
    }
    throw new Error('the answers never end the questions');
  }

  let refused = 0;
  async function sendFromSite(some: readonly Coming[]): Promise<Coming[]> {
    const withRef = random.chance(0.4);
    const items = some.map(({ child, course, first, last }) => ({
      email_id: child.email,
      first_name: first,
      last_name: last,
      course_name: course,
      ...(random.chance(0.7) ? { dob: child.dob } : {}),
      ...(withRef ? { person_ref: child.ref } : {}),
    }));
    const headers = { authorization: `Bearer ${key}` };
    const { body } = await call('intake.students', { items }, { headers });
    if (!body.data) throw new Error(JSON.stringify(body));
    const rejected = some.filter((_, index) => body.data.results[index].outcome === 'rejected');
    refused += rejected.length;
    return rejected;
  }

  let looked = 0;
  async function addByForm({ child, course, first, last }: Coming): Promise<void> {
    const written = {
      first_name: first,
      last_name: last,
      email_id: child.email,
      phone_number: '',
      course_id: courseIds.get(course),
      ...(random.chance(0.5) ? { dob: child.dob } : {}),
    };
    const { status, body } = await call('students.add_student', written, { as: admin });
    if (status === 200) return;
    expect([status, body.code]).toEqual([409, 'looks_like']);
    looked += 1;
    const same = (body.people as PersonLike[]).find(
      ({ email_id: email, fullname }) => whose(email.toLowerCase(), fullname) === child,
    );
    const answer = same === undefined ? { answer: 'sibling' } : { answer: 'same', user_id: same.user_id };
    const answered = await call('students.add_student', { ...written, ...answer }, { as: admin });
    expect(answered.status).toBe(200);
  }

  const waiting = shuffled.map(({ one }) => one);
  const returned: Coming[] = [];
  while (waiting.length > 0) {
    const way = random.next();
    const some = waiting.splice(0, way < 0.3 ? random.between(2, 9) : random.between(5, 44));
    if (way < 0.3) for (const each of some) await addByForm(each);
    else if (way < 0.6) returned.push(...(await sendFromSite(some)));
    else await importSheet(some);
  }
  // What the site could not place reaches the office in a spreadsheet.
  while (returned.length > 0) await importSheet(returned.splice(0, 100));
  const all = { asked: asked > families / 2, refused: refused > 0, looked: looked > families / 20 };
  expect(all).toEqual({ asked: true, refused: true, looked: true });

  const students = await many<Student>(db)`
    select id, lower(email_id) as email_id, fullname, other_names, dob, site_ref, import_id
    from people where main_role = 'student' order by id
  `;
  // Each student is one child under all their names, and each child one student.
  const childOf = new Map(
    students.map(({ id, email_id, fullname, other_names: others }) => {
      const named = new Set([fullname, ...others].map((name) => whose(email_id, name)?.id));
      expect([...named]).toHaveLength(1);
      return [id, [...named][0]!] as const;
    }),
  );
  const studentsOf = Map.groupBy(students, ({ id }) => childOf.get(id)!);
  expect([...studentsOf.values()].filter((all) => all.length > 1)).toEqual([]);
  expect(studentsOf.size).toBe(children.length);
  const enrolments = await many<{ student_id: number; course_name: string }>(db)`
    select e.student_id, c.course_name from enrolments e join courses c on c.id = e.course_id
  `;
  expect(
    new Set(enrolments.map(({ student_id: id, course_name: course }) => `${childOf.get(id)} ${course}`)),
  ).toEqual(wanted);
  expect(enrolments).toHaveLength(wanted.size);
  await run(db)`delete from enrolments`;
});

test('two hundred children behind an office’s address are told apart, and one more is a question', async () => {
  const email = 'temple@office.test';
  const letters = 'abcdefghijklmnopqrst'.split('');
  // Names of one and two letters, and one that looks like a test.
  const names = ['Test', ...letters.flatMap((one) => letters.map((two) => `${one}${two}`))].slice(0, 199);
  const rows = ['O', ...names].map((first, index) => ({
    row: index + 2,
    first_name: first,
    last_name: first === 'Test' ? 'Test' : '',
    email_id: email,
    phone_number: '',
    course_name: 'Gita',
    class_name: '',
  }));
  const answers = rows.slice(1).map(({ row }): AnsweredRow => ({ row, answer: 'sibling' }));
  const sheet = { file_name: 'temple.csv', rows, answers };
  const { body } = await callChecked('studentImport.students', { ...sheet, confirm: true }, { as: admin });
  expect(body.data).toMatchObject({ created: 200, questions: 0, skipped: 0 });

  const more = [{ ...rows[0]!, first_name: 'Newcomer' }];
  const asked = await call(
    'studentImport.students_preview',
    { file_name: 'x.csv', rows: more },
    { as: admin },
  );
  expect(asked.body.data.rows[0]).toMatchObject({ outcome: 'question' });
  expect(asked.body.data.rows[0].behind).toHaveLength(20);
  // The question showed twenty, and they are all that the answer has seen.
  const told = await call(
    'studentImport.students_preview',
    { file_name: 'x.csv', rows: more, answers: [{ row: 2, answer: 'sibling', seen: 20 }] },
    { as: admin },
  );
  expect(told.body.data.rows[0]).toMatchObject({ outcome: 'new' });
  const again = await call('studentImport.students_preview', { file_name: 'x.csv', rows }, { as: admin });
  expect(again.body.data.totals).toMatchObject({ unchanged: 200 });
  const found = await call('students.get_student_details_by_email', { email_id: email }, { as: admin });
  expect([found.body.people.length, found.body.course_details]).toEqual([200, []]);
});
