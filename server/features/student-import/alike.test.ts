import type { PreviewRow, AnsweredRow } from '@gurukul/contract/student-import';
import { beforeEach, describe, expect, it } from 'vitest';
import { demoPassword, testApp } from '#server/test/app.ts';
import { fingerprint } from '#server/test/fingerprint.ts';
import { office } from '#server/test/office.ts';
import { plantDuplicates } from '#server/test/planted-duplicates.ts';
import { many, one, run } from '#server/test/rows.ts';
import { admin, foundSchool, own } from '#server/test/small-school.ts';
import { searchDuplicates } from '../duplicates/search.ts';
import { findAlike } from './alike.ts';
import { noOrder, tidyRow } from './cells.ts';

const portal = await testApp({ database: 'empty' });
const { db } = portal;
const add = office(db);
const { gita, veda, staff } = await foundSchool(db);

type Cells = Record<string, unknown>;
const cells = (row: number, name: string, more: Cells = {}): Cells => {
  const [first, ...others] = name.split(' ');
  return {
    row,
    first_name: first,
    last_name: others.join(' '),
    email_id: `row${row}@sheet.test`,
    phone_number: '',
    course_name: 'Gita',
    class_name: 'Morning',
    ...more,
  };
};

const preview = async (rows: Cells[], answers: AnsweredRow[] = [], as = admin): Promise<PreviewRow[]> => {
  const sheet = { file_name: 'new.xlsx', rows, answers };
  const { status, body } = await portal.call('studentImport.students_preview', sheet, { as });
  expect(status).toBe(200);
  return body.data.rows;
};
/** A caller who answers no questions. */
const unasked = (rows: Cells[]) => ({ file_name: 'new.xlsx', rows, confirm: true });
const save = (rows: Cells[], answers: AnsweredRow[] = [], as = admin) =>
  portal.callChecked(
    'studentImport.students',
    { file_name: 'new.xlsx', rows, answers, confirm: true },
    { as },
  );

let count = 0;
/** A student with a number and a birthday of their own. */
async function student(name: string, { phone = '', dob = '', course = gita.id, group = gita.evening } = {}) {
  const id = await add.person(`Known${(count += 1)}`, 'student');
  const [first, ...others] = name.split(' ');
  await run(db)`
    update people set first_name = ${first}, last_name = ${others.join(' ')}, phone_number = ${phone || null},
      dob = ${dob || null}::date
    where id = ${id}
  `;
  if (course !== 0) await add.enrol(id, course, group);
  return id;
}
const likenesses = (rows: readonly PreviewRow[]) =>
  rows.map(({ outcome, alike }) => [outcome, ...alike.map(({ fullname }) => fullname)]);
const differentFrom = (id: number) =>
  many(db)`select id from duplicate_pairs where ${id} in (one_id, other_id) and different_since is not null`;

beforeEach(async () => {
  await run(db)`delete from duplicate_pairs`;
  await run(db)`delete from contacts`;
  await run(db)`delete from guardians`;
  await run(db)`delete from access_requests`;
  await run(db)`
    delete from enrolments where student_id in (select id from people where email_id ~ '@sheet|^known')
  `;
  await run(db)`delete from people where email_id ~ '@sheet|^known'`;
});

