import type { CourseTeacherRow, InstructorRow, TeacherRow } from '@gurukul/contract/shared/teacher-row';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { inOrder } from '../../db/page.ts';
import type { Db } from '../../db/pool.ts';
import { bool, idRow, int, row, text } from '../../db/columns.ts';
import { many, exists } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { ownCourses, standing } from '../../http/identity/scope.ts';
import { courseTeacherRow, instructorRow, markPending, storedTeacher, teacherRow } from './rules.ts';

/** An account of staff that is not deleted, with any role; students are none. */
export async function requireStaff(db: Db, personId: number): Promise<void> {
  const isStaff = await exists(
    db,
    sql`
      select p.id
      from people p
      where p.id = ${personId}
        and p.deleted_at is null
        and p.main_role <> 'student'
    `,
  );
  if (!isStaff) throw fail('not_found');
}

const personNameRow = row({ user_id: int, fullname: text, pending: bool });

/** All possible course admins. For a course admin, those of the courses they see. */
export const listCourseAdminNames = async (db: Db, person: Person) => {
  const names = await many(
    db,
    personNameRow,
    sql`
      select p.id as user_id, p.fullname, p.password_hash is null as pending
      from present_staff p
      where (p.main_role = 'courseadmin' or p.as_role = 'courseadmin')
        and ${
          person.role === 'admin'
            ? sql`true`
            : sql`exists (
                select from courses c
                where c.courseadmin_id = p.id and c.deleted_at is null and ${ownCourses(person)}
              )`
        }
      order by lower(p.fullname), p.id
    `,
  );
  return names.map(markPending);
};

/** The colleagues who are here: nothing is offered to others. */
export const listPresent = async (db: Db): Promise<ReadonlySet<number>> =>
  new Set((await many(db, idRow, sql`select s.id from present_staff s`)).map(({ id }) => id));

const directoryRow = row({
  user_id: int,
  name: text,
  fullname: text,
  email_id: text,
  image: text,
  pending: bool,
});

/** Condition on `people p`. */
export const isTeacher = sql`(p.deleted_at is null and (p.main_role = 'teacher' or p.as_role = 'teacher'))`;

/** Teachers with names and contacts, and nothing of their work, in this order. */
export const listTeacherDirectory = async (db: Db, ids: readonly number[]) => {
  const teachers = await many(
    db,
    directoryRow,
    sql`
      select p.id as user_id, p.fullname as name, p.fullname, p.email_id, p.image, p.password_hash is null as pending
      from people p
      where p.id = any(${ids}::bigint[])
    `,
  );
  return inOrder(ids, teachers.map(markPending), ({ user_id }) => user_id);
};

/** The part of each teacher in the courses `c` of a condition. */
export const associationsWith = (courses: Sql) => sql`
  select
    own_ct.teacher_id,
    sum(own_ct.strength)::integer as strength,
    bool_or(${standing}) as stands,
    json_agg(c.course_name order by lower(c.course_name)) as courses,
    string_agg(c.course_name, ', ' order by lower(c.course_name)) as course_names
  from courses c
  join course_teachers own_ct on own_ct.course_id = c.id
  where c.deleted_at is null
    and ${courses}
    and own_ct.associated
  group by own_ct.teacher_id
`;

/**
 * Teachers with their part in the courses `c` of a condition, or only those with these ids. A student of one class with
 * two slots takes one place, a student of two courses takes two.
 */
const selectTeachers = (courses: Sql, onlyAssociated: boolean, ids: readonly number[] | null = null) => sql`
  with association as (
    ${associationsWith(ids === null ? courses : sql`${courses} and own_ct.teacher_id = any(${ids}::bigint[])`)}
  ),
  teaching as (
    select t.teacher_id, s.class_id, k.class_name, s.class_day, s.local_time, s.time_zone
    from courses c
    join class_slots s on s.course_id = c.id
    join slot_teachers t on t.slot_id = s.id
    join classes k on k.id = s.class_id
    where c.deleted_at is null
      and ${courses}
      and s.deleted_at is null
      and t.ended_at is null
      and ${ids === null ? sql`true` : sql`t.teacher_id = any(${ids}::bigint[])`}
  ),
  taught as (
    select
      t.teacher_id,
      json_agg(json_build_object(
        'class_name', t.class_name,
        'class_day', t.class_day,
        'time', to_char(t.local_time, 'HH24:MI'),
        'zone', t.time_zone
      ) order by lower(t.class_name), t.class_day, t.local_time) as slots
    from teaching t
    group by t.teacher_id
  ),
  taken as (
    select x.teacher_id, count(*)::integer as students
    from (select distinct t.teacher_id, t.class_id from teaching t) x
    join enrolments e on e.class_id = x.class_id
    where e.ended_on is null
    group by x.teacher_id
  )
  select
    p.id as user_id, p.fullname, p.email_id, p.image, p.phone_number, p.description, p.work_status,
    greatest(extract(year from age(now(), p.registered_at)), 0)::integer as associated_from,
    association.teacher_id is not null as associated,
    coalesce(association.stands, false) as stands,
    coalesce(association.strength, 0) as strength,
    coalesce(taken.students, 0) as students,
    p.password_hash is null as pending,
    coalesce(association.courses, '[]') as courses,
    coalesce(taught.slots, '[]') as slots
  from people p
  left join association on association.teacher_id = p.id
  left join taught on taught.teacher_id = p.id
  left join taken on taken.teacher_id = p.id
  where ${isTeacher}
    and ${onlyAssociated ? sql`association.teacher_id is not null` : sql`true`}
    and ${ids === null ? sql`true` : sql`p.id = any(${ids}::bigint[])`}
  order by associated desc, lower(p.fullname), p.id
`;

/** Every teacher, those of the course first, with their part in it. */
export async function listTeachersOfCourse(
  db: Db,
  person: Person,
  courseId: number,
  now: Date,
): Promise<CourseTeacherRow[]> {
  const own = sql`${ownCourses(person)} and c.id = ${courseId}`;
  const teachers = await many(db, storedTeacher, selectTeachers(own, false));
  return teachers.map((teacher) => courseTeacherRow(teacher, courseId, { role: person.role, now }));
}

/** The teachers of all the person's courses. For an admin, every teacher, also one without a course. */
export async function listTeachers(db: Db, person: Person, now: Date): Promise<TeacherRow[]> {
  const teachers = await many(db, storedTeacher, selectTeachers(ownCourses(person), person.role !== 'admin'));
  return teachers.map((teacher) => teacherRow(teacher, { role: person.role, now }));
}

/** These teachers in this order, with their part in the courses `c` of a condition. */
export async function listTheseTeachers(
  db: Db,
  person: Person,
  now: Date,
  courses: Sql,
  ids: readonly number[],
): Promise<TeacherRow[]> {
  const teachers = await many(db, storedTeacher, selectTeachers(courses, false, ids));
  const rows = teachers.map((teacher) => teacherRow(teacher, { role: person.role, now }));
  return inOrder(ids, rows, ({ user_id }) => user_id);
}

/** The teachers of a course, as students would see them. The caller has checked the reach. */
export async function listInstructors(db: Db, courseId: number, now: Date): Promise<InstructorRow[]> {
  const teachers = await many(db, storedTeacher, selectTeachers(sql`c.id = ${courseId}`, true));
  return teachers.map((teacher) => instructorRow(teacher, now, courseId));
}
