import { assignments as assignmentsCalls } from '@gurukul/contract/assignments';
import { people } from '@gurukul/contract/people';
import type { CourseAdminRow } from '@gurukul/contract/people';
import type { TeacherRow, TeacherSlotRow } from '@gurukul/contract/shared/teacher-row';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { run } from '../../test/rows.ts';
import { office } from '../../test/office.ts';

const server = await testApp({ database: 'empty' });
const call: typeof server.call = (...args) => server.call(...args);
const { db } = server;
const at = office(db);

const [asha, bala, dev] = ['asha@office.test', 'bala@office.test', 'dev@office.test'];
const ashaId = await at.person('Asha', 'admin');
const balaId = await at.person('Bala', 'courseadmin', { asRole: 'teacher' });
const chitraId = await at.person('Chitra', 'courseadmin');
const devId = await at.person('Dev', 'teacher');
const eshaId = await at.person('Esha', 'teacher', { asRole: 'courseadmin' });
const goneId = await at.person('Gone', 'courseadmin');
await at.remove('people', goneId);
const [hari, isha, jaya, kala] = [
  await at.person('Hari', 'student'),
  await at.person('Isha', 'student'),
  await at.person('Jaya', 'student'),
  await at.person('Kala', 'student'),
];
await run(db)`
  update people set registered_at = now() - interval '3 years 2 months', address = '1 Temple Road', pincode = '560001',
    city = 'Bengaluru', phone_number = '9876543210'
  where id = any(${[balaId, devId]})
`;

const gita = await at.course('Gita', balaId);
const veda = await at.course('Veda', balaId);
const yoga = await at.course('Yoga', chitraId);
const over = await at.course('Over', balaId);
const dawn = await at.class(gita, 'Dawn');
const dusk = await at.class(veda, 'Dusk');
const noon = await at.class(yoga, 'Noon');
const overClass = await at.class(over, 'Over');
for (const course of [gita, veda, yoga, over]) await at.associate(course, devId, 20);
await at.associate(yoga, eshaId);
const dawnMonday = await at.assign(gita, await at.slot(gita, dawn, 'monday'), devId);
const dawnFriday = await at.assign(gita, await at.slot(gita, dawn, 'friday', '06:30'), devId);
const noonTuesday = await at.assign(yoga, await at.slot(yoga, noon, 'tuesday'), devId);
await at.slot(veda, dusk);
await at.assign(over, await at.slot(over, overClass), devId);
const removed = await at.slot(gita, dawn, 'sunday');
await at.assign(gita, removed, devId);
await at.remove('class_slots', removed);
const past = await at.assign(yoga, await at.slot(yoga, noon, 'saturday'), devId);
await run(db)`update slot_teachers set ended_at = clock_timestamp() where id = ${past}`;
// Hari is in two courses and counts once. Isha has left, Jaya is deleted, Kala was in a deleted course.
for (const [student, course, where] of [
  [hari, gita, dawn],
  [hari, yoga, noon],
  [hari, veda, dusk],
  [kala, over, overClass],
  [jaya, gita, dawn],
] as const) {
  await at.enrol(student, course, where);
}
await at.enrol(isha, gita, dawn, '2026-02-01');
await at.enrol(isha, yoga, noon);
await at.remove('people', jaya);
await at.remove('courses', over);

const courseAdmin = (id: number, as: string) => call(people.get_single_courseadmin, { id }, { as });
const teacher = (id: number, as: string) => call(people.get_single_teacher, { id }, { as });
const courseIds = (rows: { course_id: number }[]) => rows.map(({ course_id }) => course_id);
const assignments = (rows: TeacherSlotRow[]) => rows.map((row) => row.assigned_id).toSorted((a, b) => a - b);

