import { access, chown, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import * as z from 'zod';
import sql from 'sql-template-tag';
import { int, row } from '../db/columns.ts';
import { one } from '../db/rows.ts';
import { openDataFolder, restoringMark } from '../data-folder.ts';
import { startEmbedded } from '../db/embedded.ts';
import type { EmbeddedHome } from '../db/embedded-home.ts';
import { findHome, packagedMajor } from '../db/embedded-home.ts';
import { logFolder, recover } from '../db/archive.ts';
import { migrationNames } from '../db/migrate.ts';
import { StartError } from '../start-error.ts';
import { erasuresFolder } from '../storage/local.ts';
import { checkFiles } from './checksums.ts';
import { mirrorFolder } from './mirror.ts';
import { copyTree, liesWithin, readTree, settle } from './copy-tree.ts';
import type { BackupFacts } from './make-backup.ts';
import { clusterFolder } from './kept.ts';
import { factsFile } from './make-backup.ts';
import { checkPages, DamagedPage } from './page-checksum.ts';

const factsShape = z.object({
  made_at: z.iso.datetime(),
  postgres: z.int(),
  migration: z.string(),
  bytes: z.int(),
  checksums: z.string().optional(),
});

export interface RestoreOptions {
  readonly signal?: AbortSignal | undefined;
  /** The data folder that this one replaces: its list knows every erasure, and its database has the newest log. */
  readonly before?: string | undefined;
  /** With an archived log beside the backup: a moment, or all that the log has; without it the backup as it is. */
  readonly to?: Date | 'end' | undefined;
}

export interface Restored extends BackupFacts {
  /** People in the restored database, so that the operator sees that it is the right one. */
  readonly people: number;
  readonly has_secret: boolean;
  /** How many people the lists of erasures name. */
  readonly erasures: number;
  /** The time of the last change, where the log was replayed. */
  readonly last: string | null;
}

/**
 * Restores a backup into a data folder without a database, starts it once, and reads every table. The start repairs
 * pages that were half written during the copy. The reading finds damage now and not later. Throws a StartError, before
 * anything is written, for a backup that is damaged or of another version.
 */
export async function restoreBackup(
  backup: string,
  dataDir: string,
  { signal, before, to }: RestoreOptions = {},
): Promise<Restored> {
  const source = resolve(backup);
  const facts = await readFacts(source);
  await refuseUsed(dataDir);
  if (before !== undefined) {
    await access(resolve(before)).catch((cause: unknown) => {
      throw new StartError(`${before} is no data folder`, { cause });
    });
  }
  if (await liesWithin(source, dataDir)) throw new StartError(`${dataDir} lies in the backup itself`);
  await refuseOtherVersion(source, facts);
  if (facts.checksums !== undefined) await checkFiles(source, facts.checksums, signal);
  await openDataFolder(dataDir);
  // Without the mark, an interrupted restore would look like a new data folder and be filled with the demo.
  const mark = join(dataDir, restoringMark);
  await writeFile(mark, `${source}\n`, { mode: 0o600, flush: true });
  await copyTree(join(source, 'data'), dataDir, { signal });
  // Files that came after the backup.
  if (to !== undefined) await copyTree(join(dirname(source), mirrorFolder, 'data'), dataDir, { signal });
  const erasures = await gatherErasures(source, dataDir, before);
  const home = await findHome(dataDir);
  await placeCluster(join(source, clusterFolder), home, signal);
  const backups = dirname(source);
  const hasLog = (await readdir(join(backups, logFolder)).catch((): string[] => [])).length > 0;
  if (!hasLog && to !== undefined) throw new StartError(`${backups} has no archived log (${logFolder})`);
  const last = hasLog ? await recover(home, { backups, to: to ?? 'backup', before }) : null;
  const people = await startOnce(dataDir, readTables);
  await readPages(home, signal);
  await rm(mark);
  return { ...facts, people, has_secret: await hasSecret(dataDir), erasures, last };
}

/**
 * Brings together who was erased, by the lists of this backup, of the backups beside it, which may be younger, and of
 * the data folder of before. Returns the number of people.
 */
async function gatherErasures(source: string, dataDir: string, before: string | undefined): Promise<number> {
  const beside = await readdir(dirname(source)).catch((): string[] => []);
  const folders = [
    ...beside.map((name) => join(dirname(source), name, 'data', erasuresFolder)),
    ...(before === undefined ? [] : [join(resolve(before), erasuresFolder)]),
  ];
  const target = join(dataDir, erasuresFolder);
  for (const folder of folders) await copyTree(folder, target);
  return (await readdir(target).catch((): string[] => [])).length;
}

async function startOnce<T>(dataDir: string, work: (owner: ClientConfig) => Promise<T>): Promise<T> {
  const database = await startEmbedded({ dataDir });
  try {
    return await work(database.owner);
  } finally {
    await database.stop();
  }
}

/** Reads every page of every table and index, after the database has repaired the half-written ones. */
async function readPages({ cluster }: EmbeddedHome, signal?: AbortSignal): Promise<void> {
  try {
    await readTree(cluster, { check: checkPages, signal });
  } catch (error) {
    if (!(error instanceof DamagedPage)) throw error;
    throw damagedBefore(error);
  }
}

const damagedBefore = (cause: Error) =>
  new StartError(
    `what was backed up was damaged already: ${cause.message}. Remove what was restored and take an earlier backup`,
    { cause },
  );

const hasSecret = (dataDir: string) =>
  access(join(dataDir, 'secret')).then(
    () => true,
    () => false,
  );

export async function readFacts(source: string): Promise<BackupFacts> {
  const text = await readFile(join(source, factsFile), 'utf8').catch((cause: unknown) => {
    throw new StartError(`${source} holds no backup: there is no ${factsFile} in it`, { cause });
  });
  try {
    return factsShape.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(`${join(source, factsFile)} cannot be read`, { cause });
  }
}

async function refuseOtherVersion(source: string, { postgres, migration }: BackupFacts): Promise<void> {
  const ours = packagedMajor();
  if (postgres !== ours) {
    throw new StartError(
      `${source} is of PostgreSQL ${postgres}, which this version of the portal (PostgreSQL ${ours}) cannot read; restore it with the version that made it`,
    );
  }
  const known = await migrationNames();
  if (migration !== '' && !known.includes(migration)) {
    throw new StartError(
      `${source} was made by a newer Gurukul (it holds migration ${migration}, unknown here); restore it with that version`,
    );
  }
}

/** Refuses to restore over existing data. */
async function refuseUsed(dataDir: string): Promise<void> {
  const found = await readdir(dataDir).catch((): string[] => []);
  if (found.includes(restoringMark)) {
    throw new StartError(
      `${dataDir} holds a part of a backup, whose restoring was cut off; remove it and restore again`,
    );
  }
  if (found.length > 0) {
    throw new StartError(`${dataDir} is not empty; a backup is restored into a new data folder`);
  }
}

/** Copies the cluster, owned by the database's user. It gets its name only when it is complete. */
async function placeCluster(from: string, home: EmbeddedHome, signal?: AbortSignal): Promise<void> {
  const side = `${home.cluster}.new-${process.pid}`;
  await copyTree(from, side, { signal });
  await giveTo(home, side);
  await settle(side);
  await rename(side, home.cluster);
}

async function giveTo({ runAs }: EmbeddedHome, folder: string): Promise<void> {
  if (runAs.uid === undefined) return;
  const inside = await readdir(folder, { recursive: true });
  for (const path of ['.', ...inside]) await chown(join(folder, path), runAs.uid, runAs.gid);
}

// Reads the tables themselves, catalogs and long values included. Of an index it reads the first page.
const readAll = `
  do $$
  declare
    one regclass;
  begin
    set local enable_indexscan = off;
    set local enable_indexonlyscan = off;
    set local enable_bitmapscan = off;
    for one in select oid from pg_class where relkind in ('r', 'm', 't') and relpersistence <> 't' loop
      execute format('select count(*) from only %s', one);
    end loop;
    for one in select oid from pg_class where relkind = 'i' and pg_relation_size(oid) = 0 loop
      raise exception 'the index % is missing', one;
    end loop;
  end
  $$`;

const peopleRow = row({ people: int });

/**
 * Reads every table to its end and returns the number of people. PostgreSQL throws where a page is damaged or a file is
 * missing.
 */
async function readTables(owner: ClientConfig): Promise<number> {
  const client = new Client(owner);
  await client.connect();
  try {
    await client.query(readAll).catch((cause: Error) => {
      throw damagedBefore(cause);
    });
    return (await one(client, peopleRow, sql`select count(*)::int as people from people`)).people;
  } finally {
    await client.end();
  }
}
