import { courses } from '@gurukul/contract/courses';
import type { CourseRow, CourseSort } from '@gurukul/contract/courses';
import { courseSorts } from '@gurukul/contract/courses';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { run } from '../../test/rows.ts';
import { office } from '../../test/office.ts';

const server = await testApp({ database: 'empty' });
const { db } = server;
const at = office(db);
const asha = 'asha@office.test';

const durations = ['semester', 'trimister', 'quarterly', 'yearly'] as const;
const statuses = ['published', 'unpublished', 'coming_soon'] as const;

beforeAll(async () => {
  await at.person('Asha', 'admin');
  const owners = [
    await at.person('bala', 'courseadmin'),
    await at.person('Chitra', 'courseadmin'),
    await at.person('Dev', 'courseadmin'),
  ];
  await run(db)`update people set last_name = '100%' where first_name = 'Chitra'`;
  await run(db)`update people set last_name = 'snake_case' where first_name = 'Dev'`;
  const students = [await at.person('Gita', 'student'), await at.person('Hari', 'student')];
  for (let n = 0; n < 23; n += 1) {
    // One after the other, so that the newest is known.
    // oxlint-disable-next-line no-await-in-loop
    const id = await at.course(`${n % 2 === 0 ? 'Gita' : 'gita'} course ${(n * 7) % 23}`, owners[n % 3]!);
    // oxlint-disable-next-line no-await-in-loop
    await db.query(
      `update courses set course_duration = $2, start_date = date '2026-01-01' + $3::integer, status = $4,
         reg_status = $5, courseadmin_id = case when $3 = 22 then null else courseadmin_id end
       where id = $1`,
      [id, durations[n % 4], (n * 5) % 23, statuses[n % 3], n % 2 === 0 ? 'opened' : 'closed'],
    );
    // oxlint-disable-next-line no-await-in-loop
    for (const student of students.slice(0, n % 3)) await at.enrol(student, id);
  }
  await at.remove('courses', await at.course('Gita given up', owners[0]!));
});

type ListInput = CallInput<typeof courses.get_all_courses>;

const ask = async (input: ListInput) => {
  const { status, body } = await server.call(courses.get_all_courses, input, { as: asha });
  expect(status).toBe(200);
  const rows: CourseRow[] = body.data[0];
  return { rows, total: body.total_count };
};

const idsOf = (rows: readonly CourseRow[]) => rows.map(({ id }) => id);
const lower = (text: string | null) => text?.toLowerCase() ?? null;

const shownIn: Readonly<Record<CourseSort, (row: CourseRow) => string | number | null>> = {
  course_name: ({ course_name }) => lower(course_name),
  courseadmin: ({ courseadmin }) => lower(courseadmin),
  course_duration: ({ course_duration }) => course_duration,
  start_date: ({ start_date }) => start_date,
  status: ({ status }) => status,
  reg_status: ({ reg_status }) => reg_status,
  student_count: ({ student_count }) => student_count,
};

const natural = new Intl.Collator('en', { numeric: true });

/** The order of the list: course 2 before course 10, rows without a value last, equal ones by id. */
function inOrder(rows: readonly CourseRow[], column: CourseSort): CourseRow[] {
  const of = shownIn[column];
  return rows.toSorted((one, other) => {
    const [a, b] = [of(one), of(other)];
    if (a === b) return one.id - other.id;
    if (a === null) return 1;
    if (b === null) return -1;
    if (column === 'course_name') return natural.compare(String(a), String(b));
    return a < b ? -1 : 1;
  });
}

/** Reads every page, one after the other. All of them must give the same number of rows. */
async function walk(asked: ListInput, pageSize: number) {
  const pages: CourseRow[] = [];
  const { total = 0 } = await ask({ ...asked, page: 1, pageSize });
  for (let page = 1; (page - 1) * pageSize < total; page += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const { rows, total: again } = await ask({ ...asked, page, pageSize });
    expect(again).toBe(total);
    expect(rows.length).toBe(Math.min(pageSize, total - (page - 1) * pageSize));
    pages.push(...rows);
  }
  return pages;
}

describe('the list of all courses', () => {
  it('comes whole without a page, newest first', async () => {
    const { rows, total } = await ask({});
    expect(total).toBeUndefined();
    expect(idsOf(rows)).toEqual(idsOf(rows).toSorted((a, b) => b - a));
    expect(rows).toHaveLength(23);
  });

  it('comes a page at a time: together the pages are the whole, row for row', async () => {
    const { rows } = await ask({});
    expect(await walk({}, 8)).toEqual(rows);
    expect((await ask({ page: 2 })).rows).toEqual(rows.slice(10, 20));
    expect((await ask({ pageSize: 5 })).rows).toEqual(rows.slice(0, 5));
  });

  it('gives the number of rows on a page behind the last one, and where nothing is found', async () => {
    expect(await ask({ page: 9, pageSize: 8 })).toEqual({ rows: [], total: 23 });
    expect(await ask({ page: 1, search: 'nothing is called so' })).toEqual({ rows: [], total: 0 });
  });

  it.each(courseSorts)('is sorted by %s, up and down, the same on pages and as a whole', async (column) => {
    const { rows } = await ask({});
    const up = idsOf(inOrder(rows, column));
    expect(idsOf((await ask({ sort: column })).rows)).toEqual(up);
    expect(idsOf(await walk({ sort: column }, 4))).toEqual(up);
    expect(idsOf(await walk({ sort: `-${column}` }, 4))).toEqual(up.toReversed());
  });

  it('is found by parts of the names of courses and course admins, in any case', async () => {
    const whole = (await ask({})).rows;
    const ofBala = whole.filter(({ courseadmin }) => courseadmin === 'bala');
    expect(ofBala.length).toBeGreaterThan(5);
    expect(idsOf(await walk({ search: ' BALA ' }, 3))).toEqual(idsOf(ofBala));
    const named = whole.filter(({ course_name }) => course_name.includes('ourse 2'));
    expect(idsOf(await walk({ search: 'OURSE 2' }, 2))).toEqual(idsOf(named));
    expect((await ask({ search: 'given up' })).rows).toEqual([]);
  });

  it('does not treat wildcards as such', async () => {
    const { rows } = await ask({});
    for (const [search, owner] of [
      ['%', 'Chitra 100%'],
      ['_', 'Dev snake_case'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      const found = await ask({ search, page: 1, pageSize: 100 });
      expect(idsOf(found.rows)).toEqual(idsOf(rows.filter(({ courseadmin }) => courseadmin === owner)));
      expect(found.total).toBe(found.rows.length);
    }
  });

  it('is narrowed by states, together with all other filters', async () => {
    const { rows } = await ask({});
    for (const status of statuses) {
      for (const reg_status of ['opened', 'closed', undefined] as const) {
        const left = rows.filter(
          (row) => row.status === status && (reg_status === undefined || row.reg_status === reg_status),
        );
        // oxlint-disable-next-line no-await-in-loop
        expect(idsOf(await walk({ status, reg_status }, 3))).toEqual(idsOf(left));
        // oxlint-disable-next-line no-await-in-loop
        const sorted = await walk({ status, reg_status, search: 'gita', sort: '-student_count' }, 3);
        expect(idsOf(sorted)).toEqual(idsOf(inOrder(left, 'student_count')).toReversed());
      }
    }
  });

  it('refuses an unknown column', async () => {
    const { status } = await server.call('courses.get_all_courses', { sort: 'price' }, { as: asha });
    expect(status).toBe(400);
  });
});
