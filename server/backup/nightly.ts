import { spawnSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logFolder } from '../db/archive.ts';
import { StartError } from '../start-error.ts';
import { clusterFolder, keptOf, listBackups, verifiedMark } from './kept.ts';
import { makeBackup } from './make-backup.ts';
import { pruneMirror } from './mirror.ts';
import { removeAbandoned } from './new-folder.ts';
import { readFacts, restoreBackup } from './restore-backup.ts';
import { spaceOf } from './state.ts';

const trialFolder = 'trial';
const day = 24 * 60 * 60 * 1000;

/**
 * Removes what is older than `days` and what a failed night left, makes a backup, and restores it beside the running
 * portal. A file that cannot be read is left out, and fails the night after all of this: the database has its backup.
 */
export async function backUpNightly(
  dataDir: string,
  backups: string,
  { days, signal, now = new Date() }: { days: number; signal?: AbortSignal; now?: Date },
): Promise<string> {
  const trial = join(backups, trialFolder);
  await rm(trial, { recursive: true, force: true });
  await removeAbandoned(backups, '');
  await prune(backups, new Date(now.getTime() - days * day));
  await refuseFull(backups, needOf(dataDir));
  const name = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const folder = join(backups, name);
  const { missing } = await makeBackup(dataDir, folder, { signal, backupDir: backups });
  try {
    const { people } = await restoreBackup(folder, trial, { signal });
    await writeFile(join(folder, verifiedMark), `${new Date().toISOString()}\n${people} people\n`);
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
  await pruneMirror(dataDir, backups);
  const [unread] = missing.unreadable;
  if (unread !== undefined) {
    const more = missing.unreadable.length === 1 ? '' : ` and ${missing.unreadable.length - 1} more`;
    throw new StartError(`${folder} is whole but for files that cannot be read: ${unread}${more}`);
  }
  return `Backed up to ${folder}, and restored it once beside.`;
}

/** In bytes: the backup and, until it is verified, its trial. */
function needOf(dataDir: string): number {
  // The database may lie behind a link. What is removed meanwhile makes `du` complain and count on.
  const { stdout } = spawnSync('du', ['-skL', dataDir], { encoding: 'utf8' });
  return 2 * 1024 * Number.parseInt(stdout, 10);
}

export async function refuseFull(backups: string, needed: number): Promise<void> {
  const { free } = (await spaceOf(backups)) ?? { free: 0 };
  if (free >= needed) return;
  const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
  throw new StartError(
    `${backups} has ${gigabytes(free)} free, and a backup with its trial needs ${gigabytes(needed)}: make room or lower BACKUP_DAYS`,
  );
}

/**
 * The two newest verified ones stay, however old. Of those that no trial verified the newest of all stays, to look at.
 * Of the log goes what no remaining backup needs.
 */
async function prune(backups: string, before: Date): Promise<void> {
  const all = await listBackups(backups);
  for (const { name } of all.slice(1).filter(({ isVerified }) => !isVerified))
    await rm(join(backups, name), { recursive: true });
  const left = all.filter(({ isVerified }, place) => isVerified || place === 0);
  const { kept, old } = keptOf(left, before, ({ isVerified }) => isVerified);
  for (const each of old) await rm(join(backups, each.name), { recursive: true });
  const oldest = kept.at(-1);
  if (oldest === undefined) return;
  const label = await readFile(join(backups, oldest.name, clusterFolder, 'backup_label'), 'utf8');
  const [, first] = /\(file [\dA-F]{8}([\dA-F]{16})\)/.exec(label) ?? [];
  for (const part of await readdir(join(backups, logFolder)).catch((): string[] => [])) {
    // As pg_archivecleanup does: the place in the log decides, on whichever timeline. History files stay.
    const [, place] = /^[\dA-F]{8}([\dA-F]{16})(?:\.[\dA-F]{8}\.backup)?\.gz$/.exec(part) ?? [];
    if (first !== undefined && place !== undefined && place < first) await rm(join(backups, logFolder, part));
  }
}

/** The newest backup from before the moment; null when there is none. */
export async function backupBefore(backups: string, moment: Date | 'end'): Promise<string | null> {
  const all = await listBackups(backups);
  for (const { name } of all) {
    const facts = await readFacts(join(backups, name));
    if (moment === 'end' || new Date(facts.made_at) <= moment) return join(backups, name);
  }
  return null;
}
