import type { CallName } from '@gurukul/contract/index';
import type { PersonBehind } from '@gurukul/contract/shared/person/person-behind';
import { beforeEach, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { many, one, run } from '#server/test/rows.ts';
import { foundSchool } from '#server/test/small-school.ts';
import { searchDuplicates } from '../duplicates/search.ts';

/* Families that a rule about names, addresses and birthdays could take for one another. */

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, veda, students, staff } = await foundSchool(db);
const as = 'admin@office.test';
const home = 'home@family.test';
const call = async (name: CallName, input: object) => {
  const { status, body } = await office.call(name, input, { as });
  return { status, ...body };
};
const importSheet = async (sheet: object) =>
  (await office.callChecked('studentImport.students', { ...sheet, confirm: true }, { as })).body;

const first = (await one<{ id: number }>(db)`select max(id) as id from people`).id;
beforeEach(async () => {
  await run(db)`delete from duplicate_pairs`;
  await run(db)`delete from guardians`;
  await run(db)`delete from contacts`;
  await run(db)`delete from enrolments where student_id > ${first}`;
  await run(db)`delete from people where id > ${first}`;
  await run(db)`update people set email_id = lower(fullname) || '@office.test'`;
});

interface Child {
  readonly first_name: string;
  readonly last_name?: string;
  readonly email_id?: string;
  readonly dob?: string;
}
const add = (child: Child, more: object = {}) =>
  call('students.add_student', {
    last_name: 'Rao',
    email_id: home,
    phone_number: '',
    course_id: gita.id,
    ...child,
    ...more,
  });
const added = async (child: Child, more: object = { answer: 'new' }): Promise<number> => {
  const { data } = await add(child, more);
  expect(data.outcome).toBe('added');
  return data.user_id;
};
/** One row of a file for the other course: its outcome, and who is enrolled by it. */
async function imported(child: Child) {
  const row = {
    row: 2,
    last_name: 'Rao',
    email_id: home,
    phone_number: '',
    course_name: 'Veda',
    class_name: '',
    ...child,
  };
  const { data } = await call('studentImport.students_preview', { file_name: 'a.xlsx', rows: [row] });
  await importSheet({ file_name: 'a.xlsx', rows: [row] });
  return { outcome: data.rows[0].outcome, enrolled: await inVeda() };
}
const inVeda = async () =>
  (
    await many<{ student_id: number }>(db)`
      select student_id from enrolments where course_id = ${veda.id} and student_id <> ${students.esha} and ended_on is null order by 1
    `
  ).map(({ student_id }) => student_id);
const behind = async (email_id: string): Promise<number[]> => {
  const { people } = await call('students.get_single_student_details_by_email', { email_id });
  return people.map(({ user_id }: PersonBehind) => user_id).toSorted((a: number, b: number) => a - b);
};
const pairs = async () => {
  await searchDuplicates(db);
  return many(db)`select one_id, other_id from duplicate_pairs where different_since is null`;
};

test('twins of one birthday are two students, and each is found by name', async () => {
  const dob = '2015-03-04';
  const lava = await added({ first_name: 'Lava', dob });
  const { code, people } = await add({ first_name: 'Kusha', dob });
  expect([code, people.map(({ user_id }: PersonBehind) => user_id)]).toEqual(['looks_like', [lava]]);
  const kusha = await added({ first_name: 'Kusha', dob }, { answer: 'sibling' });
  expect(await imported({ first_name: 'Kusha', dob })).toEqual({ outcome: 'enrol', enrolled: [kusha] });
  // A third name of that birthday may be either.
  expect(await imported({ first_name: 'Bharata', dob })).toEqual({ outcome: 'question', enrolled: [kusha] });
  expect(await pairs()).toEqual([]);
});

test('two of one name are told apart by birthday, and without it nobody is taken', async () => {
  const elder = await added({ first_name: 'Rama', dob: '1980-01-02' });
  const younger = await added({ first_name: 'Rama', dob: '2012-05-06' }, { answer: 'sibling' });
  expect(await imported({ first_name: 'Rama' })).toEqual({ outcome: 'question', enrolled: [] });
  expect(await imported({ first_name: 'Rama', dob: '2012-05-06' })).toEqual({
    outcome: 'enrol',
    enrolled: [younger],
  });
  expect(await behind(home)).toEqual([elder, younger]);
});

test('children without any contact are nobody’s brothers, and are known by name and birthday', async () => {
  const none = { email_id: '', dob: '2014-02-03' };
  const mina = await added({ first_name: 'Mina', ...none });
  const { code, people } = await add({ first_name: 'Mina', ...none });
  expect([code, people.map(({ user_id }: PersonBehind) => user_id)]).toEqual(['looks_like', [mina]]);
  await added({ first_name: 'Tara', last_name: 'Iyer', ...none }, {});
  expect((await call('students.get_about', { id: mina })).data.siblings).toEqual([]);
  expect(await pairs()).toEqual([]);
});

