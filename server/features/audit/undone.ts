import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';

/** Marks a change as undone by the present one. The second of two at once is refused when the first has committed. */
export async function markUndone(tx: Db, changeId: number, personId: number): Promise<void> {
  const marked = await run(
    tx,
    sql`
      insert into undos (change_id, undone_by, by_change_id)
      values (${changeId}, ${personId}, current_change())
      on conflict on constraint undos_pkey do nothing
    `,
  );
  if (marked === 0) throw fail('change_undone');
}
