import { lstat, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import sql from 'sql-template-tag';
import type { RowOf } from '../db/columns.ts';
import { int, list, row, text } from '../db/columns.ts';
import { one } from '../db/rows.ts';
import { openDataFolder } from '../data-folder.ts';
import type { EmbeddedHome } from '../db/embedded-home.ts';
import { findHome } from '../db/embedded-home.ts';
import { AlreadyServed, startEmbedded } from '../db/embedded.ts';
import { connectionTo } from '../db/embedded-process.ts';
import { StartError } from '../start-error.ts';
import { storedPath } from '../storage/local.ts';
import { writeChecksums } from './checksums.ts';
import { compactAfterErasures } from './compact.ts';
import { copyTree, liesWithin } from './copy-tree.ts';
import { copyRunningCluster } from './hot-copy.ts';
import { clusterFolder } from './kept.ts';
import { inNewFolder } from './new-folder.ts';

/** The description beside the copied files. */
export interface BackupFacts {
  readonly made_at: string;
  /** The major version of PostgreSQL. Only the same version reads its files. */
  readonly postgres: number;
  /** The newest migration in the backup. */
  readonly migration: string;
  readonly bytes: number;
  /** The checksum of the list of all files. Backups of the first releases have none. */
  readonly checksums?: string | undefined;
}

/** What a restored portal needs and this backup does not contain, and what it should not contain. */
export interface Missing {
  readonly secret: boolean;
  /** Finished files that rows name. */
  readonly files: number;
  /** Files below the data folder that could not be read. */
  readonly unreadable: readonly string[];
  /** Tables whose dead rows may still name erased people. */
  readonly compacting: readonly string[];
}

export interface BackupOptions {
  /** Copies the secret too, so that the backup alone is enough. */
  readonly withSecret?: boolean;
  /** BACKUP_DIR: a database that is started for this archives its log too. */
  readonly backupDir?: string | null;
  readonly signal?: AbortSignal | undefined;
}

export const factsFile = 'backup.json';

// Paths that are not copied. The cluster is copied by itself. The socket is no data. Partial files are not needed.
// Mails in the outbox are readable, codes included, and nothing needs them any more.
const isBesides = (path: string) => /^(postgres(\.new-\d+)?|socket|outbox)$|\.part$/.test(path);
const secretFile = 'secret';

/**
 * Copies a data folder with its embedded database into a new folder. The portal may run or stand still. The folder gets
 * its name only when it is complete. A stop by the signal leaves nothing behind. Throws a StartError that tells the
 * operator what to do.
 */
export async function makeBackup(
  dataDir: string,
  folder: string,
  { withSecret = false, backupDir = null, signal }: BackupOptions = {},
): Promise<BackupFacts & { readonly missing: Missing }> {
  const target = resolve(folder);
  if ((await readdir(target).catch(() => null)) !== null)
    throw new StartError(`${target} is there already; a backup is made in a new folder`);
  await refuseEmpty(dataDir);
  await refuseWithin(dataDir, target);
  await openDataFolder(dataDir);
  const home = await findHome(dataDir);
  const stopped = await startIfStopped(dataDir, backupDir);
  const owner = connectionTo(home, 'gurukul');
  try {
    return await inNewFolder(target, (side) => copyAll({ dataDir, home, owner, side, withSecret, signal }));
  } finally {
    await stopped?.stop();
  }
}

/** Refuses a mistyped DATA_DIR, and makes no database there. */
export async function refuseEmpty(dataDir: string): Promise<void> {
  const isThere = await lstat(join(dataDir, 'postgres')).then(
    () => true,
    () => false,
  );
  if (!isThere) throw new StartError(`${resolve(dataDir)} holds no data of a portal; set DATA_DIR`);
}

/** Refuses a copy inside the copied folder, which would have to contain itself. */
async function refuseWithin(dataDir: string, target: string): Promise<void> {
  if (await liesWithin(dataDir, target)) {
    throw new StartError(`${target} lies in the data folder; a backup is made outside of it`);
  }
}

/** Null when a portal serves the folder, so its database is running. */
export async function startIfStopped(
  dataDir: string,
  backupDir: string | null,
): Promise<{ stop: () => Promise<void> } | null> {
  try {
    return await startEmbedded({ dataDir, backupDir });
  } catch (error) {
    if (error instanceof AlreadyServed) return null;
    throw error;
  }
}

interface Parts {
  readonly dataDir: string;
  readonly home: EmbeddedHome;
  readonly owner: ClientConfig;
  readonly side: string;
  readonly withSecret: boolean;
  readonly signal: AbortSignal | undefined;
}

async function copyAll({
  dataDir,
  home,
  owner,
  side,
  withSecret,
  signal,
}: Parts): Promise<BackupFacts & { readonly missing: Missing }> {
  const compacting = await compactAfterErasures(owner, dataDir);
  const { postgres, migration, keys } = await lookInto(owner);
  const files = new Map<string, string>();
  const noteIn = (folder: string) => (path: string, sha256: string) => files.set(`${folder}/${path}`, sha256);
  const ofCluster = await copyRunningCluster(owner, home.cluster, join(side, clusterFolder), {
    signal,
    note: noteIn(clusterFolder),
  });
  const unreadable: string[] = [];
  // After the database: a file is stored before its row, so no row of the copy is without its file.
  const ofFiles = await copyTree(dataDir, join(side, 'data'), {
    leaveOut: (path) => isBesides(path) || (path === secretFile && !withSecret),
    signal,
    note: noteIn('data'),
    unreadable: (path) => unreadable.push(path),
  });
  const checksums = await writeChecksums(side, files);
  const bytes = ofCluster + ofFiles;
  const facts = { made_at: new Date().toISOString(), postgres, migration, bytes, checksums };
  await writeFile(join(side, factsFile), `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600, flush: true });
  const missing = {
    compacting,
    unreadable,
    secret: !files.has(`data/${secretFile}`),
    files: keys.filter((key) => !files.has(`data/${storedPath(key)}`)).length,
  };
  return { ...facts, missing };
}

const lookRow = row({
  postgres: int,
  migration: text,
  /** The keys of the files that rows name. */
  keys: list(text),
});
type Look = RowOf<typeof lookRow>;

async function lookInto(owner: ClientConfig): Promise<Look> {
  const client = new Client(owner);
  await client.connect();
  try {
    return await one(
      client,
      lookRow,
      sql`
        select current_setting('server_version_num')::int / 10000 as postgres,
          coalesce((select name from schema_migrations order by version desc limit 1), '') as migration,
          array(select key from files where key is not null) as keys
      `,
    );
  } finally {
    await client.end();
  }
}
