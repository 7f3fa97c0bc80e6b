import sql from 'sql-template-tag';
import { float, int, row, text } from './columns.ts';
import { one } from './rows.ts';
import type { Db } from './pool.ts';
import { StartError } from '../start-error.ts';

const oldestServer = 150_000;
const mostClockDifferenceSeconds = 5;

const settingsRow = row({
  version: int,
  fsync: text,
  synchronous_commit: text,
  full_page_writes: text,
  clock: float,
});

/**
 * Checks the database before the portal serves: it must keep acknowledged writes, and the clocks must agree. Throws
 * otherwise.
 */
export async function checkDatabase(db: Db): Promise<void> {
  const asked = Date.now();
  const found = await one(
    db,
    settingsRow,
    sql`
      select current_setting('server_version_num')::int as version,
        current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as synchronous_commit,
        current_setting('full_page_writes') as full_page_writes,
        extract(epoch from clock_timestamp())::float8 as clock
    `,
  );
  const answered = Date.now();

  if (found.version < oldestServer) throw new StartError('the database is older than PostgreSQL 15');
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'] as const) {
    if (found[name] === 'off') {
      throw new StartError(`the database runs with ${name} off and could lose what it has acknowledged`);
    }
  }
  // In seconds. The database read its clock somewhere between question and answer.
  const difference = Math.max(asked / 1000 - found.clock, found.clock - answered / 1000, 0);
  if (difference > mostClockDifferenceSeconds) {
    throw new StartError(
      `the clocks of this server and of its database differ by ${Math.round(difference)} seconds`,
    );
  }
}
