import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { exists, run } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';

/** The course must be locked. Refuses a circle of levels, which nobody could enter. */
export async function setLevel(db: Db, courseId: number, after: number | null): Promise<void> {
  const isCircle = await exists(
    db,
    sql`
      with recursive before (id) as (
        select ${after}::bigint
        union
        select c.level_after from before b join courses c on c.id = b.id
      )
      select from before where id = ${courseId}
    `,
  );
  if (isCircle) throw fail('level_circle');
  await run(
    db,
    sql`
      update courses set level_after = ${after}::bigint, updated_at = now()
      where id = ${courseId} and level_after is distinct from ${after}::bigint
    `,
  );
}

interface Exception {
  readonly course_id: number;
  readonly student_id: number;
  readonly reason: string;
}

/** A second press adds nothing. */
export const exceptFromLevel = (db: Db, { id }: Person, { course_id, student_id, reason }: Exception) =>
  run(
    db,
    sql`
      insert into level_exceptions (course_id, student_id, reason, given_by)
      select ${course_id}, ${student_id}, ${reason}, ${id}
      where not exists (
        select from level_exceptions x where x.course_id = ${course_id} and x.student_id = ${student_id}
      )
    `,
  );
