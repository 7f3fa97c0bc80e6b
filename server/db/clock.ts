import sql from 'sql-template-tag';
import { float, row } from './columns.ts';
import type { Db } from './pool.ts';
import { one } from './rows.ts';

/** In seconds. No portal starts with more between its clock and the database's. */
export const mostApart = 5;

/** By how many seconds at least the clock of this machine and the database's differ. */
export async function clockApart(db: Db): Promise<number> {
  const asked = Date.now();
  const { clock } = await one(
    db,
    row({ clock: float }),
    sql`select extract(epoch from clock_timestamp())::float8 as clock`,
  );
  // The database read its clock somewhere between question and answer.
  return Math.max(asked / 1000 - clock, clock - Date.now() / 1000, 0);
}