describe('the list of course admins', () => {
  it('has everybody of that role with the totals of their present courses', async () => {
    const { status, body } = await call(people.get_all_courseadmins, {}, { as: asha });
    expect(status).toBe(200);
    const can = { delete: true };
    expect(body.data).toEqual([
      {
        id: balaId,
        fullname: 'Bala',
        total_courses: 2,
        total_students: 1,
        total_sections: 3,
        associated_from: 3,
        can,
      },
      {
        id: chitraId,
        fullname: 'Chitra',
        total_courses: 1,
        total_students: 2,
        total_sections: 2,
        associated_from: 0,
        can,
      },
      {
        id: eshaId,
        fullname: 'Esha',
        total_courses: 0,
        total_students: 0,
        total_sections: 0,
        associated_from: 0,
        can,
      },
    ] satisfies CourseAdminRow[]);
  });
});

describe('the page of a course admin', () => {
  it('is no other person', async () => {
    for (const id of [goneId, devId, hari, ashaId]) expect((await courseAdmin(id, asha)).status).toBe(404);
  });

  it('is that of an account admin too who looks after a course', async () => {
    const course = await at.course('Chant', ashaId);
    const { status, body } = await courseAdmin(ashaId, asha);
    await at.remove('courses', course);
    expect(status).toBe(200);
    expect(courseIds(body.data[1])).toEqual([course]);
    expect(body.data[0]).toMatchObject({
      total_courses: 1,
      studies: { role: 'admin', can: { open: true } },
      can: { delete: false },
    });
  });

  it('has profile, totals and courses', async () => {
    const { body } = await courseAdmin(balaId, asha);
    const [detail, courses, rows] = body.data;
    expect(detail).toMatchObject({
      id: balaId,
      user_id: balaId,
      fullname: 'Bala',
      email_id: bala,
      as_role: 'teacher',
      address: '1 Temple Road',
      total_courses: 2,
      total_students: 1,
      total_sections: 3,
      associated_from: 3,
      can: { delete: true },
    });
    expect(courseIds(courses)).toEqual([veda, gita]);
    expect(courseIds(rows)).toEqual([veda, gita]);
    const own = await courseAdmin(balaId, bala);
    expect(own.body.data[0]).toMatchObject({ total_courses: 2, can: { delete: false } });
  });
});

describe('the page of a teacher', () => {
  it('is no other person', async () => {
    for (const id of [chitraId, hari]) expect((await teacher(id, asha)).status).toBe(404);
    expect((await teacher(balaId, bala)).status).toBe(404);
  });

  it('has profile, totals, courses and weekly slots', async () => {
    const { body } = await teacher(devId, asha);
    const [detail, courses, rows] = body.data;
    expect(detail).toMatchObject({
      id: devId,
      fullname: 'Dev',
      address: '1 Temple Road',
      pincode: '560001',
      total_courses: 3,
      total_students: 2,
      total_sections: 3,
      associated_from: 3,
      can: { delete: true },
    });
    expect(courseIds(courses)).toEqual([yoga, veda, gita]);
    expect(assignments(rows)).toEqual([dawnMonday, dawnFriday, noonTuesday]);
    const meetings = rows.map(({ slot_time }: TeacherSlotRow) => slot_time);
    expect(meetings).toEqual(meetings.toSorted());
    const friday: TeacherSlotRow = rows.find((row: TeacherSlotRow) => row.assigned_id === dawnFriday);
    expect(friday).toMatchObject({
      user_id: devId,
      fullname: 'Dev',
      course_id: gita,
      course_name: 'Gita',
      class_id: dawn,
      class_name: 'Dawn',
      student_count: 1,
      status: 'associate',
    });
    expect(friday.weekly_slots).toMatchObject([{ class_day: 'friday', time: '06:30', time_zone: 'IST' }]);
    expect(friday.weekly_slots[0]!.slot_time).toBe(friday.slot_time);
  });

  it('shows a course admin the part in their courses, and not where the teacher lives', async () => {
    const { body } = await teacher(devId, bala);
    const [detail, courses, rows] = body.data;
    expect(detail).toMatchObject({
      phone_number: '9876543210',
      total_courses: 2,
      total_students: 1,
      total_sections: 2,
      can: { delete: false },
    });
    expect(detail).not.toHaveProperty('address');
    expect(detail).not.toHaveProperty('pincode');
    expect(courseIds(courses)).toEqual([veda, gita]);
    expect(assignments(rows)).toEqual([dawnMonday, dawnFriday]);
  });

  it('shows teachers their own classes', async () => {
    const { body } = await teacher(devId, dev);
    const [detail, courses, rows] = body.data;
    expect(detail).toMatchObject({ address: '1 Temple Road', total_courses: 2, total_sections: 3 });
    expect(courseIds(courses)).toEqual([yoga, gita]);
    expect(assignments(rows)).toEqual([dawnMonday, dawnFriday, noonTuesday]);
  });
});

