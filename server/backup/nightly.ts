import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logFolder } from '../db/archive.ts';
import { keptOf, listBackups, verifiedMark } from './kept.ts';
import { makeBackup } from './make-backup.ts';
import { pruneMirror } from './mirror.ts';
import { readFacts, restoreBackup } from './restore-backup.ts';

const trialFolder = 'trial';
const day = 24 * 60 * 60 * 1000;

/** Makes a backup, restores it beside the running portal, and removes what is older than `days`. */
export async function backUpNightly(
  dataDir: string,
  backups: string,
  { days, signal, now = new Date() }: { days: number; signal?: AbortSignal; now?: Date },
): Promise<string> {
  const name = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const folder = join(backups, name);
  await makeBackup(dataDir, folder, { signal, backupDir: backups });
  const trial = join(backups, trialFolder);
  await rm(trial, { recursive: true, force: true });
  const { people } = await restoreBackup(folder, trial, { signal });
  await rm(trial, { recursive: true });
  await writeFile(join(folder, verifiedMark), `${new Date().toISOString()}\n${people} people\n`);
  await prune(backups, new Date(now.getTime() - days * day));
  await pruneMirror(dataDir, backups);
  return `Backed up to ${folder}, and restored it once beside: ${people} people.`;
}

/** The two newest verified ones stay, however old. Of the log goes what no remaining backup needs. */
async function prune(backups: string, before: Date): Promise<void> {
  const { kept, old } = keptOf(await listBackups(backups), before, ({ isVerified }) => isVerified);
  for (const each of old) await rm(join(backups, each.name), { recursive: true });
  const oldest = kept.at(-1);
  if (oldest === undefined) return;
  const label = await readFile(join(backups, oldest.name, 'cluster', 'backup_label'), 'utf8');
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
