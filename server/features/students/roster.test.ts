import type { RosterCount, RosterRow, StudentRow } from '@gurukul/contract/students';
import { students as calls } from '@gurukul/contract/students';
import { describe, expect, it } from 'vitest';
import { one, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { office, refusal } from '#server/test/office.ts';
import { admin, dayFromToday, foundSchool, own, teach } from '#server/test/small-school.ts';

const server = await testApp({ database: 'empty' });
const { db } = server;
const { gita, veda, students } = await foundSchool(db);

const ask = (input: object, as = own) =>
  server.call(calls.get_roster, { course_id: gita.id, ...input }, { as });
const names = async (input: object, as = own) =>
  (await ask(input, as)).body.data.map(({ fullname }: RosterRow) => fullname);

async function mark(day: string, marks: Readonly<Record<number, string>>) {
  const { id } = await one<{ id: number }>(db)`
    insert into attendance_registers (course_id, class_id, attendance_date)
    values (${gita.id}, ${gita.morning}, ${day})
    returning id
  `;
  for (const [student, status] of Object.entries(marks)) {
    await run(db)`
      insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
      values (${day}, ${Number(student)}, ${gita.id}, ${gita.morning}, ${id}, ${status})
    `;
  }
}

const { anu, bala } = students;
const [earlier, later] = [dayFromToday(-14), dayFromToday(-7)];
await mark(dayFromToday(-100), { [anu]: 'absent', [bala]: 'absent' });
await mark(earlier, { [anu]: 'present', [bala]: 'absent' });
await mark(later, { [anu]: 'present' });
await run(db)`update enrolments set payment_status = 'Successful' where student_id = ${anu}`;
await run(db)`update enrolments set payment_status = 'Failed' where student_id = ${students.deepa}`;
await run(db)`
  update attendance set corrected_at = now() where student_id = ${anu} and attendance_date = ${earlier}
`;

describe('the roster of a class', () => {
  it('has its present students by name, with a letter for each day of twelve weeks', async () => {
    const { body } = await ask({ class_id: gita.morning });
    expect(body).toMatchObject({ total_count: 2, dates: [earlier, later] });
    expect(body.data).toMatchObject([
      { student_id: anu, fullname: 'Anu', class_id: gita.morning, present: 2, recorded: 2, marks: 'Pp' },
      { student_id: bala, fullname: 'Bala', class_name: 'Morning', present: 0, recorded: 1, marks: 'a.' },
    ]);
    expect(body.data[0].payment_status).toBe('Successful');
  });

  it('can begin with the worst attendance; students without marks come last', async () => {
    expect(await names({ sort: 'attendance' })).toEqual(['Bala', 'Anu', 'Chitra', 'Deepa']);
    expect(await names({ sort: '-attendance' })).toEqual(['Anu', 'Bala', 'Chitra', 'Deepa']);
    expect(await names({ sort: '-fullname' })).toEqual(['Deepa', 'Chitra', 'Bala', 'Anu']);
  });

  it('is paged', async () => {
    const { body } = await ask({ page: 2, pageSize: 3 });
    expect(body.total_count).toBe(4);
    expect(body.data.map(({ fullname }: RosterRow) => fullname)).toEqual(['Deepa']);
  });

  it('finds a part of a name or address', async () => {
    expect(await names({ search: 'chit' })).toEqual(['Chitra']);
    expect(await names({ search: '%' })).toEqual([]);
  });
});

describe('payments in the roster', () => {
  it('are counted by status and filter the students', async () => {
    // Nobody owes what has no price.
    const free = await ask({ payment: 'unpaid' });
    expect(free.body.data).toEqual([]);
    expect(free.body.payments.map(({ unpaid }: RosterCount) => unpaid)).toEqual([0, 0, 0]);
    await office(db).price(gita.id);
    const { body } = await ask({ payment: 'unpaid' });
    expect(body.data.map(({ fullname }: RosterRow) => fullname)).toEqual(['Bala', 'Chitra', 'Deepa']);
    expect(body.payments).toEqual([
      { payment_status: null, count: 2, unpaid: 2 },
      { payment_status: 'Failed', count: 1, unpaid: 1 },
      { payment_status: 'Successful', count: 1, unpaid: 0 },
    ]);
    expect(await names({ payment: 'none' })).toEqual(['Bala', 'Chitra']);
    expect(await names({ payment: 'Failed' })).toEqual(['Deepa']);
    expect((await ask({ class_id: gita.morning, payment: 'Failed' })).body.payments).toHaveLength(2);
  });

  it('are nothing for a teacher: neither the status, nor the counts, nor a filter', async () => {
    const { body } = await ask({ class_id: gita.morning }, teach);
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).not.toHaveProperty('payment_status');
    expect(body).not.toHaveProperty('payments');
    expect((await ask({ class_id: gita.morning, payment: 'unpaid' }, teach)).status).toBe(403);
  });
});

describe('the reach of a roster', () => {
  it('is a course within reach; for a teacher, the classes that they teach', async () => {
    expect(await names({}, teach)).toEqual(['Anu', 'Bala']);
    expect(await names({}, 'admin@office.test')).toEqual(['Anu', 'Bala', 'Chitra', 'Deepa']);
    const missing = refusal(await ask({ course_id: 999_999 }));
    expect(missing.status).toBe(404);
    expect(refusal(await ask({ course_id: veda.id }))).toEqual(missing);
    expect(refusal(await ask({ course_id: veda.id, class_id: veda.morning }))).toEqual(missing);
    expect(refusal(await ask({ class_id: veda.morning }))).toEqual(missing);
    expect(refusal(await ask({ class_id: gita.evening }, teach))).toEqual(missing);
    expect(refusal(await ask({}, 'other@office.test'))).toEqual(missing);
  });
});

describe('a page of the list of students', () => {
  it('says how each one stands in the course: the marks of twelve weeks, and what is open', async () => {
    await run(db)`
      insert into charges (student_id, course_id, due_on, amount, currency)
      values (${anu}, ${gita.id}, ${dayFromToday(-40)}, 1000, 'INR'), (${anu}, ${gita.id}, ${dayFromToday(40)}, 250.50, 'INR')
    `;
    const page = async (input: object) =>
      (await server.call('students.get_all_students', { course_status: 'all', ...input }, { as: admin })).body
        .data;
    const rows: StudentRow[] = await page({ page: 1, pageSize: 20, sort: 'fullname' });
    const said = rows.map(({ fullname, course_name, marks, open }) => ({
      of: `${fullname} in ${course_name}`,
      marks,
      open,
    }));
    expect(said).toContainEqual({
      of: 'Anu in Gita',
      marks: 'pp',
      open: [{ currency: 'INR', amount: '1250.50' }],
    });
    expect(said).toContainEqual({ of: 'Bala in Gita', marks: 'a', open: [] });
    expect(said).toContainEqual({ of: 'Free in null', marks: '', open: [] });
    const [whole] = await page({});
    expect(whole).not.toHaveProperty('marks');
    const own1 = await server.call(
      'students.getallstudents_under_courseadmin',
      { course_status: 'all', page: 1, pageSize: 20, search: 'Anu' },
      { as: own },
    );
    expect(own1.body.data[0]).toMatchObject([{ marks: 'pp', open: [{ amount: '1250.50' }] }]);
  });
});
