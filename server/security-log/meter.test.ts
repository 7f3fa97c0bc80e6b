import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { many, run } from '#server/test/rows.ts';
import { admin, foundSchool } from '#server/test/small-school.ts';

// Rows of people that leave, by person and hour, by whatever call, page, file or mail.

const office = await testApp({ database: 'empty' });
const { call, db } = office;
const { students, staff, gita } = await foundSchool(db);
await run(db)`
  insert into people (email_id, main_role, first_name, last_name)
  select 'many' || n || '@office.test', 'student', 'Many', n::text from generate_series(1, 600) n
`;

beforeEach(() => run(db)`delete from rate_limits`);
const taken = async (id = staff.admin): Promise<number> => {
  const [row] = await many<{ points: number }>(db)`
    select points from rate_limits where key = ${`rows-taken:${id}`}
  `;
  return row?.points ?? 0;
};
const entries = async (kind: string) =>
  many<{ facts: Record<string, unknown> }>(db)`
    select facts from security_entries where kind = ${kind} and person_id = ${staff.admin} order by id
  `;
const page = (input: object) =>
  call('students.get_all_students', { course_status: 'all', ...input }, { as: admin });

describe('a read on the screen', () => {
  test('in small pages counts as much as at once, and has its entry', async () => {
    const { total_count: total } = (await page({ page: 1, pageSize: 99 })).body;
    expect(total).toBeGreaterThan(600);
    for (let number = 2; number <= Math.ceil(total / 99); number += 1)
      await page({ page: number, pageSize: 99 });
    expect(await taken()).toBe(total);
    expect(await entries('read_many')).toMatchObject([
      { facts: { call: 'students.get_all_students', rows: 99, in_this_hour: expect.any(Number) } },
    ]);
    // Pages of another size and order are other requests.
    for (let number = 1; number <= 5; number += 1)
      await page({ page: number, pageSize: 7, sort: 'fullname' });
    expect(await taken()).toBe(total + 35);
  });

  test('again in this hour, after a change or in another session, counts once', async () => {
    await page({ page: 3, pageSize: 50 });
    const before = await taken();
    expect(before).toBe(50);
    await run(db)`update people set city = 'Kanchi' where id = ${students.anu}`;
    await page({ page: 3, pageSize: 50 });
    expect(await taken()).toBe(before);
  });

  test('of one person after the other counts each once, by whatever call', async () => {
    const ids = await many<{ id: number }>(db)`
      select id from people where first_name = 'Many' order by id limit 5
    `;
    for (const { id } of ids) {
      await call('students.get_about', { id }, { as: admin });
      await call('ledger.get_ledger', { student_id: id }, { as: admin });
      await call('students.get_single_student', { id }, { as: admin });
    }
    expect(await taken()).toBe(5);
  });

  test('without people costs no count', async () => {
    await call('provider.get_settings', {}, { as: admin });
    expect(await taken()).toBe(0);
  });

  test('of a streamed report counts its students', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const period = { course_id: gita.id, class_id: gita.morning, start_date: day, end_date: day };
    const { body } = await call('attendance.attendance_report', period, { as: admin });
    expect(body.data.students.length).toBeGreaterThan(0);
    expect(await taken()).toBe(body.data.students.length);
  });
});