describe('a row that adds a student', () => {
  it('is a question for the number, or the birthday, with nearly the name in any script, order or length', async () => {
    const asha = await student('Asha Rao', { phone: '+91 98765-43210', dob: '2012-03-04' });
    await student('Lakshmi Sastry', { dob: '2011-01-02' });
    const rows = await preview([
      cells(2, 'Asha Rao', { phone_number: '9876543210' }),
      cells(3, 'Rao Asha', { dob: '2012-03-04' }),
      cells(4, 'A Rao', { dob: '2012-03-04' }),
      cells(5, 'Ashaa Rao', { dob: '2012-03-04' }),
      cells(6, 'లక్ష్మి శాస్త్రి', { dob: '2011-01-02' }),
      cells(7, 'लक्ष्मी', { last_name: 'Shastri', dob: '2011-01-02' }),
      // A name alone says nothing, and neither does a birthday.
      cells(8, 'Asha Rao'),
      cells(9, 'Asha Rao', { dob: '2013-11-20' }),
      cells(10, 'Meera Iyer', { dob: '2012-03-04' }),
    ]);
    expect(likenesses(rows)).toEqual([
      ['question', 'Asha Rao'],
      ['question', 'Asha Rao'],
      ['question', 'Asha Rao'],
      ['question', 'Asha Rao'],
      ['question', 'Lakshmi Sastry'],
      ['question', 'Lakshmi Sastry'],
      ['new'],
      ['new'],
      ['new'],
    ]);
    expect(rows[0]!.problems).toEqual([
      {
        code: 'like_students',
        facts: { people: 'Asha Rao (Gita Evening)' },
        message: 'Looks like Asha Rao (Gita Evening)',
      },
    ]);
    expect(rows[0]!.alike).toEqual([
      { user_id: asha, row: null, fullname: 'Asha Rao', dob: '2012-03-04', is_student: true },
    ]);
    expect(rows[6]!.problems).toEqual([]);
  });

  it('is compared with further numbers and those of guardians; with another name it has a remark, and is a brother or sister with another birthday', async () => {
    const [asha, rohan] = [await student('Asha Rao', { dob: '2012-03-04' }), await student('Rohan Rao')];
    const { id: mother } = await one<{ id: number }>(db)`
      insert into people (email_id, main_role, first_name)
      values ('known.mother@office.test', 'guardian', 'Mother') returning id
    `;
    await run(db)`insert into guardians (student_id, guardian_id) values (${asha}, ${mother})`;
    await run(db)`insert into contacts (person_id, kind, value) values (${mother}, 'phone', '98765 00001')`;
    await run(db)`insert into contacts (person_id, kind, value) values (${rohan}, 'phone', '9876500002')`;
    const rows = await preview([
      cells(2, 'Asha', { phone_number: '9876500001' }),
      cells(3, 'Rohan', { phone_number: '+91 98765 00002' }),
      cells(4, 'Dhruv Rao', { phone_number: '9876500001', dob: '2015-06-07' }),
      cells(5, 'Asha Rao', { phone_number: '9876500001', dob: '2015-06-07' }),
      cells(6, 'Dhruv Rao', { phone_number: '9876500001' }),
    ]);
    expect(likenesses(rows)).toEqual([
      ['question', 'Asha Rao'],
      ['question', 'Rohan Rao'],
      // Another name and another birthday: a brother.
      ['new'],
      ['question', 'Asha Rao'],
      ['new', 'Asha Rao'],
    ]);
    expect(rows[4]!.problems).toMatchObject([{ code: 'like_students' }]);
  });

  it('is like nobody for an office’s number, a teacher, a deleted student, or one behind its address', async () => {
    for (let n = 0; n < 21; n += 1)
      await student(`Pupil ${'abcdefghijklmnopqrstu'[n]}`, { phone: '9000000001' });
    const gone = await student('Asha Rao', { phone: '9000000002', dob: '2012-03-04' });
    await add.remove('people', gone);
    await run(db)`update people set phone_number = '9000000003' where id = ${staff.teach}`;
    const known = await student('Uma Devi', { phone: '9000000004' });
    const { email_id: email } = await one<{ email_id: string }>(db)`
      select email_id from people where id = ${known}
    `;
    const rows = await preview([
      cells(2, 'Meera Iyer', { phone_number: '9000000001' }),
      cells(3, 'Asha Rao', { phone_number: '9000000002', dob: '2012-03-04' }),
      cells(4, 'Teach', { phone_number: '9000000003' }),
      cells(5, 'Uma Devi', { phone_number: '9000000004', email_id: email, class_name: '' }),
      cells(6, 'Sita Devi', { phone_number: '9000000004', email_id: email }),
    ]);
    expect(likenesses(rows)).toEqual([['new'], ['new'], ['new'], ['unchanged'], ['question']]);
    await run(db)`update people set phone_number = null where id = ${staff.teach}`;
    // More rows than a family has name the number of an office.
    const many = Array.from({ length: 21 }, (_, n) =>
      cells(n + 2, 'Uma Devi', { email_id: `row${n + 2}@sheet.test`, phone_number: '9000000004' }),
    );
    expect(new Set(likenesses(await preview(many)).flat())).toEqual(new Set(['new']));
    expect(likenesses(await preview(many.slice(1)))[0]).toEqual(['question', 'Uma Devi']);
  });

  it('is a question once more after that of its address, and the answer may name either', async () => {
    const asha = await student('Asha Rao', { phone: '9876543210' });
    const gopal = await student('Gopal Rao');
    const row = cells(2, 'Asha Rao', { phone_number: '9876543210', email_id: `known${count}@office.test` });
    const [asked] = await preview([row]);
    expect(asked).toMatchObject({ outcome: 'question', behind: [{ user_id: gopal }], alike: [] });
    const sibling = (seen?: number): AnsweredRow[] => [
      { row: 2, answer: 'sibling', ...(seen === undefined ? {} : { seen }) },
    ];
    for (const answer of [sibling(1), sibling()]) {
      expect(await preview([row], answer)).toMatchObject([
        {
          outcome: 'question',
          problems: [{ code: 'like_students' }],
          behind: [{ user_id: gopal }],
          alike: [{ user_id: asha }],
        },
      ]);
    }
    expect(await preview([row], sibling(2))).toMatchObject([{ outcome: 'new', problems: [] }]);
    expect((await save([row], sibling(1))).body.data).toMatchObject({ created: 0, questions: 1 });
    for (const user_id of [asha, gopal]) {
      const [shown] = await preview([{ ...row, first_name: 'Ashaa' }], [{ row: 2, answer: 'same', user_id }]);
      expect(shown).toMatchObject({ outcome: 'problem', problems: [{ code: 'in_other_class' }] });
    }
  });
});

