import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { many, one, run } from '../../test/rows.ts';
import { testApp } from '../../test/app.ts';
import type { Caller } from './scope.ts';
import {
  onlyOwnGuardians,
  onlyOwnStudents,
  ownCases,
  ownNotes,
  ownOnDay,
  scope,
  standingTeachers,
} from './scope.ts';

const { db, idOf } = await testApp();

const ids = {
  admin: await idOf('admin'),
  courseadmin: await idOf('courseadmin'),
  teacher: await idOf('teacher'),
};
const as = (role: PortalRole) => scope(db, { id: ids[role], role });

const idsOf = async (query: ReturnType<typeof sql>) =>
  (await many<{ id: number }>(db)`${query}`).map(({ id }) => id);
const allowed = async (all: readonly number[], reach: (id: number) => Promise<unknown>) => {
  const reached: number[] = [];
  for (const id of all) {
    const isReached = await reach(id).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('Not found');
        return false;
      },
    );
    if (isReached) reached.push(id);
  }
  return reached;
};

const taught = sql`
  select s.class_id, s.course_id, s.id as slot_id
  from slot_teachers st join class_slots s on s.id = st.slot_id
  where st.teacher_id = ${ids.teacher} and st.ended_at is null and s.deleted_at is null`;

describe('courses', async () => {
  const all = await idsOf(sql`select id from courses where deleted_at is null order by id`);
  const owned = await idsOf(
    sql`select id from courses where deleted_at is null and courseadmin_id = ${ids.courseadmin} order by id`,
  );
  const seen = await idsOf(sql`select distinct course_id as id from (${taught}) t order by id`);

  test('an admin reaches all, a course admin their own, a teacher those they teach', async () => {
    expect(await allowed(all, (id) => as('admin').course(id))).toEqual(all);
    expect(await allowed(all, (id) => as('courseadmin').course(id))).toEqual(owned);
    expect(await allowed(all, (id) => as('teacher').course(id))).toEqual(seen);
    for (const some of [owned, seen]) {
      expect(some.length).toBeGreaterThan(0);
      expect(some.length).toBeLessThan(all.length);
    }
  });

  test('a course admin who also teaches reaches, as a teacher, only the courses they teach', async () => {
    const asTeacher = scope(db, { id: ids.courseadmin, role: 'teacher' });
    const teaches = await idsOf(sql`
      select distinct course_id as id from slot_teachers
      where teacher_id = ${ids.courseadmin} and ended_at is null order by id`);
    expect(await allowed(all, (id) => asTeacher.course(id))).toEqual(teaches);
  });
});

test.each<[string, (caller: Caller) => Sql, Sql]>([
  [
    'classes on a day',
    (caller) => ownOnDay(caller, sql`current_date`),
    sql`classes k join courses c on c.id = k.course_id where`,
  ],
  ['students of nobody else', onlyOwnStudents, sql`people p where p.main_role = 'student' and`],
  [
    'guardians',
    onlyOwnGuardians,
    sql`people g where exists (select from guardians r where r.guardian_id = g.id) and`,
  ],
  ['teachers who stand', standingTeachers, sql`people p where 'teacher' in (p.main_role, p.as_role) and`],
  ['cases', ownCases, sql`cases x where`],
  ['notes', ownNotes, sql`notes n join people p on p.id = n.person_id where`],
])('of %s an admin reaches all, a course admin no more, a teacher fewer', async (_, own, rows) => {
  const countFor = async (reach: Sql) =>
    (await one<{ n: number }>(db, sql`select count(*)::integer as n from ${rows} ${reach}`)).n;
  const all = await countFor(sql`true`);
  const [admin = 0, courseadmin = 0, teacher = 0] = await Promise.all(
    portalRoles.map((role) => countFor(own({ id: ids[role], role }))),
  );
  expect(admin).toBe(all);
  expect(admin).toBeGreaterThanOrEqual(courseadmin);
  expect(courseadmin).toBeGreaterThan(teacher);
});

describe('classes and slots', async () => {
  const classes = await many<{ id: number; course_id: number }>(db)`
    select id, course_id from classes where deleted_at is null order by id
  `;
  const courseOf = new Map(classes.map(({ id, course_id }) => [id, course_id]));
  const all = [...courseOf.keys()];

  test('a teacher reaches their own classes, not others of the same course', async () => {
    const own = await idsOf(sql`select distinct class_id as id from (${taught}) t order by id`);
    expect(await allowed(all, (id) => as('teacher').class(courseOf.get(id) ?? 0, id))).toEqual(own);
    expect(await allowed(all, (id) => as('teacher').class(null, id))).toEqual(own);
    const beside = classes.filter(
      ({ id, course_id }) => !own.includes(id) && own.some((mine) => courseOf.get(mine) === course_id),
    );
    expect(beside.length).toBeGreaterThan(0);
  });

  test('are reached only through their own course, in every role', async () => {
    for (const role of portalRoles) {
      const reached = await allowed(all.slice(0, 20), (id) =>
        as(role).class((courseOf.get(id) ?? 0) + 1, id),
      );
      expect(reached).toEqual([]);
    }
    const { slot_id, course_id } = await one<{ slot_id: number; course_id: number }>(db)`
      select slot_id, course_id from (${taught}) t limit 1
    `;
    expect(await as('teacher').slot(course_id, slot_id)).toMatchObject({ id: slot_id, course_id });
    await expect(as('teacher').slot(course_id + 1, slot_id)).rejects.toThrow('Not found');
  });

  test('a teacher whose assignment has ended is out', async () => {
    const { slot_id, course_id } = await one<{ slot_id: number; course_id: number }>(db)`
      select slot_id, course_id from (${taught}) t order by slot_id desc limit 1
    `;
    await run(db)`update slot_teachers set ended_at = now() where slot_id = ${slot_id} and ended_at is null`;
    await expect(as('teacher').slot(course_id, slot_id)).rejects.toThrow('Not found');
    await run(db)`
      update slot_teachers set ended_at = null where slot_id = ${slot_id} and teacher_id = ${ids.teacher}
    `;
  });
});

