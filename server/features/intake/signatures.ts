import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';

const noted = row({ payment_id: text });

/**
 * Stores when these items were signed. Returns those without a later signature, because requests may arrive out of
 * order. The rows stay locked, so that of two requests at once the later signature decides. Unsigned items come back as
 * they are.
 */
export async function latestOf<T>(
  tx: Db,
  items: readonly T[],
  nameOf: (item: T) => string,
  signedAt: Date | undefined,
): Promise<readonly T[]> {
  if (signedAt === undefined) return items;
  const latest = await many(
    tx,
    noted,
    sql`
      insert into payment_signatures as s (payment_id, signed_at)
      select g.payment_id, ${signedAt}::timestamptz
      from unnest(${items.map(nameOf)}::text[]) as g (payment_id)
      order by g.payment_id
      on conflict on constraint payment_signatures_pkey do update
      set signed_at = excluded.signed_at
      where s.signed_at <= excluded.signed_at
      returning s.payment_id
    `,
  );
  const isLatest = new Set(latest.map(({ payment_id }) => payment_id));
  return items.filter((item) => isLatest.has(nameOf(item)));
}