describe('the answer', () => {
  const row = (number = 2, more: Cells = {}) =>
    cells(number, 'Ashaa Rao', { phone_number: '9876543210', course_name: 'Veda', ...more });
  let asha: number;
  beforeEach(async () => {
    asha = await student('Asha Rao', { phone: '9876543210' });
  });

  it('is needed beside nearly the name, and not for a number alone', async () => {
    const family = cells(3, 'Meera Iyer', { phone_number: '9876543210' });
    const done = await save([row(), family]);
    expect(done.body.data).toMatchObject({ created: 1, questions: 1 });
    expect(await many(db)`select fullname from people where email_id ~ '@sheet'`).toEqual([
      { fullname: 'Meera Iyer' },
    ]);
    expect(await differentFrom(asha)).toEqual([]);
  });

  it('is not asked of a caller who sends no answers: the two stay a pair for the search', async () => {
    const { body: shown } = await portal.call('studentImport.students_preview', unasked([row()]), {
      as: admin,
    });
    expect(shown.data.rows).toMatchObject([
      { outcome: 'new', problems: [{ code: 'like_students' }], alike: [{ user_id: asha }] },
    ]);
    expect(
      (await portal.callChecked('studentImport.students', unasked([row()]), { as: admin })).body.data,
    ).toMatchObject({ created: 1, questions: 0 });
    expect(await differentFrom(asha)).toEqual([]);
    await searchDuplicates(db);
    const { body } = await portal.call('duplicates.get_duplicates', { page: 1, pageSize: 10 }, { as: admin });
    expect(body.data).toMatchObject([{ one: { user_id: asha }, other: { fullname: 'Ashaa Rao' } }]);
  });

  it('“new” is remembered', async () => {
    const answers: AnsweredRow[] = [{ row: 2, answer: 'sibling', seen: 1 }];
    const [shown] = await preview([row()], answers);
    // The answer can still be changed.
    expect(shown).toMatchObject({ outcome: 'new', problems: [], alike: [{ user_id: asha }] });
    expect((await save([row()], answers)).body.data).toMatchObject({ created: 1 });
    expect(await differentFrom(asha)).toHaveLength(1);
    await searchDuplicates(db);
    const { body } = await portal.call('duplicates.get_duplicates', { page: 1, pageSize: 10 }, { as: admin });
    expect(body.data).toEqual([]);
  });

  it('“the same” enrols the known one with the name and the address; the same file adds nothing, and Undo takes it back', async () => {
    const before = await fingerprint(db);
    const rows = [row(), row(3, { email_id: 'row2@sheet.test', course_name: 'Upanishads', class_name: '' })];
    const answers: AnsweredRow[] = [{ row: 2, answer: 'same', user_id: asha, seen: 1 }];
    expect((await preview(rows)).map(({ outcome }) => outcome)).toEqual(['question', 'question']);
    const shown = await preview(rows, answers);
    // The other row of the student follows.
    expect(shown.map(({ outcome, problems }) => [outcome, problems])).toEqual([
      ['enrol', []],
      ['enrol', []],
    ]);
    const done = await save(rows, answers);
    expect(done.body.data).toMatchObject({ created: 0, enrolled: 2 });
    expect(
      await one(db)`
        select p.other_names, (select array_agg(c.value) from contacts c where c.person_id = p.id) as addresses,
          (select count(*)::int from enrolments e where e.student_id = p.id and e.ended_on is null) as courses
        from people p where p.id = ${asha}
      `,
    ).toEqual({ other_names: ['Ashaa Rao'], addresses: ['row2@sheet.test'], courses: 3 });
    expect((await preview(rows)).map(({ outcome, alike }) => [outcome, alike])).toEqual([
      ['unchanged', []],
      ['unchanged', []],
    ]);
    const undone = await portal.call(
      'audit.undo_change',
      { change_id: Number(done.headers['change-id']) },
      { as: admin },
    );
    expect(undone.status).toBe(200);
    expect(await fingerprint(db)).toEqual(before);
  });

  it('“a mistake” saves nothing', async () => {
    const answers: AnsweredRow[] = [{ row: 2, answer: 'mistake' }];
    const [shown] = await preview([row()], answers);
    expect(shown).toMatchObject({ outcome: 'problem', problems: [{ code: 'answered_mistake' }] });
    expect(shown!.alike).toHaveLength(1);
    expect((await save([row()], answers)).body.data).toMatchObject({ created: 0, skipped: 1 });
    expect(await many(db)`select id from people where email_id ~ '@sheet'`).toEqual([]);
  });

  it('that names somebody who is like nobody in the file adds nobody', async () => {
    const other = await student('Meera Iyer');
    for (const user_id of [other, staff.teach, 9_999_999]) {
      const [shown] = await preview([row()], [{ row: 2, answer: 'same', user_id }]);
      expect(shown).toMatchObject({ outcome: 'problem', problems: [{ code: 'student_gone' }] });
    }
  });
});

