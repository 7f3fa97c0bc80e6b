import { teacherCaseKinds } from '@gurukul/contract/cases';
import { correctedFields } from '@gurukul/contract/shared/person/person';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import type { RowOf, RowType } from '../../db/columns.ts';
import { date, instant, int, row, text } from '../../db/columns.ts';
import { maybeOne } from '../../db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import type { Person } from '../handlers.ts';
import { fail } from '../answers/problem.ts';

/** The part of a person that rights follow from. */
export type Caller = Pick<Person, 'id' | 'role'>;

const everything = sql`true`;

/** Condition on `courses c`: the caller's own. */
export function ownCourses({ id, role }: Caller): Sql {
  if (role === 'admin') return everything;
  if (role === 'courseadmin') return sql`c.courseadmin_id = ${id}`;
  return sql`exists (
    select from slot_teachers own_st
    join class_slots own_s on own_s.id = own_st.slot_id and own_s.deleted_at is null
    where own_st.course_id = c.id and own_st.teacher_id = ${id} and own_st.ended_at is null
  )`;
}

/**
 * Condition on `events e` with `courses c` (left join): of one of the caller's own courses. One without a course is the
 * account admins', and of who made it.
 */
export function ownEvents(caller: Caller): Sql {
  const isMade =
    caller.role === 'courseadmin' ? sql`e.created_by = ${caller.id}` : sql`${caller.role === 'admin'}`;
  return sql`case when e.course_id is null then ${isMade} else c.deleted_at is null and (${ownCourses(caller)}) end`;
}

/** Condition on `classes k` joined with its `courses c`: the caller's own. */
export function ownClasses({ id, role }: Caller): Sql {
  if (role === 'admin') return everything;
  if (role === 'courseadmin') return sql`c.courseadmin_id = ${id}`;
  return sql`exists (
    select from slot_teachers own_st
    join class_slots own_s on own_s.id = own_st.slot_id and own_s.deleted_at is null
    where own_s.class_id = k.id and own_st.teacher_id = ${id} and own_st.ended_at is null
  )`;
}

/** As `ownClasses`; for a teacher also a class whose meeting on that day they take for another, until a week later. */
export function ownOnDay(caller: Caller, day: Sql): Sql {
  if (caller.role !== 'teacher') return ownClasses(caller);
  return sql`(
    ${ownClasses(caller)}
    or exists (
      select from meetings own_m
      where own_m.class_id = k.id and own_m.teacher_id = ${caller.id} and own_m.state is distinct from 'canceled'
        and coalesce(own_m.held_on, own_m.on_date) = ${day} and ${day} >= current_date - 8
    )
  )`;
}

/** Condition on `people p`, a student: now enrolled in one of the caller's own courses (for teachers: classes). */
export function ownStudents(caller: Caller): Sql {
  if (caller.role === 'admin') return everything;
  return sql`exists (
    select from enrolments own_e
    join courses c on c.id = own_e.course_id and c.deleted_at is null
    left join classes k on k.id = own_e.class_id and k.deleted_at is null
    where own_e.student_id = p.id and own_e.ended_on is null and ${ownClasses(caller)}
  )`;
}

/**
 * Condition on `people p`, a student: enrolled now in one of the caller's own courses, and never in another's. An address
 * opens everything about a student, so only somebody who reaches all of it writes one.
 */
export function onlyOwnStudents(caller: Caller): Sql {
  if (caller.role === 'admin') return everything;
  return sql`(${ownStudents(caller)} and not exists (
    select from enrolments other_e
    join courses c on c.id = other_e.course_id and c.deleted_at is null
    where other_e.student_id = p.id and not ${ownCourses(caller)}
  ))`;
}

/** Condition on `people g`, a guardian: all living students of theirs are `onlyOwnStudents`. */
export const onlyOwnGuardians = (caller: Caller): Sql => sql`not exists (
  select from guardians own_r
  join people p on p.id = own_r.student_id and p.deleted_at is null
  where own_r.guardian_id = g.id and not ${onlyOwnStudents(caller)}
)`;

/** Condition on `notes n` joined with the student, `people p`: the caller may read it. */
export function ownNotes(caller: Caller): Sql {
  if (caller.role === 'admin') return everything;
  const isForThem = caller.role === 'teacher' ? sql`n.readers = 'teachers'` : everything;
  return sql`(${isForThem} and p.deleted_at is null and ${ownStudents(caller)})`;
}

/** Condition on `cases x`: the caller may see it. Teachers see nothing about money. */
export function ownCases(caller: Caller): Sql {
  if (caller.role === 'admin') return everything;
  if (caller.role === 'courseadmin') {
    return sql`x.course_id in (select c.id from courses c where c.deleted_at is null and ${ownCourses(caller)})`;
  }
  return sql`(
    x.kind = any(${teacherCaseKinds}::text[]) and x.class_id in (
      select k.id
      from classes k
      join courses c on c.id = k.course_id and c.deleted_at is null
      where k.deleted_at is null and ${ownClasses(caller)}
    )
  )`;
}

