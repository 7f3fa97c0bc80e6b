import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import sql from 'sql-template-tag';
import { row, text } from '../db/columns.ts';
import type { MigrateOptions } from '../db/migrate.ts';
import { migrate, migrationNames } from '../db/migrate.ts';
import { many } from '../db/rows.ts';
import { StartError } from '../start-error.ts';
import type { Storage } from '../storage/storage.ts';
import { isEmpty } from '../db/seed/seed.ts';
import { checkFiles } from './checksums.ts';
import type { Manifest } from './export-data.ts';
import { manifestFile, manifestShape } from './export-data.ts';
import { filesName } from '../storage/whose-files.ts';
import type { Table } from './tables.ts';
import { listTables } from './tables.ts';

export interface ImportTarget {
  readonly owner: ClientConfig;
  readonly storage: Storage;
  readonly migration?: MigrateOptions | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads what an export says of itself. Throws a StartError for a damaged one and for one of a newer portal. */
export async function readExport(folder: string, signal?: AbortSignal): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((cause: unknown) => {
    throw new StartError(`${folder} holds no export: there is no ${manifestFile} in it`, { cause });
  });
  const parsed = manifestShape.safeParse(JSON.parse(text));
  if (!parsed.success) throw new StartError(`${join(folder, manifestFile)} cannot be read`);
  if (!(await migrationNames()).includes(parsed.data.migration)) {
    throw new StartError(
      `${folder} was made by a newer Gurukul (${parsed.data.version}); import it with that version`,
    );
  }
  await checkFiles(folder, parsed.data.checksums, signal);
  return parsed.data;
}

/**
 * Loads an export into an empty database. All rows come in one transaction, so a killed import leaves the database
 * empty. The schema is that of the export; the next start of the portal migrates it.
 */
export async function importData(folder: string, options: ImportTarget): Promise<Manifest> {
  const { owner, storage, migration, signal } = options;
  const manifest = await readExport(folder, signal);
  await migrate(owner, { ...migration, upTo: manifest.migration });
  const client = new Client({ ...owner, application_name: 'gurukul import' });
  await client.connect();
  try {
    if (!(await isEmpty(client)))
      throw new StartError('the database is not empty; an export is imported into a new one');
    await client.query('begin');
    await loadRows(client, folder, manifest, signal);
    await loadFiles(client, folder, storage, signal);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
  return manifest;
}

const linkRow = row({ name: text, on_table: text, definition: text });

/**
 * The owner need not be a superuser, who alone could switch off the checks between tables. So these constraints are
 * dropped and made again: making them checks every row. Triggers must not audit or derive anything a second time.
 */
async function loadRows(
  client: Client,
  folder: string,
  manifest: Manifest,
  signal?: AbortSignal,
): Promise<void> {
  const tables = await listTables(client);
  const known = new Map(tables.map((table) => [table.name, table]));
  const foreign = Object.keys(manifest.tables).filter((name) => !known.has(name));
  if (foreign.length > 0)
    throw new StartError(`the export has tables that are unknown here: ${foreign.join(', ')}`);
  const own = tables.filter(({ name }) => !name.startsWith('pgboss.'));
  const links = await many(
    client,
    linkRow,
    sql`
      select quote_ident(conname) as name, conrelid::regclass::text as on_table, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid
    `,
  );
  await client.query(
    `set local statement_timeout = 0; set local timezone = 'UTC'; set local datestyle = 'ISO'`,
  );
  for (const { name, on_table } of links)
    await client.query(`alter table ${on_table} drop constraint ${name}`);
  for (const { name } of own) await client.query(`alter table ${name} disable trigger user`);
  // Migrations have written some rows already.
  await client.query(`truncate ${own.map(({ name }) => name).join(', ')}`);
  for (const [name, { columns, rows }] of Object.entries(manifest.tables)) {
    signal?.throwIfAborted();
    const loaded = await loadTable(client, folder, known.get(name)!, columns);
    if (loaded !== rows) throw new StartError(`of ${rows} rows of ${name} only ${loaded} came`);
  }
  // The files come along, so they lie elsewhere from now on.
  await client.query('delete from server_keys where name = $1', [filesName]);
  for (const { name, value, is_used } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, is_used]);
  for (const { name, on_table, definition } of links)
    await client.query(`alter table ${on_table} add constraint ${name} ${definition}`);
  for (const { name } of own) await client.query(`alter table ${name} enable trigger user`);
}

async function loadTable(
  client: Client,
  folder: string,
  table: Table,
  columns: readonly string[],
): Promise<number> {
  const missing = columns.filter((column) => !table.columns.includes(column));
  if (missing.length > 0) throw new StartError(`${table.name} has no ${missing.join(', ')} here`);
  const into = client.query(copyFrom(`copy ${table.name} (${columns.join(', ')}) from stdin`));
  await pipeline(createReadStream(join(folder, 'tables', `${table.name}.copy`)), into);
  return into.rowCount ?? 0;
}

const fileRow = row({ key: text, content_type: text });

/** Files that no row names, after a killed import, are swept a day later. */
async function loadFiles(
  client: Client,
  folder: string,
  storage: Storage,
  signal?: AbortSignal,
): Promise<void> {
  await storage.ready();
  const named = await many(client, fileRow, sql`select key, content_type from files where key is not null`);
  for (const { key, content_type } of named) {
    signal?.throwIfAborted();
    await storage.store(key, await readFile(join(folder, 'files', key)), content_type);
  }
  for (const name of await readdir(join(folder, 'erasures')))
    await storage.storeErasure(name, await readFile(join(folder, 'erasures', name), 'utf8'));
}
