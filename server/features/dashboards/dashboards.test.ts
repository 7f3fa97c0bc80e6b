import { dashboards } from '@gurukul/contract/dashboards';
import { describe, expect, it } from 'vitest';
import { many, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { office, refusal } from '#server/test/office.ts';
import { addEnrolment, admin, foundSchool, other, own, teach } from '#server/test/small-school.ts';

const server = await testApp({ database: 'empty' });
const { db } = server;
const add = office(db);
const { gita, veda, students, staff } = await foundSchool(db);

const ofAdmin = (as: string | undefined, uid: number | string = staff.admin) =>
  server.call(dashboards.admin_dashboard, { uid }, as === undefined ? {} : { as });
const ofCourseAdmin = (as: string | undefined, uid: number | string = staff.own) =>
  server.call(dashboards.course_admin_dashboard, { uid }, as === undefined ? {} : { as });
const ofTeacher = (as: string | undefined, user_id: number | string = staff.teach) =>
  server.call(dashboards.teacher_dashboard, { user_id }, as === undefined ? {} : { as });

const missing = refusal(await ofAdmin(admin, 999_999));

describe('the dashboard of the account admin', () => {
  it('exists for admins only', async () => {
    expect(missing.status).toBe(404);
    expect(refusal(await ofAdmin(admin, staff.own))).toEqual(missing);
    expect(refusal(await ofAdmin(admin, students.anu))).toEqual(missing);
    expect((await ofAdmin(admin, 'nobody')).status).toBe(400);
  });

  it('does not exist for one who was deleted', async () => {
    const former = await add.person('Former', 'admin');
    expect((await ofAdmin(admin, former)).status).toBe(200);
    await add.remove('people', former);
    expect(refusal(await ofAdmin(admin, former))).toEqual(missing);
  });

  it('shows all totals', async () => {
    const { body } = await ofAdmin(admin);
    expect(body).toEqual({
      status: 200,
      message: 'success',
      data: {
        total_courses: 3,
        total_students: 6,
        total_course_admin: 2,
        total_teachers: 2,
        total_course_coordinates: 0,
        associated_from: 0,
        male_count: 0,
        female_count: 0,
        not_selected: 6,
        age_01to15: 0,
        age_16to30: 0,
        age_31to45: 0,
        age_46to100: 0,
        not_selected_age: 6,
        India: 0,
        Others: 6,
        UK: 0,
        USA: 0,
      },
      months: {
        students: { labels: expect.any(Array), counts: [0, 0, 0, 0, 0, 5] },
        courses: { labels: body.months.students.labels, counts: [0, 0, 0, 0, 0, 3] },
      },
    });
  });

  it('counts a course admin who also teaches on both sides, and coordinators', async () => {
    const both = await add.person('Both', 'courseadmin', { asRole: 'teacher' });
    const coordinator = await add.person('Coordinator', 'coordinator');
    expect((await ofAdmin(admin)).body.data).toMatchObject({
      total_course_admin: 3,
      total_teachers: 3,
      total_course_coordinates: 1,
    });
    await add.remove('people', both);
    await add.remove('people', coordinator);
    expect((await ofAdmin(admin)).body.data).toMatchObject({
      total_course_admin: 2,
      total_teachers: 2,
      total_course_coordinates: 0,
    });
  });

  it('shows how many whole years the admin has been here', async () => {
    await run(db)`
      update people set registered_at = now() - interval '3 years 11 months' where id = ${staff.admin}
    `;
    expect((await ofAdmin(admin)).body.data.associated_from).toBe(3);
  });
});

describe('the dashboard of a course admin', () => {
  it('exists for course admins only', async () => {
    expect(refusal(await ofCourseAdmin(admin, staff.admin))).toEqual(missing);
    expect(refusal(await ofCourseAdmin(admin, staff.teach))).toEqual(missing);
    expect(refusal(await ofCourseAdmin(admin, students.anu))).toEqual(missing);
  });

  it('shows their own courses, with neither course admins nor coordinators', async () => {
    const { body } = await ofCourseAdmin(own);
    expect(body.data).toMatchObject({ total_courses: 2, total_students: 4, total_teachers: 2 });
    expect(Object.keys(body.data)).not.toContain('total_course_admin');
    expect(Object.keys(body.data)).not.toContain('total_course_coordinates');
    expect(body.months.students.counts).toEqual([0, 0, 0, 0, 0, 4]);
    expect(body.months.courses.counts).toEqual([0, 0, 0, 0, 0, 2]);
    expect((await ofCourseAdmin(other, staff.other)).body.data).toMatchObject({
      total_courses: 1,
      total_students: 1,
      total_teachers: 1,
    });
  });

  it('shows an admin the same', async () => {
    expect((await ofCourseAdmin(admin)).body).toEqual((await ofCourseAdmin(own)).body);
  });

  it('counts a student of two courses once, among enrolments twice', async () => {
    const second = await add.course('Mahabharata', staff.own);
    await addEnrolment(db, { student: students.anu, course: second, class: null });
    const { body } = await ofCourseAdmin(own);
    expect(body.data).toMatchObject({ total_courses: 3, total_students: 4 });
    expect(body.months.students.counts.at(-1)).toBe(5);
    await add.remove('courses', second);
    expect((await ofCourseAdmin(own)).body.months.students.counts.at(-1)).toBe(4);
  });

  it('is empty for one without courses', async () => {
    const idle = await add.person('Idle', 'courseadmin');
    const { status, body } = await ofCourseAdmin('idle@office.test', idle);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ total_courses: 0, total_students: 0, total_teachers: 0, India: 0 });
    expect(body.months.students.counts).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe('the dashboard of a teacher', () => {
  it('exists for teachers only', async () => {
    expect(refusal(await ofTeacher(admin, staff.own))).toEqual(missing);
    expect(refusal(await ofTeacher(admin, staff.admin))).toEqual(missing);
    expect(refusal(await ofTeacher(admin, students.anu))).toEqual(missing);
  });

  it('shows their own classes', async () => {
    const { body } = await ofTeacher(teach);
    expect(body.data).toMatchObject({ total_courses: 1, total_students: 2 });
    expect(body.months.students.counts).toEqual([0, 0, 0, 0, 0, 2]);
    expect((await ofTeacher(admin)).body).toEqual(body);
    // Of Gita, only the evening.
    const elsewhere = await ofTeacher('elsewhere@office.test', staff.elsewhere);
    expect(elsewhere.body.data).toMatchObject({ total_courses: 2, total_students: 3 });
  });

  it('shows the free places over all of their courses, and never fewer than none', async () => {
    const strength = (course: number, count: number) =>
      run(db)`
        update course_teachers set strength = ${count} where teacher_id = ${staff.elsewhere} and course_id = ${course}
      `;
    const places = async () => (await ofTeacher(admin, staff.elsewhere)).body.data.total_teachers;
    expect(await places()).toBe(0);
    await strength(gita.id, 10);
    expect(await places()).toBe(7);
    await strength(veda.id, 5);
    expect(await places()).toBe(12);
    // A student of both takes two places, and is one student.
    await addEnrolment(db, { student: students.deepa, course: veda.id, class: veda.morning });
    expect(await places()).toBe(11);
    expect((await ofTeacher(admin, staff.elsewhere)).body.data.total_students).toBe(3);
  });

  it('does not count a class that was deleted or handed over', async () => {
    await add.remove('classes', veda.morning);
    expect((await ofTeacher(admin, staff.elsewhere)).body.data).toMatchObject({
      total_courses: 1,
      total_students: 2,
    });
    await run(db)`update slot_teachers set ended_at = now() where teacher_id = ${staff.teach}`;
    expect((await ofTeacher(teach)).body.data).toMatchObject({ total_courses: 0, total_students: 0 });
  });
});

describe('regions', () => {
  it.each([
    ['India', ['India', ' india ', 'INDIA', 'India.', 'India\u{a0}']],
    ['UK', ['United Kingdom', 'UK', 'u.k.', 'united  kingdom', 'U. K.']],
    ['USA', ['United States', 'USA', 'US', 'U.S.A.', 'united-states', 'United States of America']],
    ['Others', ['', ' ', 'Canada', 'Indiana', 'Indonesia', 'Ukraine', 'England', 'United', 'భారత్', '—']],
  ])('%s is written in many ways', async (region, spellings) => {
    const found = await many<{ region: string }>(db)`
      select region_of(s) as region from unnest(${spellings}::text[]) s
    `;
    expect(found.map((row) => row.region)).toEqual(spellings.map(() => region));
  });
});
