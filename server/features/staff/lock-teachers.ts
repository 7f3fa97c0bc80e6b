import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import type { RowOf } from '../../db/columns.ts';
import { int, row, text } from '../../db/columns.ts';
import { exists, many } from '../../db/rows.ts';
import { fail } from '../../http/answers/problem.ts';

const lockedTeacher = row({ id: int, fullname: text });
export type LockedTeacher = RowOf<typeof lockedTeacher>;

/**
 * Locks those of these people who are teachers and neither deleted nor suspended, until the transaction ends. Their
 * classes, their role and their account then change in one transaction at a time. The order of locks is the same
 * everywhere, so that no two transactions wait for each other: courses by id, people by id, then rows below a course.
 */
export const holdTeachers = (db: Db, ids: readonly number[]) =>
  many(
    db,
    lockedTeacher,
    sql`
      select p.id, p.fullname
      from present_staff p
      where p.id = any(${ids}::bigint[])
        and (p.main_role = 'teacher' or p.as_role = 'teacher')
      order by p.id
      for no key update
    `,
  );

/** The same, but each of them must be a teacher: a missing, deleted or other person is the same 404. */
export async function lockTeachers(db: Db, ids: readonly number[]): Promise<LockedTeacher[]> {
  const teachers = await holdTeachers(db, ids);
  if (teachers.length < new Set(ids).size) throw fail('not_found');
  return teachers;
}

/** A teacher of the course. The row stays locked until the transaction ends. */
export async function lockAssociated(db: Db, courseId: number, teacherId: number): Promise<LockedTeacher> {
  const [teacher] = await lockTeachers(db, [teacherId]);
  const isAssociated = await exists(
    db,
    sql`
      select ct.teacher_id
      from course_teachers ct
      where ct.course_id = ${courseId}
        and ct.teacher_id = ${teacherId}
        and ct.associated
    `,
  );
  if (teacher === undefined || !isAssociated) throw fail('teacher_not_associated');
  return teacher;
}
