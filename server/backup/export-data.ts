import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import sql from 'sql-template-tag';
import * as z from 'zod';
import { int, row, text } from '../db/columns.ts';
import { many, one } from '../db/rows.ts';
import { StartError } from '../start-error.ts';
import type { Storage } from '../storage/storage.ts';
import { writeChecksums } from './checksums.ts';
import { inNewFolder } from './new-folder.ts';
import type { Table } from './tables.ts';
import { listSequences, listTables } from './tables.ts';

export const manifestFile = 'manifest.json';

/** What manifest.json says. docs/operations.md describes the folder. */
export const manifestShape = z.object({
  /** Increases when the form changes. */
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** The portal's. */
  version: z.string(),
  /** The newest migration. The rows fit the schema that it leaves. */
  migration: z.string(),
  /** Rows and columns of each table. Its file is `tables/<name>.copy`. */
  tables: z.record(z.string(), z.object({ rows: z.int(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), is_used: z.boolean() })),
  files: z.int(),
  erasures: z.int(),
  /** The checksum of files.sha256, which has that of every other file. */
  checksums: z.string(),
});
export type Manifest = z.infer<typeof manifestShape>;

export interface Exported {
  readonly owner: ClientConfig;
  readonly storage: Storage;
  readonly version: string;
  /** Included only where the operator asks for it. */
  readonly secret?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Tables as text that any PostgreSQL reads: of one moment, in the order of their keys. */
const settings = [
  'begin isolation level repeatable read read only',
  `set local timezone = 'UTC'`,
  `set local datestyle = 'ISO'`,
  `set local intervalstyle = 'postgres'`,
  'set local extra_float_digits = 1',
  `set local bytea_output = 'hex'`,
  'set local statement_timeout = 0',
];

/** Writes everything that the portal stores into a new folder, readable without a portal. */
export const exportData = (folder: string, options: Exported): Promise<Manifest> =>
  inNewFolder(folder, (side) => fill(side, options));

async function fill(side: string, { owner, storage, version, secret, signal }: Exported): Promise<Manifest> {
  const client = new Client({ ...owner, application_name: 'gurukul export' });
  await client.connect();
  const sums = new Map<string, string>();
  try {
    for (const each of settings) await client.query(each);
    const { migration } = await one(
      client,
      row({ migration: text }),
      sql`select name as migration from schema_migrations order by version desc limit 1`,
    );
    const tables: Manifest['tables'] = {};
    await mkdir(join(side, 'tables'), { mode: 0o700 });
    for (const table of await listTables(client)) {
      signal?.throwIfAborted();
      const path = `tables/${table.name}.copy`;
      tables[table.name] = {
        rows: await writeTable(client, table, join(side, path), (sum) => sums.set(path, sum)),
        columns: [...table.columns],
      };
    }
    const files = await writeFiles(client, storage, side, sums, signal);
    const erasures = await writeErasures(storage, side, sums);
    if (secret !== undefined) await writeOne(side, 'secret', secret, sums);
    const sequences = await listSequences(client);
    const checksums = await writeChecksums(side, sums);
    const made_at = new Date().toISOString();
    const manifest: Manifest = {
      format: 1,
      made_at,
      version,
      migration,
      tables,
      sequences,
      files,
      erasures,
      checksums,
    };
    await writeFile(join(side, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    return manifest;
  } finally {
    await client.end();
  }
}

/** Waiting jobs only; one that a worker has begun is begun again elsewhere. */
const selectOf = ({ name, columns, key }: Table) =>
  name === 'pgboss.job'
    ? `select ${columns.map((each) => (each === 'state' ? `'created'::pgboss.job_state as state` : each)).join(', ')}
       from pgboss.job where state < 'completed' order by id`
    : `select ${columns.join(', ')} from ${name} order by ${key.length > 0 ? key.join(', ') : '1'}`;

async function writeTable(
  client: Client,
  table: Table,
  path: string,
  note: (sum: string) => void,
): Promise<number> {
  const rows = client.query(copyTo(`copy (${selectOf(table)}) to stdout`));
  const hash = createHash('sha256');
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(rows, counted, createWriteStream(path, { mode: 0o600 }));
  note(hash.digest('hex'));
  return rows.rowCount ?? 0;
}

async function writeOne(
  side: string,
  path: string,
  bytes: string | Buffer,
  sums: Map<string, string>,
): Promise<void> {
  await writeFile(join(side, path), bytes, { mode: 0o600 });
  sums.set(path, createHash('sha256').update(bytes).digest('hex'));
}

const fileRow = row({ key: text, size: int });

/** After the rows' moment: a file is stored before its row, so each row has its file. */
async function writeFiles(
  client: Client,
  storage: Storage,
  side: string,
  sums: Map<string, string>,
  signal?: AbortSignal,
): Promise<number> {
  await mkdir(join(side, 'files'), { mode: 0o700 });
  const named = await many(
    client,
    fileRow,
    sql`select key, size::int as size from files where key is not null order by key`,
  );
  for (const { key } of named) {
    signal?.throwIfAborted();
    const found = await storage.open(key);
    if (found === null) throw new StartError(`the file ${key}, which a row names, is not in the storage`);
    await writeOne(side, `files/${key}`, Buffer.concat(await found.stream.toArray()), sums);
  }
  return named.length;
}

async function writeErasures(storage: Storage, side: string, sums: Map<string, string>): Promise<number> {
  await mkdir(join(side, 'erasures'), { mode: 0o700 });
  let count = 0;
  for await (const { name } of storage.listErasures()) {
    const facts = await storage.readErasure(name);
    if (facts === null) continue;
    await writeOne(side, `erasures/${name}`, facts, sums);
    count += 1;
  }
  return count;
}
