import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '../db/pool.ts';
import { bool, int, row } from '../db/columns.ts';
import { maybeOne, one, run } from '../db/rows.ts';

/** Counters in the database: shared by all server processes, and still there after a restart. */
export interface Window {
  readonly key: string;
  readonly seconds: number;
}

export const hour = 3600;
export const day = 24 * hour;

const nowMs = sql`(extract(epoch from now()) * 1000)::bigint`;

const pointsRow = row({ points: int });

/** Counts within the window that the first one opened; answers how many there are now. `by` 0 only looks. */
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

const expireRow = row({ expire: int });

/** When the counter starts anew, if it has come to `most`; else null. */
export async function endOf(db: Db, key: string, most: number): Promise<Date | null> {
  const row = await maybeOne(
    db,
    expireRow,
    sql`select expire from rate_limits where key = ${key} and points >= ${most} and expire > ${nowMs}`,
  );
  return row === null ? null : new Date(row.expire);
}

/** Raises a flag that stays until it is taken down. */
export const raiseFlag = (db: Db, key: string) =>
  run(
    db,
    sql`
      insert into rate_limits (key, points, expire) values (${key}, 1, null)
      on conflict on constraint rate_limits_pkey do nothing
    `,
  );

/** Condition: the flag is up. */
export const raised = (key: string): Sql =>
  sql`exists (select from rate_limits where key = ${key} and expire is null)`;

const raisedRow = row({ is_raised: bool });

export const isRaised = async (db: Db, key: string): Promise<boolean> =>
  (await one(db, raisedRow, sql`select ${raised(key)} as is_raised`)).is_raised;

/** Takes down a flag, or starts a counter anew; how many there were. */
export const forget = (db: Db, keys: readonly string[]) =>
  run(db, sql`delete from rate_limits where key = any (${keys})`);
