import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import { ownCourses } from '#server/http/identity/scope.ts';
import type { Caller } from '#server/http/identity/scope.ts';

/**
 * Locks courses, classes and students until the import is saved. Returns false when one of them was deleted, or given
 * to somebody else, since the look-up.
 */
export async function hold(
  tx: Db,
  caller: Caller,
  ids: Readonly<Record<'courses' | 'classes' | 'students', readonly number[]>>,
): Promise<boolean> {
  const courses = await run(
    tx,
    sql`
      select from courses c
      where c.id = any(${ids.courses}::bigint[]) and c.deleted_at is null and ${ownCourses(caller)}
      order by c.id
      for share of c
    `,
  );
  const classes = await run(
    tx,
    sql`
      select from classes k
      where k.id = any(${ids.classes}::bigint[]) and k.deleted_at is null
      order by k.id
      for share
    `,
  );
  const students = await run(
    tx,
    sql`
      select from people p
      where p.id = any(${ids.students}::bigint[]) and ${isStudent}
      order by p.id
      for share
    `,
  );
  return courses === ids.courses.length && classes === ids.classes.length && students === ids.students.length;
}