test('the child of a teacher has the teacher’s address, and the teacher signs in with it', async () => {
  const email_id = 'teach@office.test';
  const child = await added({ first_name: 'Sita', email_id });
  expect(await behind(email_id)).toEqual([child]);
  const { body } = await office.call('accounts.get_user_details', { uid: staff.teach }, { as: email_id });
  expect(body.data[0]).toMatchObject({ fullname: 'Teach', email_id });
  expect((await imported({ first_name: 'Gauri', email_id })).enrolled).toEqual([]);
});

test('a guardian becomes a student of their own, and stays the guardian', async () => {
  const child = await added({ first_name: 'Sita', email_id: '' });
  const mother = {
    name: 'Uma Rao',
    relation: 'mother',
    email_id: home,
    phone_number: '',
    may_see: true,
    pays: true,
  };
  const { status } = await call('students.update_student', { user_id: child, guardians: [mother] });
  expect(status).toBe(200);
  // The address is known, so the office says that she is somebody else than her child.
  expect((await add({ first_name: 'Uma' })).code).toBe('looks_like');
  const uma = await added({ first_name: 'Uma' });
  expect(await behind(home)).toEqual([child, uma]);
  expect(await imported({ first_name: 'Uma' })).toEqual({ outcome: 'enrol', enrolled: [uma] });
  expect((await call('students.get_about', { id: child })).data.guardians).toMatchObject([
    { name: 'Uma Rao', pays: true },
  ]);
  expect(await pairs()).toEqual([]);
});

test('an address that moves on leads to its new owner only', async () => {
  const { anu, bala } = students;
  const moved = async (user_id: number, email_id: string) =>
    (await call('students.update_student', { user_id, email_id })).status;
  expect(await moved(anu, 'new@office.test')).toBe(200);
  expect(await behind('anu@office.test')).toEqual([]);
  expect(await moved(bala, 'anu@office.test')).toBe(200);
  expect(await behind('anu@office.test')).toEqual([bala]);
  // A file still has the old owner: nobody is taken for another name.
  const { outcome, enrolled } = await imported({
    first_name: 'Anu',
    last_name: '',
    email_id: 'anu@office.test',
  });
  expect([outcome, enrolled]).toEqual(['question', []]);
});

test('Test Test at two addresses are two, and at one address a question', async () => {
  const test = { first_name: 'Test', last_name: 'Test' };
  const one = await added({ ...test, email_id: 'one@family.test' }, {});
  const other = await added({ ...test, email_id: 'other@family.test' });
  expect(await behind('one@family.test')).toEqual([one]);
  const again = await add({ ...test, email_id: 'one@family.test' });
  expect([again.code, again.people[0].user_id]).toEqual(['looks_like', one]);
  expect((await imported({ ...test, email_id: 'other@family.test' })).enrolled).toEqual([other]);
  expect(await pairs()).toEqual([]);
});

test('names of one letter are no initials of anybody', async () => {
  const lone = await added({ first_name: 'A', last_name: 'B' });
  expect((await imported({ first_name: 'Anu', last_name: 'Bala' })).outcome).toBe('question');
  expect((await imported({ first_name: 'C', last_name: '' })).outcome).toBe('question');
  expect(await inVeda()).toEqual([]);
  expect(await imported({ first_name: 'B', last_name: 'A' })).toEqual({
    outcome: 'enrol',
    enrolled: [lone],
  });
});

test('brothers and sisters of like names are asked about once, by the form or a file', async () => {
  const dob = '2014-01-02';
  const mira = await added({ first_name: 'Mira', dob });
  await added({ first_name: 'Meera', dob }, { answer: 'sibling' });
  expect(await pairs()).toEqual([]);

  const rows = ['Meeraa', 'Miraa'].map((first_name, index) => ({
    row: index + 2,
    first_name,
    last_name: 'Rao',
    email_id: home,
    phone_number: '',
    dob,
    course_name: 'Veda',
    class_name: '',
  }));
  const sheet = { file_name: 'a.xlsx', rows, answers: rows.map(({ row }) => ({ row, answer: 'sibling' })) };
  const done = await importSheet(sheet);
  expect(done.data).toMatchObject({ created: 2, questions: 0 });
  expect(await pairs()).toEqual([]);

  // Somebody whom nobody was asked about is found.
  const { id } = await one<{ id: number }>(db)`
    insert into people (main_role, first_name, last_name, email_id, dob)
    values ('student', 'Mirah', 'Rao', ${home}, ${dob}) returning id
  `;
  expect(await pairs()).toContainEqual({ one_id: mira, other_id: id });
});

test('a student who was found to look like another one is taken back all the same', async () => {
  const mira = { first_name: 'Mira', last_name: 'Rao', email_id: home, phone_number: '', course_id: gita.id };
  const answer = await office.call('students.add_student', mira, { as });
  await run(db)`
    insert into people (main_role, first_name, last_name, email_id) values ('student', 'Mira', 'Rao', ${home})
  `;
  expect(await pairs()).toHaveLength(1);
  const undone = await call('audit.undo_change', { change_id: Number(answer.headers['change-id']) });
  expect(undone.status).toBe(200);
  expect((await call('duplicates.get_duplicates', { page: 1, pageSize: 10 })).total_count).toBe(0);
});