describe('a course admin', () => {
  it('learns nothing about students out of their reach', async () => {
    const near = await student('Asha Rao', { phone: '9876500001' });
    await add.enrol(near, veda.id, veda.morning);
    const far = await student('Mina Rao', {
      phone: '9876500002',
      dob: '2012-03-04',
      course: veda.id,
      group: veda.morning,
    });
    const former = await student('Uma Rao', { phone: '9876500003', course: 0 });
    await add.enrol(former, gita.id, gita.morning, '2026-02-01');
    const rows = [
      cells(2, 'Asha Rao', { phone_number: '9876500001' }),
      cells(3, 'Mina Rao', { phone_number: '9876500002', dob: '2012-03-04' }),
      cells(4, 'Uma Rao', { phone_number: '9876500003' }),
      cells(5, 'Sita Rao', { phone_number: '9876500004' }),
    ];
    const shown = await preview(rows, [], own);
    expect(likenesses(shown)).toEqual([['question', 'Asha Rao'], ['ask'], ['ask'], ['ask']]);
    expect(shown[0]!.problems).toMatchObject([{ facts: { people: 'Asha Rao (Gita Evening)' } }]);
    expect(likenesses(await preview(rows))).toEqual([
      ['question', 'Asha Rao'],
      ['question', 'Mina Rao'],
      ['question', 'Uma Rao'],
      ['new'],
    ]);
    const answered = await preview(
      rows,
      [
        { row: 2, answer: 'same', user_id: near },
        { row: 3, answer: 'same', user_id: far },
        { row: 4, answer: 'same', user_id: former },
        { row: 5, answer: 'same', user_id: 9_999_999 },
      ],
      own,
    );
    expect(answered.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      ['in_other_class'],
      ['student_gone'],
      ['student_gone'],
      ['student_gone'],
    ]);
  });
});