describe('the lists of teachers', () => {
  it('have the fields of their columns', async () => {
    const columns = {
      fullname: 'Dev',
      email_id: dev,
      phone_number: '9876543210',
      associated_from: 3,
    };
    const all = await call(people.get_all_teachers, {}, { as: asha });
    expect(all.body.data.find(({ user_id }: TeacherRow) => user_id === devId)).toMatchObject({
      ...columns,
      student_count: 60,
      courses: ['Gita', 'Veda', 'Yoga'],
      can: { delete: true },
    });
    const own = await call(people.getallteachers_for_courseadmin, { user_id: balaId }, { as: bala });
    expect(own.body.data).toMatchObject([
      { ...columns, student_count: 40, course_name: 'Gita, Veda', work_status: null, can: { delete: false } },
    ]);
  });
});

describe('a teacher associated by a course admin alone', () => {
  const fresh = async (name: string) => {
    const id = await at.person(name, 'teacher');
    await run(db)`
      update people set phone_number = '9000011111', city = 'Mysuru', dob = '1990-01-02', gender = 'male'
      where id = ${id}
    `;
    expect(
      (await call(assignmentsCalls.course_assign, { course_id: gita, user_id: id }, { as: bala })).status,
    ).toBe(200);
    return id;
  };
  const history = async (person_id: number) =>
    JSON.stringify((await call('audit.get_timeline', { person_id }, { as: bala })).body);

  it('is a name, an image and an email until an account admin associates them too', async () => {
    const id = await fresh('Latha');
    const [detail] = (await teacher(id, bala)).body.data;
    expect(Object.keys(detail).toSorted()).toEqual(
      [
        'associated_from',
        'can',
        'email_id',
        'first_name',
        'fullname',
        'id',
        'image',
        'last_name',
        'studies',
        'user_id',
        'total_courses',
        'total_sections',
        'total_students',
        'weekly_minutes',
      ].toSorted(),
    );
    const { body } = await call(people.get_teacher_bycourse, { courseId: gita }, { as: bala });
    const listed = body.data.find((row: TeacherRow) => row.user_id === id);
    expect(listed).toMatchObject({ status: 'associate', email_id: 'latha@office.test' });
    expect(listed).not.toHaveProperty('phone_number');
    await call(
      'accounts.update_profile',
      {
        first_name: 'Latha',
        last_name: 'Rao',
        gender: 'female',
        phone_number: '9000022222',
        city: 'Hampi',
        state: 'Karnataka',
        region: 'India',
        dob: '1990-01-02',
        address: 'A',
        pincode: '1',
        description: 'B',
      },
      { as: 'latha@office.test' },
    );
    expect(await history(id)).not.toMatch(/9000022222|Hampi/);

    // The switch ends it and begins it anew.
    for (const _ of [1, 2])
      await call(assignmentsCalls.course_assign, { course_id: gita, user_id: id }, { as: asha });
    expect((await teacher(id, bala)).body.data[0]).toMatchObject({
      phone_number: '9000022222',
      city: 'Hampi',
    });
    expect(await history(id)).toMatch(/9000022222/);
  });

  it('is known like any other once they have taken a roll there', async () => {
    const id = await fresh('Mohan');
    expect((await teacher(id, bala)).body.data[0]).not.toHaveProperty('phone_number');
    await run(db)`
      insert into attendance_registers (course_id, class_id, attendance_date, taken_by) values (${gita}, ${dawn}, '2026-01-05', ${id})
    `;
    expect((await teacher(id, bala)).body.data[0]).toMatchObject({ phone_number: '9000011111' });
  });
});
