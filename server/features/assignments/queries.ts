import type { AssociationStatus } from '@gurukul/contract/shared/teacher-row';
import { associationStatuses } from '@gurukul/contract/shared/teacher-row';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import type { RowOf } from '../../db/columns.ts';
import { bool, idRow, int, oneOf, row, text } from '../../db/columns.ts';
import { many, maybeOne, one, run } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { ownCourses } from '../../http/identity/scope.ts';
import { inOwnCourse } from '../courses/queries.ts';
import type { LockedTeacher } from '../staff/lock-teachers.ts';
import { holdTeachers } from '../staff/lock-teachers.ts';

/**
 * The teachers of a course (association, strength) and of its slots (assignment). Callers of the functions that write
 * lock the course, so that an association cannot end while its teacher gets a slot.
 */

const classTeacherRow = row({
  user_id: int,
  fullname: text,
  assigned_id: int,
  class_id: int,
  course_id: int,
  student_count: int,
});

/** The present teacher of a slot: one row or none. */
export const listClassTeachers = (db: Db, person: Person, courseId: number, slotId: number) =>
  many(
    db,
    classTeacherRow,
    sql`
      select
        p.id as user_id, p.fullname, t.id as assigned_id, s.class_id, s.course_id, ct.strength as student_count
      from slot_teachers t
      join class_slots s on s.id = t.slot_id
      join courses c on c.id = s.course_id
      join people p on p.id = t.teacher_id
      join course_teachers ct on ct.course_id = t.course_id and ct.teacher_id = t.teacher_id
      where t.slot_id = ${slotId}
        and t.course_id = ${courseId}
        and t.ended_at is null
        and s.deleted_at is null
        and c.deleted_at is null
        and ${ownCourses(person)}
    `,
  );

const teacherIdRow = row({ teacher_id: int });

/** The present teacher of a slot, locked until the transaction ends; null when there is none. */
export async function lockTeacherOf(db: Db, courseId: number, slotId: number): Promise<LockedTeacher | null> {
  const assignment = await maybeOne(
    db,
    teacherIdRow,
    sql`
      select t.teacher_id
      from slot_teachers t
      where t.slot_id = ${slotId}
        and t.course_id = ${courseId}
        and t.ended_at is null
    `,
  );
  if (assignment === null) return null;
  const [teacher] = await holdTeachers(db, [assignment.teacher_id]);
  return teacher ?? null;
}

/** The slot's unique index refuses a second teacher. */
export const insertAssignment = (
  db: Db,
  person: Person,
  courseId: number,
  slotId: number,
  teacherId: number,
) =>
  one(
    db,
    idRow,
    sql`
      insert into slot_teachers (slot_id, course_id, teacher_id, assigned_by, assigned_at)
      select ${slotId}, c.id, ${teacherId}, ${person.id}, clock_timestamp()
      from courses c
      where c.id = ${courseId}
        and c.deleted_at is null
        and ${ownCourses(person)}
      returning id
    `,
  );

const assignmentRow = row({ id: int, slot_id: int, teacher_id: int, is_over: bool });
export type Assignment = RowOf<typeof assignmentRow>;

/**
 * An assignment of the course, also one that has ended. Older clients name it by the slot's id, or by the class's id
 * from the answer about its teacher. The id of the assignment itself is unambiguous.
 */
export async function findAssignment(
  db: Db,
  person: Person,
  { course_id, class_id, assigned_id }: { course_id: number; class_id: number; assigned_id: number },
): Promise<Assignment> {
  const assignment = await maybeOne(
    db,
    assignmentRow,
    sql`
      select t.id, t.slot_id, t.teacher_id, t.ended_at is not null as is_over
      from slot_teachers t
      join class_slots s on s.id = t.slot_id
      join courses c on c.id = t.course_id
      where t.id = ${assigned_id}
        and t.course_id = ${course_id}
        and ${class_id} in (s.id, s.class_id)
        and s.deleted_at is null
        and c.deleted_at is null
        and ${ownCourses(person)}
    `,
  );
  if (assignment === null) throw fail('not_found');
  return assignment;
}

/** Returns the number of ended assignments: 0 when somebody else was quicker. The past stays as it was. */
export const endAssignment = (db: Db, person: Person, courseId: number, assignmentId: number) =>
  run(
    db,
    sql`
      update slot_teachers t
      set ended_at = greatest(clock_timestamp(), t.assigned_at)
      where t.id = ${assignmentId}
        and t.course_id = ${courseId}
        and t.ended_at is null
        and ${inOwnCourse(person, sql`t.course_id`)}
    `,
  );

const handOverRow = row({ id: int, teacher_id: int });

/** Gives a slot to a teacher and ends the assignment of another one. False: the teacher had it already. */
export async function handOver(
  db: Db,
  person: Person,
  courseId: number,
  slotId: number,
  teacherId: number,
): Promise<boolean> {
  const current = await maybeOne(
    db,
    handOverRow,
    sql`
      select t.id, t.teacher_id
      from slot_teachers t
      where t.slot_id = ${slotId}
        and t.course_id = ${courseId}
        and t.ended_at is null
    `,
  );
  if (current?.teacher_id === teacherId) return false;
  if (current !== null) await endAssignment(db, person, courseId, current.id);
  await insertAssignment(db, person, courseId, slotId, teacherId);
  return true;
}

const statusRow = row({ status: oneOf(associationStatuses) });

/** The state of a locked teacher's switch. */
export async function associationOf(db: Db, courseId: number, teacherId: number): Promise<AssociationStatus> {
  const { status } = await one(
    db,
    statusRow,
    sql`
      select case when exists (
        select from course_teachers ct
        where ct.course_id = ${courseId}
          and ct.teacher_id = ${teacherId}
          and ct.associated
      ) then 'associate' else 'not associate' end as status
    `,
  );
  return status;
}

const associatedRow = row({ associated: bool });

/** Associates the teacher or ends the association, and returns the new state. The strength stays for a later return. */
export const toggleAssociation = (db: Db, person: Person, courseId: number, teacherId: number) =>
  one(
    db,
    associatedRow,
    sql`
      insert into course_teachers as ct (course_id, teacher_id, associated_by)
      select c.id, ${teacherId}, ${person.id}
      from courses c
      where c.id = ${courseId}
        and c.deleted_at is null
        and ${ownCourses(person)}
      on conflict on constraint course_teachers_pkey do update
      set associated = not ct.associated,
        associated_by = excluded.associated_by,
        associated_at = case when ct.associated then ct.associated_at else now() end
      returning ct.associated
    `,
  );

const teachesRow = row({ teaches: bool });

export async function teachesInCourse(db: Db, courseId: number, teacherId: number): Promise<boolean> {
  const { teaches } = await one(
    db,
    teachesRow,
    sql`
      select exists (
        select from slot_teachers t
        join class_slots s on s.id = t.slot_id
        where t.teacher_id = ${teacherId}
          and t.course_id = ${courseId}
          and t.ended_at is null
          and s.deleted_at is null
      ) or exists (
        select from meetings m
        where m.teacher_id = ${teacherId}
          and m.course_id = ${courseId}
          and coalesce(m.held_on, m.on_date) >= current_date
      ) as teaches
    `,
  );
  return teaches;
}

export const setStrength = (db: Db, person: Person, courseId: number, teacherId: number, strength: number) =>
  run(
    db,
    sql`
      update course_teachers ct
      set strength = ${strength}
      where ct.course_id = ${courseId}
        and ct.teacher_id = ${teacherId}
        and ct.associated
        and ${inOwnCourse(person, sql`ct.course_id`)}
    `,
  );