/** Condition on `people p`, a teacher: associated with one of the caller's own courses, or the caller. */
export function ownTeachers({ id, role }: Caller): Sql {
  if (role === 'admin') return everything;
  if (role === 'teacher') return sql`p.id = ${id}`;
  return sql`exists (
    select from course_teachers own_ct
    join courses c on c.id = own_ct.course_id and c.deleted_at is null
    where own_ct.teacher_id = p.id and own_ct.associated and c.courseadmin_id = ${id}
  )`;
}

/**
 * Condition on an association `own_ct`: an account admin made it, or the teacher has taken a roll in the course. An
 * association that a course admin made alone extends nobody's reach, because the teacher had no part in it.
 */
export const standing = sql`(
  not exists (select from people maker where maker.id = own_ct.associated_by and maker.main_role <> 'admin')
  or exists (
    select from classes taught
    join attendance_registers called on called.class_id = taught.id
    where taught.course_id = own_ct.course_id and called.taken_by = own_ct.teacher_id
  )
)`;

/** Condition on `people p`, a teacher: one of `ownTeachers` whose association stands. */
export function standingTeachers({ id, role }: Caller): Sql {
  if (role !== 'courseadmin') return ownTeachers({ id, role });
  return sql`(p.id = ${id} or exists (
    select from course_teachers own_ct
    join courses c on c.id = own_ct.course_id and c.deleted_at is null
    where own_ct.teacher_id = p.id and own_ct.associated and c.courseadmin_id = ${id} and ${standing}
  ))`;
}

const scopedCourse = row({
  id: int,
  course_name: text,
  courseadmin_id: int.nullable(),
  start_date: date,
  course_duration: text,
  status: text,
  reg_status: text,
  version: int,
});

const scopedClass = row({
  id: int,
  course_id: int,
  class_name: text,
});

const scopedSlot = row({
  id: int,
  class_id: int,
  course_id: int,
  class_name: text,
  class_day: text,
  local_time: text,
  time_zone: text,
  duration_minutes: int,
});

const scopedPerson = row({
  id: int,
  fullname: text,
  email_id: text,
});

const scopedEvent = row({
  id: int,
  course_id: int.nullable(),
  event_name: text,
  event_date: date,
  starts_at: instant,
  ends_at: instant,
  live_status: text,
  registration_status: text,
  created_by: int,
});

async function found<R extends RowType>(db: Db, type: R, query: Sql): Promise<RowOf<R>> {
  const row = await maybeOne(db, type, query);
  if (row === null) throw fail('not_found');
  return row;
}

/**
 * Rows within the caller's reach. A row that is out of reach, deleted or never existed is the same 404. Children are
 * reached only through their parent.
 */
export const scope = (db: Db, person: Caller) => ({
  course: (courseId: number) =>
    found(
      db,
      scopedCourse,
      sql`
        select c.id, c.course_name, c.courseadmin_id, c.start_date, c.course_duration, c.status, c.reg_status, c.version
        from courses c
        where c.id = ${courseId} and c.deleted_at is null and ${ownCourses(person)}
      `,
    ),

  /** With null, a class of any course. */
  class: (courseId: number | null, classId: number) =>
    found(
      db,
      scopedClass,
      sql`
        select k.id, k.course_id, k.class_name
        from classes k
        join courses c on c.id = k.course_id and c.deleted_at is null
        where k.id = ${classId} and ${courseId === null ? everything : sql`k.course_id = ${courseId}`}
          and k.deleted_at is null and ${ownClasses(person)}
      `,
    ),

  slot: (courseId: number, slotId: number) =>
    found(
      db,
      scopedSlot,
      sql`
        select s.id, s.class_id, s.course_id, k.class_name, s.class_day, s.local_time, s.time_zone, s.duration_minutes
        from class_slots s
        join classes k on k.id = s.class_id and k.deleted_at is null
        join courses c on c.id = s.course_id and c.deleted_at is null
        where s.id = ${slotId} and s.course_id = ${courseId} and s.deleted_at is null and ${ownClasses(person)}
      `,
    ),

  student: (studentId: number) =>
    found(
      db,
      scopedPerson,
      sql`
        select p.id, p.fullname, p.email_id
        from people p
        where p.id = ${studentId} and ${isStudent} and ${ownStudents(person)}
      `,
    ),

  teacher: (teacherId: number) =>
    found(
      db,
      scopedPerson,
      sql`
        select p.id, p.fullname, p.email_id
        from people p
        where p.id = ${teacherId} and 'teacher' in (p.main_role, p.as_role) and p.deleted_at is null
          and ${ownTeachers(person)}
      `,
    ),

  event: (eventId: number) =>
    found(
      db,
      scopedEvent,
      sql`
        select e.id, e.course_id, e.event_name, e.event_date, e.starts_at, e.ends_at, e.live_status,
          e.registration_status, e.created_by
        from events e
        left join courses c on c.id = e.course_id
        where e.id = ${eventId} and e.deleted_at is null and ${ownEvents(person)}
      `,
    ),
});

/** Condition on the correction: the caller decides it. What a course admin asks for is an account admin's. */
export const mayDecide = ({ role }: Pick<Caller, 'role'>, correction: Sql = sql`c`): Sql =>
  role === 'admin' ? sql`true` : sql`${correction}.field = any(${correctedFields}::text[])`;