describe('people and events', async () => {
  const students = await idsOf(sql`
    select id from people where main_role = 'student' and deleted_at is null order by id limit 150`);

  test('students are reached in own courses and own classes', async () => {
    const inCourses = await idsOf(sql`
      select distinct student_id as id from enrolments e join courses c on c.id = e.course_id
      where e.ended_on is null and c.deleted_at is null and c.courseadmin_id = ${ids.courseadmin}
        and student_id = any(${students}) order by id`);
    const inClasses = await idsOf(sql`
      select distinct student_id as id from enrolments e
      where e.ended_on is null and student_id = any(${students})
        and e.class_id in (select class_id from (${taught}) t) order by id`);
    expect(await allowed(students, (id) => as('admin').student(id))).toEqual(students);
    expect(await allowed(students, (id) => as('courseadmin').student(id))).toEqual(inCourses);
    expect(await allowed(students, (id) => as('teacher').student(id))).toEqual(inClasses);
    expect(inCourses.length).toBeGreaterThan(0);
    expect(inCourses.length).toBeLessThan(students.length);
  });

  test('teachers are reached by their admin, in own courses, and by themselves', async () => {
    const teachers = await idsOf(sql`
      select id from people where 'teacher' in (main_role, as_role) and deleted_at is null order by id`);
    const associated = await idsOf(sql`
      select distinct teacher_id as id from course_teachers ct join courses c on c.id = ct.course_id
      where ct.associated and c.deleted_at is null and c.courseadmin_id = ${ids.courseadmin} order by id`);
    expect(await allowed(teachers, (id) => as('admin').teacher(id))).toEqual(teachers);
    expect(await allowed(teachers, (id) => as('courseadmin').teacher(id))).toEqual(associated);
    expect(await allowed(teachers, (id) => as('teacher').teacher(id))).toEqual([ids.teacher]);
    await expect(as('admin').teacher(students[0] ?? 0)).rejects.toThrow('Not found');
    await expect(as('admin').student(ids.teacher)).rejects.toThrow('Not found');
  });

  test('an association that a course admin made does not stand: an account admin or the teacher’s first roll makes it stand', async () => {
    const caller = { id: ids.courseadmin, role: 'courseadmin' } as const;
    const stands = async (id: number) =>
      (await idsOf(sql`select p.id from people p where p.id = ${id} and ${standingTeachers(caller)}`))
        .length === 1;
    // Teachers of the demo provider have taught.
    expect(await stands(ids.teacher)).toBe(true);
    const { course, klass } = await one<{ course: number; klass: number }>(db)`
      select c.id as course, k.id as klass from courses c
      join classes k on k.course_id = c.id and k.deleted_at is null
      where c.courseadmin_id = ${ids.courseadmin} and c.deleted_at is null
      order by k.id limit 1
    `;
    const { id } = await one<{ id: number }>(db)`
      insert into people (email_id, first_name, main_role) values ('new@gurukul.test', 'New', 'teacher') returning id
    `;
    expect(await stands(id)).toBe(false);
    const associatedBy = (by: number) =>
      run(db)`
        insert into course_teachers (course_id, teacher_id, associated_by) values (${course}, ${id}, ${by})
        on conflict on constraint course_teachers_pkey do update set associated_by = ${by}
      `;
    await associatedBy(ids.courseadmin);
    expect(await stands(id)).toBe(false);
    await associatedBy(ids.admin);
    expect(await stands(id)).toBe(true);
    await associatedBy(ids.courseadmin);
    await run(db)`
      insert into attendance_registers (course_id, class_id, attendance_date, taken_by)
      values (${course}, ${klass}, '2001-01-01', ${id})
    `;
    expect(await stands(id)).toBe(true);
    await run(db)`delete from attendance_registers where taken_by = ${id}`;
    await run(db)`delete from course_teachers where teacher_id = ${id}`;
    await run(db)`delete from people where id = ${id}`;
  });

  test('events are reached in own courses', async () => {
    const all = await idsOf(sql`select id from events where deleted_at is null order by id`);
    const own = await idsOf(sql`
      select e.id from events e join courses c on c.id = e.course_id
      where e.deleted_at is null and c.courseadmin_id = ${ids.courseadmin} order by e.id`);
    expect(await allowed(all, (id) => as('courseadmin').event(id))).toEqual(own);
  });
});
