import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { exists, run } from '#server/db/rows.ts';
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
