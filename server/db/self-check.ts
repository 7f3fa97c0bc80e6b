import sql from 'sql-template-tag';
import { clockApart, mostApart } from './clock.ts';
import { int, row, text } from './columns.ts';
import { one } from './rows.ts';
import type { Db } from './pool.ts';
import { StartError } from '../start-error.ts';

const oldestServer = 150_000;

const settingsRow = row({
  version: int,
  fsync: text,
  synchronous_commit: text,
  full_page_writes: text,
});

/**
 * Checks the database before the portal serves: it must keep acknowledged writes, and the clocks must agree. Throws
 * otherwise.
 */
export async function checkDatabase(db: Db): Promise<void> {
  const found = await one(
    db,
    settingsRow,
    sql`
      select current_setting('server_version_num')::int as version,
        current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as synchronous_commit,
        current_setting('full_page_writes') as full_page_writes
    `,
  );
  if (found.version < oldestServer) throw new StartError('the database is older than PostgreSQL 15');
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'] as const) {
    if (found[name] === 'off') {
      throw new StartError(`the database runs with ${name} off and could lose what it has acknowledged`);
    }
  }
  const apart = await clockApart(db);
  if (apart > mostApart) {
    throw new StartError(
      `the clocks of this server and of its database differ by ${Math.round(apart)} seconds`,
    );
  }
}
