import { people, teacherSorts } from '@gurukul/contract/people';
import type { TeacherSort } from '@gurukul/contract/people';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import type { ListedTeacherRow } from '@gurukul/contract/shared/teacher-row';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { many, run } from '../../test/rows.ts';
import { office, refusal } from '../../test/office.ts';

const server = await testApp({ database: 'empty' });
const { db } = server;
const at = office(db);
const [asha, bala, chitra] = ['asha@office.test', 'bala@office.test', 'chitra@office.test'];
let balaId = 0;
let chitraId = 0;

const works = ['Full time', 'Part time', 'Volunteer', null];

beforeAll(async () => {
  const ashaId = await at.person('Asha', 'admin');
  balaId = await at.person('Bala', 'courseadmin');
  chitraId = await at.person('Chitra', 'courseadmin');
  const [gita, veda, yoga] = [
    await at.course('Gita', balaId),
    await at.course('veda', balaId),
    await at.course('Yoga 100%', chitraId),
  ];
  for (let n = 0; n < 23; n += 1) {
    const mailbox = `t${String((n * 5) % 23).padStart(2, '0')}`;
    // One after the other, so that the newest is known.
    // oxlint-disable-next-line no-await-in-loop
    const id = await at.person(mailbox, 'teacher');
    // oxlint-disable-next-line no-await-in-loop
    await run(db)`
      update people
      set first_name = ${n % 2 === 0 ? 'Guru' : 'guru'}, last_name = ${(n * 7) % 23}, phone_number = ${`98765${(n * 11) % 23}`}, work_status = ${works[n % 4]},
        registered_at = now() - make_interval(years => ${n % 5}, days => 9)
      where id = ${id}
    `;
    // oxlint-disable-next-line no-await-in-loop
    if (n % 3 === 0) await at.associate(gita, id, n);
    // oxlint-disable-next-line no-await-in-loop
    if (n % 4 === 0) await at.associate(veda, id, 2);
    // oxlint-disable-next-line no-await-in-loop
    if (n % 2 === 0) await at.associate(yoga, id, 5);
  }
  // Bala associated the teachers of Gita alone, so those associations do not stand.
  await run(db)`
    update course_teachers
    set associated_by = case course_id when ${gita}::bigint then ${balaId}::bigint else ${ashaId}::bigint end
  `;
  await at.remove('people', await at.person('Gone', 'teacher'));
  await at.person('Suspended', 'teacher');
  await run(db)`update people set suspended_at = now() where first_name = 'Suspended'`;
});

type ListInput = CallInput<typeof people.get_all_teachers>;

const own = (input: object, as = bala) =>
  server.call(people.getallteachers_for_courseadmin, { ...input, user_id: balaId }, { as });
const lists = {
  'all teachers': (input: object) => server.call(people.get_all_teachers, input, { as: asha }),
  'the teachers of a course admin': (input: object) => own(input),
};
type List = (input: object) => ReturnType<typeof server.call>;

async function ask(list: List, input: ListInput) {
  const { status, body } = await list(input);
  expect(status).toBe(200);
  const rows: ListedTeacherRow[] = body.data;
  return { rows, total: body.total_count };
}

const idsOf = (rows: readonly ListedTeacherRow[]) => rows.map(({ user_id: id }) => id);
const lower = (text: string | null | undefined) => text?.toLowerCase() ?? null;

const shownIn: Readonly<Record<TeacherSort, (row: ListedTeacherRow) => string | number | null | undefined>> =
  {
    fullname: ({ fullname }) => lower(fullname),
    email_id: ({ email_id: email }) => email,
    phone_number: ({ phone_number: phone }) => phone,
    student_count: ({ student_count: count }) => count,
    courses: ({ course_name: name }) => lower(name),
    course_name: ({ course_name: name }) => lower(name),
    associated_from: ({ associated_from: years }) => years,
    work_status: ({ work_status: work }) => lower(work),
  };

const natural = new Intl.Collator('en', { numeric: true });

/** Teacher 2 before teacher 10, rows without a value last, equal ones by id. */
function inOrder(rows: readonly ListedTeacherRow[], column: TeacherSort): ListedTeacherRow[] {
  const of = shownIn[column];
  return rows.toSorted((one, other) => {
    const [a, b] = [of(one) ?? null, of(other) ?? null];
    if (a === b) return one.user_id - other.user_id;
    if (a === null) return 1;
    if (b === null) return -1;
    if (column === 'fullname') return natural.compare(String(a), String(b));
    return a < b ? -1 : 1;
  });
}

/** Reads every page, one after the other. All of them must give the same number of rows. */
async function walk(list: List, asked: ListInput, pageSize: number) {
  const pages: ListedTeacherRow[] = [];
  const { total } = await ask(list, { ...asked, page: 1, pageSize });
  for (let page = 1; (page - 1) * pageSize < total; page += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const { rows, total: again } = await ask(list, { ...asked, page, pageSize });
    expect(again).toBe(total);
    expect(rows.length).toBe(Math.min(pageSize, total - (page - 1) * pageSize));
    pages.push(...rows);
  }
  return pages;
}

