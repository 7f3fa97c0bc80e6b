import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { allOf } from '#server/db/all-of.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownClasses } from '#server/http/identity/scope.ts';

/** What figures are about: everything within the caller's reach, or a course or class of it. */
export interface About {
  readonly caller: Caller;
  readonly courseId: number | null;
  readonly classId: number | null;
}

const chosen = ({ courseId, classId }: About): Sql[] => [
  ...(courseId === null ? [] : [sql`c.id = ${courseId}`]),
  ...(classId === null ? [] : [sql`k.id = ${classId}`]),
];

/** The classes, with the names that lists show. */
export const classesAbout = (about: About): Sql => sql`
  select k.id, k.course_id, k.class_name, c.course_name
  from classes k
  join courses c on c.id = k.course_id and c.deleted_at is null
  where ${allOf([sql`k.deleted_at is null`, ownClasses(about.caller), ...chosen(about)])}
`;

/** Condition on an enrolment. Without a class it belongs to its course, which teachers have no part in. */
export function isAbout(about: About, enrolment: 'e' | 'other' = 'e'): Sql {
  const { caller, classId } = about;
  if (caller.role === 'teacher' || classId !== null) {
    return sql`${raw(enrolment)}.class_id in (select k.id from (${classesAbout(about)}) k)`;
  }
  return sql`${raw(enrolment)}.course_id in (
    select c.id
    from courses c
    where ${allOf([
      sql`c.deleted_at is null`,
      ...(caller.role === 'admin' ? [] : [sql`c.courseadmin_id = ${caller.id}`]),
      ...chosen(about),
    ])}
  )`;
}

/** Condition on an enrolment `e`: its student was not deleted, which would have ended it. */
export const isOfSomebody = sql`
  (e.ended_on is null or (select p.deleted_at is null from people p where p.id = e.student_id))
`;

/**
 * The classes `k` with their marks of some days, counted by day, `a`. Class by class, so that an index alone answers it
 * (record 78).
 */
export const marksByDay = (about: About, { from, to }: { from: string; to: string }): Sql => sql`
  (${classesAbout(about)}) k
  cross join lateral (
    select a.attendance_date as day, count(*) as marks, count(*) filter (where a.status = 'present') as present
    from attendance a
    where a.class_id = k.id and a.attendance_date between ${from}::date and ${to}::date
    group by a.attendance_date
  ) a
`;
