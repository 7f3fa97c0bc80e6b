import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import sql, { raw } from 'sql-template-tag';
import { row, text } from '../db/columns.ts';
import { many, one } from '../db/rows.ts';

const compactedFile = 'compacted';

const newestRow = row({ newest: text });
const tableRow = row({ name: text });

/** In milliseconds: how long the work of people may have to wait for one table. */
const lockWait = 5_000;
/** In milliseconds: how long transactions that began before are waited for. */
const snapshotWait = 120_000;

const xidRow = row({ xid: text });

/**
 * Waits until nobody looks at the rows as they were before: PostgreSQL copies those rows too. Returns false when
 * somebody still does, perhaps a long report.
 */
async function outlastOlder(client: Client): Promise<boolean> {
  const { xid } = await one(client, xidRow, sql`select pg_current_xact_id()::xid::text as xid`);
  for (let waited = 0; waited < snapshotWait; waited += 500) {
    const { rowCount } = await client.query(sql`
      select from pg_stat_activity a
      where a.pid <> pg_backend_pid() and a.backend_xmin is not null and age(a.backend_xmin) >= age(${xid}::xid)
      limit 1
    `);
    if (rowCount === 0) return true;
    await wait(500);
  }
  return false;
}

/**
 * Removes what the planner knows of a table and its indexes. A table that is empty now gets nothing new by `analyze`, so
 * the values of before would stay.
 */
const forgetStatistics = (client: Client, name: string) =>
  client.query(sql`
    select pg_clear_attribute_stats(s.schemaname::text, s.tablename::text, s.attname::text, s.inherited)
    from pg_stats s
    where to_regclass(format('%I.%I', s.schemaname, s.tablename)) in (
      select ${name}::regclass
      union all
      select x.indexrelid::regclass from pg_index x where x.indrelid = ${name}::regclass
    )
  `);

/**
 * Writes every table anew after an erasure, without the dead rows that name erased people, and the planner's statistics
 * too. PostgreSQL itself only marks such bytes as free. Each table is locked while it is written: seconds for a hundred
 * thousand rows. Returns the tables that were in use for too long.
 */
export async function compactAfterErasures(owner: ClientConfig, dataDir: string): Promise<readonly string[]> {
  const client = new Client({ ...owner, application_name: 'gurukul backup' });
  await client.connect();
  try {
    const { newest } = await one(
      client,
      newestRow,
      sql`select coalesce(max(erased_at)::text, '') as newest from people`,
    );
    const file = join(dataDir, compactedFile);
    if (newest === (await readFile(file, 'utf8').catch(() => ''))) return [];
    const tables = await many(
      client,
      tableRow,
      sql`
        select c.oid::regclass::text as name
        from pg_class c
        where c.relkind = 'r'
          and (c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) or c.relname = 'pg_statistic')
        -- the statistics come last, once each table has new ones
        order by c.relname = 'pg_statistic', c.relname
      `,
    );
    await client.query(
      sql`select set_config('lock_timeout', ${String(lockWait)}, false), set_config('statement_timeout', '0', false)`,
    );
    if (!(await outlastOlder(client))) return tables.map(({ name }) => name);
    const busy: string[] = [];
    for (const { name } of tables) {
      await forgetStatistics(client, name);
      await client
        .query(sql`vacuum (full, analyze) ${raw(name)}`)
        .catch((error: Error & { code?: string }) => {
          if (error.code !== '55P03') throw error;
          busy.push(name);
        });
    }
    // A segment of the log goes with a checkpoint once the log has left it, and wrote little may still be in it.
    await client.query('select pg_switch_wal()');
    await client.query('checkpoint');
    if (busy.length === 0) await writeFile(file, newest, { mode: 0o600 });
    return busy;
  } finally {
    await client.end();
  }
}