describe.each(Object.entries(lists))('the list of %s', (name, list) => {
  const size = name === 'all teachers' ? 24 : 12;

  it('comes whole without a page, associated teachers first, then by name', async () => {
    const { rows, total } = await ask(list, {});
    expect(total).toBeUndefined();
    expect(rows).toHaveLength(size);
    const isAlone = ({ status }: ListedTeacherRow) => Number(status !== 'associate');
    const expected = rows.toSorted(
      (one, other) =>
        isAlone(one) - isAlone(other) || (lower(one.fullname)! < lower(other.fullname)! ? -1 : 1),
    );
    expect(idsOf(rows)).toEqual(idsOf(expected));
  });

  it('comes a page at a time: together the pages are the whole, row for row', async () => {
    const { rows } = await ask(list, {});
    expect(await walk(list, {}, 5)).toEqual(rows);
    expect((await ask(list, { page: 2 })).rows).toEqual(rows.slice(10, 20));
    expect((await ask(list, { pageSize: 7 })).rows).toEqual(rows.slice(0, 7));
    expect(await ask(list, { page: 9, pageSize: 8 })).toEqual({ rows: [], total: size });
    expect(await ask(list, { page: 1, search: 'nobody is called so' })).toEqual({ rows: [], total: 0 });
  });

  it.each(teacherSorts)('is sorted by %s, up and down, the same on pages and as a whole', async (column) => {
    const up = idsOf(inOrder((await ask(list, {})).rows, column));
    expect(idsOf((await ask(list, { sort: column })).rows)).toEqual(up);
    expect(idsOf(await walk(list, { sort: column }, 5))).toEqual(up);
    expect(idsOf(await walk(list, { sort: `-${column}` }, 5))).toEqual(up.toReversed());
  });

  it('is found by parts of names, emails, phones and courses, in any case and letter by letter', async () => {
    const { rows } = await ask(list, {});
    for (const search of [' GURU 1', 'T01@', '987652', 'gita, VEDA', '100%', 'guru_1']) {
      const found = rows.filter(({ fullname, email_id: email, phone_number: phone, course_name: course }) =>
        [fullname, email, phone, course].some((text) => lower(text)?.includes(search.trim().toLowerCase())),
      );
      // oxlint-disable-next-line no-await-in-loop
      expect(idsOf(await walk(list, { search }, 4))).toEqual(idsOf(found));
    }
    const ofVeda = rows.filter(({ courses }) => courses?.includes('veda'));
    expect(ofVeda).toHaveLength(6);
    expect(idsOf(await walk(list, { search: 'veda', sort: '-fullname' }, 4))).toEqual(
      idsOf(inOrder(ofVeda, 'fullname')).toReversed(),
    );
  });

  it('refuses an unknown column', async () => {
    expect((await list({ sort: 'password_hash' })).status).toBe(400);
  });
});

describe('a list of teachers by the page', () => {
  it('of a course admin is like none for another one', async () => {
    const asked = { page: 1, search: 'guru' };
    const missing = { ...asked, user_id: 999_999 };
    expect((await own(asked, asha)).body.total_count).toBe(12);
    expect(refusal(await own(asked, chitra))).toEqual(
      refusal(await server.call(people.getallteachers_for_courseadmin, missing, { as: chitra })),
    );
    expect((await own(asked, chitra)).status).toBe(404);
  });

  it('neither finds nor orders by a phone that the course admin does not see', async () => {
    const { rows } = await ask(own, {});
    const hidden = rows.filter((row) => !('phone_number' in row));
    expect(hidden.length).toBeGreaterThan(3);
    const phones = await many<{ id: number; phone_number: string }>(db)`
      select id, phone_number from people where id = any(${idsOf(hidden)})
    `;
    for (const { id, phone_number: search } of phones) {
      // oxlint-disable-next-line no-await-in-loop
      expect(idsOf((await ask(own, { search, page: 1, pageSize: 100 })).rows)).not.toContain(id);
      // oxlint-disable-next-line no-await-in-loop
      expect(idsOf((await own({ search, page: 1, pageSize: 100 }, asha)).body.data)).toContain(id);
    }
    const last = idsOf((await ask(own, { sort: 'phone_number' })).rows).slice(-hidden.length);
    expect(last).toEqual(idsOf(hidden).toSorted((a, b) => a - b));
  });

  it('is the directory for a course admin: names and emails, and nothing to be told by its order', async () => {
    const directory = (input: object) => server.call(people.get_all_teachers, input, { as: chitra });
    const whole = await ask(directory, {});
    expect(whole.rows).toHaveLength(23);
    expect(await walk(directory, {}, 9)).toEqual(whole.rows);
    const page = await ask(directory, { page: 1, pageSize: 3, sort: '-fullname', search: 'T1' });
    expect(page.rows.map((row) => Object.keys(row).toSorted())).toEqual(
      page.rows.map(() => ['email_id', 'fullname', 'image', 'name', 'user_id']),
    );
    expect(page.total).toBe(whole.rows.filter(({ email_id: email }) => email.startsWith('t1')).length);
    for (const search of ['98765', 'gita', 'yoga']) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await ask(directory, { page: 1, search })).toEqual({ rows: [], total: 0 });
    }
    const byId = idsOf(whole.rows).toSorted((a, b) => a - b);
    for (const sort of teacherSorts) {
      if (sort === 'fullname' || sort === 'email_id') continue;
      // oxlint-disable-next-line no-await-in-loop
      expect(idsOf((await ask(directory, { sort })).rows)).toEqual(byId);
    }
  });
});
