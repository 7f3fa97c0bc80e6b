import sql from 'sql-template-tag';
import { int, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';

const survivorRow = row({ id: int });

/** The living person who a merged one turned out to be, also after several merges; null when there is none. */
export async function survivorOf(db: Db, personId: number): Promise<number | null> {
  const survivor = await maybeOne(
    db,
    survivorRow,
    sql`
      with recursive chain as (
        select p.id, p.merged_into, p.deleted_at from people p where p.id = ${personId} and p.merged_into is not null
        union
        select p.id, p.merged_into, p.deleted_at from chain c join people p on p.id = c.merged_into
      )
      select id from chain where deleted_at is null
    `,
  );
  return survivor?.id ?? null;
}

/** Refuses the id of a merged person and names the survivor, where `read` shows the caller the survivor. */
export async function leadOn(
  db: Db,
  personId: number,
  read: (survivor: number) => Promise<unknown>,
): Promise<void> {
  const survivor = await survivorOf(db, personId);
  if (survivor === null) return;
  await read(survivor);
  throw fail('person_merged', { merged_into: survivor });
}
