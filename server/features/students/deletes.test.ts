import { describe, expect, it } from 'vitest';
import { many, one } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import { addEnrolment, admin, dayFromToday, foundSchool, other, own } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { day, gita, veda, draft, students, staff } = await foundSchool(db);

const missing = 999_999;

type Row = Record<string, unknown>;
const everything = async () => ({
  people: await many<Row>(db)`select id, deleted_at from people order by id`,
  enrolments: await many<Row>(db)`select id, student_id, course_id, ended_on from enrolments order by id`,
});
const endsOf = (studentId: number) =>
  many<Row>(db)`
    select course_id, class_id, ended_on from enrolments where student_id = ${studentId} order by id
  `;

describe('unassociating a student', () => {
  const leave = (student_id: number, course_id: unknown, as?: string, view: Row = {}) =>
    office.call('students.remove_student_association', { student_id, course_id, ...view }, { as });

  it('from a course elsewhere, or one the student never was in, is not found', async () => {
    const before = await everything();
    const nobody = refusal(await leave(missing, gita.id, own));
    expect(nobody.status).toBe(404);
    for (const [student, course] of [
      [students.esha, veda.id],
      [students.anu, missing],
      [students.anu, draft.id],
      [students.free, gita.id],
    ] as const) {
      expect(refusal(await leave(student, course, own))).toEqual(nobody);
    }
    expect(refusal(await leave(students.anu, gita.id, other))).toEqual(nobody);
    expect(await everything()).toEqual(before);
  });

  it('who is in no course says so and changes nothing', async () => {
    const before = await everything();
    const { status, body } = await leave(students.free, '---', admin);
    expect([status, body.message]).toEqual([200, 'Student is not associated to any course']);
    expect(await everything()).toEqual(before);
  });

  it('from no course is not found for a student who has one, is out of reach or does not exist', async () => {
    const nobody = refusal(await leave(missing, gita.id, own));
    for (const [student, as] of [
      [students.anu, admin],
      [students.anu, own],
      [students.free, own],
      [missing, admin],
    ] as const) {
      expect(refusal(await leave(student, '---', as))).toEqual(nobody);
    }
  });

  it('ends that enrolment alone, and shows the list as it is now', async () => {
    await addEnrolment(db, { student: students.bala, course: draft.id, class: null });
    const { body } = await leave(students.bala, gita.id, own, { role: 'courseadmin', user_id: staff.own });
    expect(body.message).toBe('success');
    expect(await endsOf(students.bala)).toEqual([
      { course_id: gita.id, class_id: gita.morning, ended_on: day },
      { course_id: draft.id, class_id: null, ended_on: null },
    ]);
    expect(body.result.map((row: Row) => row['course_name'])).toEqual(['Upanishads', 'Gita', 'Gita', 'Gita']);
    expect(body).not.toHaveProperty('total_count');
  });

  it('of the last course leaves one row without any', async () => {
    const { body } = await leave(students.deepa, gita.id, admin, {
      page: 1,
      pageSize: 50,
      course_status: 'inactive',
    });
    const rows = body.result.filter((row: Row) => row['id'] === students.deepa);
    expect(rows).toMatchObject([{ course_id: '---', course_name: null, class_name: null }]);
    expect(body.total_count).toBe(3);
  });

  it('a second time is a success and changes nothing', async () => {
    const before = await everything();
    expect((await leave(students.deepa, gita.id, own)).body.message).toBe('success');
    expect(await everything()).toEqual(before);
  });

  it('leaves the earlier enrolments of the course as they were', async () => {
    expect((await leave(students.chitra, gita.id, own)).status).toBe(200);
    expect(await endsOf(students.chitra)).toMatchObject([
      { class_id: gita.morning, ended_on: dayFromToday(-10) },
      { class_id: gita.evening, ended_on: day },
    ]);
  });
});

describe('deleting a student', () => {
  const remove = (student_id: number, as?: string, view: Row = {}) =>
    office.call('students.delete_student', { student_id, ...view }, { as });

  it('never deletes staff', async () => {
    const before = await everything();
    expect(await remove(staff.admin, admin)).toMatchObject({
      status: 403,
      body: { message: 'not allowed to delete' },
    });
    const nobody = refusal(await remove(missing, admin));
    expect(nobody.status).toBe(404);
    for (const id of [staff.own, staff.teach]) expect(refusal(await remove(id, admin))).toEqual(nobody);
    expect(await everything()).toEqual(before);
  });

  it('ends every enrolment today and keeps the history', async () => {
    await addEnrolment(db, { student: students.anu, course: veda.id, class: veda.morning });
    const { body } = await remove(students.anu, admin, {
      role: 'admin',
      user_id: staff.admin,
      page: 1,
      pageSize: 3,
    });
    expect(body.message).toBe('success');
    expect(body.data.map((row: Row) => row['id'])).not.toContain(students.anu);
    expect([body.data.length, body.total_count]).toEqual([3, 5]);
    expect(await endsOf(students.anu)).toEqual([
      { course_id: gita.id, class_id: gita.morning, ended_on: day },
      { course_id: veda.id, class_id: veda.morning, ended_on: day },
    ]);
    const trail = await many<Row>(db)`
      select table_name, action from audit_entries
      where call = 'students.delete_student' and person_id = ${staff.admin} and action <> 'denied'
      order by table_name
    `;
    expect(trail).toEqual([
      { table_name: 'enrolments', action: 'update' },
      { table_name: 'enrolments', action: 'update' },
      { table_name: 'people', action: 'update' },
    ]);
  });

  it('a second time is a success and changes nothing', async () => {
    const before = await everything();
    const { status, body } = await remove(students.anu, admin);
    expect([status, body.message]).toEqual([200, 'success']);
    expect(await everything()).toEqual(before);
  });

  it('frees the address for somebody else', async () => {
    const { found } = await one<{ found: number }>(db)`
      insert into people (email_id, main_role, first_name) values ('anu@office.test', 'student', 'Anu')
      returning id as found
    `;
    expect(found).not.toBe(students.anu);
  });
});
