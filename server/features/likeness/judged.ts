import sql from 'sql-template-tag';
import { inBatches } from '#server/db/batches.ts';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';

/** Two people, in any order. */
export type Two = readonly [number, number];

/** Stores that the two people of each pair are different, so that nobody is asked about them again. */
export const judgeDifferent = (tx: Db, pairs: readonly Two[]): Promise<number> =>
  inBatches(pairs, (some) =>
    run(
      tx,
      sql`
        insert into duplicate_pairs as d (one_id, other_id, reasons, different_since)
        select distinct least(one, other), greatest(one, other), '{}'::text[], now()
        from unnest(
          ${some.map(([one]) => one)}::bigint[], ${some.map(([, other]) => other)}::bigint[]
        ) as given (one, other)
        on conflict (one_id, other_id) do update set different_since = coalesce(d.different_since, now())
      `,
    ),
  );