describe('the intake', () => {
  it('says of a created student that they look like another, without a name', async () => {
    const asha = await student('Asha Rao', { phone: '9876543210', dob: '2012-03-04' });
    const wish = { name: 'Site', scopes: ['students'], password: demoPassword };
    const { key } = (await portal.call('intake.create_key', wish, { as: admin })).body.data;
    const item = { first_name: 'Rao', last_name: 'Asha', course_name: 'Gita', email_id: 'new@sheet.test' };
    const send = async (items: object[]) =>
      (await portal.call('intake.students', { items }, { headers: { authorization: `Bearer ${key}` } })).body
        .data.results;
    const items = [
      { ...item, dob: '2012-03-04' },
      { ...item, email_id: 'other@sheet.test', first_name: 'Meera', last_name: 'Iyer' },
    ];
    const results = await send(items);
    expect(results).toMatchObject([
      { outcome: 'created', notes: [{ code: 'looks_like' }] },
      { outcome: 'created', problem: null, notes: [] },
    ]);
    expect(JSON.stringify(results)).not.toMatch(/Asha|Gita/);
    expect(await send(items)).toMatchObject([{ outcome: 'unchanged', notes: [] }, { outcome: 'unchanged' }]);
    await searchDuplicates(db);
    const { body } = await portal.call('duplicates.get_duplicates', { page: 1, pageSize: 10 }, { as: admin });
    expect(body.data).toMatchObject([{ one: { user_id: asha }, other: { user_id: results[0].id } }]);
  });
});

it('finds planted duplicates, and few others, with as many statements for any size of file', async () => {
  const planted = plantDuplicates(2000, 300, 'rows like students');
  const first = (text: readonly string[]) => text[0] ?? '';
  const pairs = [...planted.pairs.keys()].map((key) => key.split(' ').map(Number) as [number, number]);
  const firstOf = new Map(pairs.map(([one, other]) => [other, one]));
  const known = planted.people.filter(({ id }) => !firstOf.has(id));
  await run(db)`
    insert into people (email_id, main_role, first_name, phone_number, dob)
    select 'known' || n.id || '.planted@office.test', 'student', n.name, n.phone, n.dob
    from unnest(
      ${known.map(({ id }) => id)}::int[], ${known.map(({ names }) => first(names))}::text[],
      ${known.map(({ phones }) => first(phones))}::text[], ${known.map(({ dob }) => (dob === '1970-01-01' ? null : dob))}::date[]
    ) n (id, name, phone, dob)
  `;
  const stored = await many<{ id: number; email_id: string }>(db)`
    select id, email_id from people where email_id like 'known%.planted@office.test'
  `;
  const idOf = new Map(stored.map(({ id, email_id: email }) => [Number(/\d+/.exec(email)?.[0]), id]));
  const coming = planted.people
    .filter(({ id }) => firstOf.has(id))
    .map(({ id, names, phones, dob }) =>
      tidyRow(
        {
          row: id,
          first_name: first(names),
          last_name: '',
          email_id: `row${id}@sheet.test`,
          phone_number: `+${first(phones)}`,
          course_name: 'Gita',
          class_name: '',
          ...(dob === null ? {} : { dob }),
        },
        { today: '2026-11-24', dates: noOrder, countries: ['IN'] },
      ),
    );
  let statements = 0;
  const counted = {
    query: (...given: Parameters<typeof db.query>) => {
      statements += 1;
      return db.query(...given);
    },
  } as typeof db;
  const reach = { courseIds: [gita.id], courseOf: () => gita.id, visible: null };
  const found = await findAlike(counted, coming, reach);
  const forAll = statements;
  await findAlike(counted, coming.slice(0, 10), reach);
  expect([forAll > 0, statements]).toEqual([true, 2 * forAll]);

  // A row without a number and a birthday that it shares with its student can be found by nothing.
  const byId = new Map(planted.people.map((each) => [each.id, each]));
  const findable = pairs.filter(([one, other]) => {
    const [a, b] = [byId.get(one)!, byId.get(other)!];
    return first(a.phones) === first(b.phones) || (a.dob !== null && a.dob === b.dob);
  });
  const hits = findable.filter(([one, other]) => found.get(other)?.some(({ id }) => id === idOf.get(one)));
  expect(findable.length).toBeGreaterThan(200);
  expect(hits.length / findable.length).toBeGreaterThanOrEqual(0.95);
  // Beside their student, nobody else of the family is named, although the family has one number.
  const extra = findable.filter(([one, other]) => found.get(other)?.some(({ id }) => id !== idOf.get(one)));
  expect(extra.length / findable.length).toBeLessThanOrEqual(0.02);
});
