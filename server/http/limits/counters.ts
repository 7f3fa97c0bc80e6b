import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { bool, int, row } from '../../db/columns.ts';
import { maybeOne, one, run } from '../../db/rows.ts';

/** Counters in the database. All server processes share them, and they outlive a restart. */
export interface Window {
  readonly key: string;
  readonly seconds: number;
}

export const hour = 3600;
export const day = 24 * hour;

const nowMs = sql`(extract(epoch from now()) * 1000)::bigint`;

const pointsRow = row({ points: int });

/**
 * Adds `by` to the counter and returns its new value. The first count opens the window of `seconds`. With `by` 0 it
 * only reads.
 */
export async function count(db: Db, { key, seconds }: Window, by = 1): Promise<number> {
  const { points } = await one(
    db,
    pointsRow,
    sql`
      insert into rate_limits as r (key, points, expire)
      values (${key}, ${by}, ${nowMs} + ${seconds * 1000}::bigint)
      on conflict on constraint rate_limits_pkey do update
      set points = case when r.expire <= ${nowMs} then excluded.points else r.points + excluded.points end,
        expire = case when r.expire <= ${nowMs} then excluded.expire else r.expire end
      returning points
    `,
  );
  return points;
}

/**
 * Adds `by` to the counter if it stays within `most`, and says whether it did. Of two at once the second sees the first. In
 * a transaction the second waits until the first has ended.
 */
export async function take(db: Db, { key, seconds }: Window, by: number, most: number): Promise<boolean> {
  const taken = await maybeOne(
    db,
    pointsRow,
    sql`
      insert into rate_limits as r (key, points, expire)
      select ${key}, ${by}::integer, ${nowMs} + ${seconds * 1000}::bigint
      where ${by}::integer <= ${most}::integer
      on conflict on constraint rate_limits_pkey do update
      set points = case when r.expire <= ${nowMs} then excluded.points else r.points + excluded.points end,
        expire = case when r.expire <= ${nowMs} then excluded.expire else r.expire end
      where r.expire <= ${nowMs} or r.points + excluded.points <= ${most}::integer
      returning points
    `,
  );
  return taken !== null;
}

const expireRow = row({ expire: int });

/** The moment when the counter starts anew if it has reached `most`, else null. */
export async function endOf(db: Db, key: string, most: number): Promise<Date | null> {
  const row = await maybeOne(
    db,
    expireRow,
    sql`select expire from rate_limits where key = ${key} and points >= ${most} and expire > ${nowMs}`,
  );
  return row === null ? null : new Date(row.expire);
}

/** Sets a flag that stays until `forget` removes it. */
export const raiseFlag = (db: Db, key: string) =>
  run(
    db,
    sql`
      insert into rate_limits (key, points, expire) values (${key}, 1, null)
      on conflict on constraint rate_limits_pkey do nothing
    `,
  );

/** SQL condition: the flag is set. */
export const raised = (key: string): Sql =>
  sql`exists (select from rate_limits where key = ${key} and expire is null)`;

const raisedRow = row({ is_raised: bool });

export const isRaised = async (db: Db, key: string): Promise<boolean> =>
  (await one(db, raisedRow, sql`select ${raised(key)} as is_raised`)).is_raised;

/** Removes flags or counters. Returns how many there were. */
export const forget = (db: Db, keys: readonly string[]) =>
  run(db, sql`delete from rate_limits where key = any (${keys})`);
