import type { Db } from './pool.ts';
import { StartError } from '../start-error.ts';

const oldestServer = 150_000;
const mostClockDifferenceSeconds = 5;

/** What must hold before anything is served: a database that keeps what it acknowledges, and clocks that agree. */
export async function checkDatabase(db: Db): Promise<void> {
  const asked = Date.now();
  const { rows } = await db.query<{
    version: number;
    fsync: string;
    synchronous_commit: string;
    full_page_writes: string;
    clock: number;
  }>(`select current_setting('server_version_num')::int as version,
             current_setting('fsync') as fsync,
             current_setting('synchronous_commit') as synchronous_commit,
             current_setting('full_page_writes') as full_page_writes,
             extract(epoch from clock_timestamp())::float8 as clock`);
  const answered = Date.now();
  const found = rows[0];
  if (found === undefined) throw new Error('the database did not answer the self-check');

  if (found.version < oldestServer) throw new StartError('the database is older than PostgreSQL 15');
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'] as const) {
    if (found[name] === 'off') {
      throw new StartError(`the database runs with ${name} off and could lose what it has acknowledged`);
    }
  }
  // The database read its clock somewhere between the question and the answer.
  const difference = Math.max(asked / 1000 - found.clock, found.clock - answered / 1000, 0);
  if (difference > mostClockDifferenceSeconds) {
    throw new StartError(
      `the clocks of this server and of its database differ by ${Math.round(difference)} seconds`,
    );
  }
}
