import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import sql from 'sql-template-tag';
import { bool, row, text } from '../db/columns.ts';
import { maybeOne, one } from '../db/rows.ts';
import { StartError } from '../start-error.ts';
import { copyTree } from './copy-tree.ts';
import type { CopyOptions } from './copy-tree.ts';
import { checkPages, DamagedPage } from './page-checksum.ts';

/** Folders of the running server that are no data. */
const emptied: ReadonlySet<string> = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|start\.log|log)$|(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*)$/;

const isLeftOut = (path: string) =>
  leftOut.test(path) || emptied.has(path.slice(0, path.indexOf('/'))) || path === 'current_logfiles';

const startedRow = row({ first: text, has_checksums: bool });
const stoppedRow = row({ last: text, labelfile: text });

/**
 * Copies the folder of a running PostgreSQL by the low-level backup of its manual. Pages between start and stop may be
 * half written. The log of that time, copied last, repairs them when the copy first starts. A replication slot keeps
 * that log until then. Throws at a damaged page, because a copy would only spread it.
 */
export async function copyRunningCluster(
  owner: ClientConfig,
  cluster: string,
  to: string,
  { signal, note }: Pick<CopyOptions, 'signal' | 'note'> = {},
): Promise<number> {
  const client = new Client({ ...owner, application_name: 'gurukul backup' });
  await client.connect();
  try {
    // The slot ends with this connection, however this process ends.
    await client.query(`select pg_create_physical_replication_slot('gurukul_backup', true, true)`);
    const { first, has_checksums } = await one(
      client,
      startedRow,
      sql`
        select pg_walfile_name(pg_backup_start('gurukul', true)) as first,
          current_setting('data_checksums')::boolean as has_checksums
      `,
    );
    const check = has_checksums ? checkPages : () => null;
    let bytes = await copyTree(cluster, to, { leaveOut: isLeftOut, signal, note, check });
    for (const folder of emptied) await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
    const { last, labelfile } = await one(
      client,
      stoppedRow,
      sql`select pg_walfile_name(lsn) as last, labelfile from pg_backup_stop(false)`,
    );
    await writeFile(join(to, 'backup_label'), labelfile, { mode: 0o600, flush: true });
    note?.('backup_label', createHash('sha256').update(labelfile).digest('hex'));
    bytes += await copyTree(join(cluster, 'pg_wal'), join(to, 'pg_wal'), {
      leaveOut: (name) => !isNeeded(name, first, last),
      note: (name, sha256) => note?.(`pg_wal/${name}`, sha256),
    });
    return bytes;
  } catch (error) {
    if (!(error instanceof DamagedPage)) throw error;
    throw new StartError(
      `the database is damaged: ${await whereIs(client, error)} is not as PostgreSQL wrote it. No backup was made; restore the last good one, and look at the disk`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

const nameRow = row({ name: text.nullable() });

/** The page, with the name of its table or index if it is one of the portal's. */
async function whereIs(client: Client, { path, block }: DamagedPage): Promise<string> {
  const [, database, file] = /^base\/(\d+)\/(\d+)/.exec(path) ?? [];
  const found = await maybeOne(
    client,
    nameRow,
    sql`
      select pg_filenode_relation(0, ${file ?? 0}::oid)::text as name from pg_database
      where oid = ${database ?? 0}::oid and datname = current_database()
    `,
  );
  return `page ${block} of ${path}${found?.name ? ` (${found.name})` : ''}`;
}

/** Segments have names in hexadecimal of one length, so their names sort by position. */
const isNeeded = (name: string, first: string, last: string) =>
  /^[0-9A-F]{8}\.history$/.test(name) || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
