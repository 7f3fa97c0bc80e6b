import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ClientConfig } from 'pg';
import { release } from '@gurukul/contract/shared/release';
import type { Settings } from '../config.ts';
import { openDataFolder, restoringMark } from '../data-folder.ts';
import { startEmbedded } from '../db/embedded.ts';
import { findHome } from '../db/embedded-home.ts';
import { connectionTo } from '../db/embedded-process.ts';
import { StartError } from '../start-error.ts';
import { createStorage } from '../storage/storage.ts';
import { exportData } from './export-data.ts';
import { importData } from './import-data.ts';
import { refuseEmpty, startIfStopped } from './make-backup.ts';

/** Only addresses for uploads are signed with it, and nobody uploads here. */
const storageOf = (settings: Settings) =>
  createStorage({ ...settings, secretKey: settings.secretKey ?? 'nothing is signed here, so any will do' });

/** Works on the database of a running or a stopped portal: the embedded one, or that of DATABASE_URL. */
export async function withOwner<T>(
  settings: Settings,
  work: (owner: ClientConfig) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl, databaseOwnerUrl, backupDir } = settings;
  if (databaseUrl !== null) return work({ connectionString: databaseOwnerUrl ?? databaseUrl });
  await refuseEmpty(dataDir);
  await openDataFolder(dataDir);
  const stopped = await startIfStopped(dataDir, backupDir);
  try {
    return await work(connectionTo(await findHome(dataDir), 'gurukul'));
  } finally {
    await stopped?.stop();
  }
}

/** `npm run export`: from the embedded database or from DATABASE_URL, with the files of DATA_DIR or of the bucket. */
export async function runExport(
  settings: Settings,
  folder: string,
  { withSecret, signal }: { withSecret: boolean; signal: AbortSignal },
): Promise<string> {
  return withOwner(settings, async (owner) => {
    const kept = await readFile(join(settings.dataDir, 'secret'), 'utf8').catch(() => undefined);
    const secret = withSecret ? (settings.secretKey ?? kept) : undefined;
    const storage = storageOf(settings);
    const made = await exportData(folder, { owner, storage, version: release, secret, signal });
    const rows = Object.values(made.tables).reduce((sum, table) => sum + table.rows, 0);
    const without =
      secret === undefined ? ' The secret is not in it: what is sealed needs the same SECRET_KEY.' : '';
    return `Exported to ${folder}: ${rows} rows of ${Object.keys(made.tables).length} tables, ${made.files} files.${without}`;
  });
}

/** `npm run import`: into a new DATA_DIR, or into the empty database of DATABASE_URL; files to DATA_DIR or the bucket. */
export async function runImport(settings: Settings, folder: string, signal: AbortSignal): Promise<string> {
  const source = resolve(folder);
  const { dataDir, databaseUrl } = settings;
  const storage = storageOf(settings);
  if (databaseUrl === null)
    await intoNewFolder(dataDir, source, (owner) => importData(source, { owner, storage, signal }));
  else {
    const login = decodeURIComponent(new URL(databaseUrl).username);
    const owner = { connectionString: settings.databaseOwnerUrl ?? databaseUrl };
    await importData(source, { owner, storage, migration: login === '' ? {} : { members: [login] }, signal });
  }
  const secret = await readFile(join(source, 'secret'), 'utf8').catch(() => null);
  if (secret !== null && settings.secretKey === null)
    await writeFile(join(dataDir, 'secret'), secret, { mode: 0o600, flush: true });
  return `Imported ${folder}. Start the portal with npm start${secret === null ? ' and the SECRET_KEY of before' : ''}.`;
}

/** Until it is done, a mark keeps a portal from starting there, which would make a new provider of it. */
async function intoNewFolder<T>(
  dataDir: string,
  source: string,
  load: (owner: ClientConfig) => Promise<T>,
): Promise<void> {
  const found = await readdir(dataDir).catch((): string[] => []);
  if (found.length > 0)
    throw new StartError(`${dataDir} is not empty; an export is imported into a new data folder`);
  await openDataFolder(dataDir);
  const mark = join(dataDir, restoringMark);
  await writeFile(mark, `${source}\n`, { mode: 0o600, flush: true });
  const database = await startEmbedded({ dataDir });
  try {
    await load(database.owner);
    await rm(mark);
  } finally {
    await database.stop();
  }
}
