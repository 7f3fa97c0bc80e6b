// `npm run backup`, `restore`, `fetch`, `export` and `import`. The settings are those of the server.
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Settings } from '../config.ts';
import { ConfigError, readConfig } from '../config.ts';
import { codeOf } from '../error-code.ts';
import { StartError } from '../start-error.ts';
import type { Missing } from './make-backup.ts';
import { factsFile, makeBackup } from './make-backup.ts';
import { backupBefore, backUpNightly } from './nightly.ts';
import { restoreBackup } from './restore-backup.ts';
import { copyFailed } from './schedule.ts';
import { copyBackup, fetchBackup } from './off-site.ts';
import { runAdmin } from '../admin/run-admin.ts';
import { runExport, runImport, withOwner } from './transfer.ts';

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

// The first Ctrl-C stops in order and also stops a database that was started for this. The second one stops at once.
const asked = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => asked.abort(new StartError('stopped before it was done')));
}

const usage = `Say which folder:
  npm run backup -- <new folder> [--with-secret]
  npm run restore -- <backup, or BACKUP_DIR> [<data folder of before>] [--to "2026-11-26 14:03:20"]
  npm run fetch -- <new folder> <file with the secret key> [--to "2026-11-26 14:03:20"]
  npm run export -- <new folder> [--with-secret]
  npm run import -- <export>
  npm run admin -- people`;

async function main([action, ...words]: readonly string[]): Promise<string> {
  if ((action === 'nightly' || action === 'copy') && words.length === 0) return nightly(action);
  if (action === 'admin') {
    const settings = readConfig(process.env);
    return withOwner(settings, (owner) => runAdmin(owner, settings, words));
  }
  const withSecret = words.includes('--with-secret');
  const { to, rest } = momentIn(words.filter((word) => word !== '--with-secret'));
  const [folder, before, ...more] = rest;
  const isRight =
    ['make', 'restore', 'fetch', 'export', 'import'].includes(action ?? '') &&
    more.length === 0 &&
    ((before === undefined && to === undefined) || action === 'restore' || action === 'fetch') &&
    (!withSecret || action === 'make' || action === 'export');
  if (!isRight || folder === undefined) throw new StartError(usage);
  // On a new machine the folder becomes the BACKUP_DIR of the restored portal.
  const settings = readConfig(action === 'fetch' ? { BACKUP_DIR: folder, ...process.env } : process.env);
  const { signal } = asked;
  if (action === 'export') return runExport(settings, folder, { withSecret, signal });
  if (action === 'import') return runImport(settings, folder, signal);
  const { dataDir, databaseUrl, backupOffSite } = settings;
  if (action === 'fetch') {
    if (backupOffSite === null) throw new StartError('set BACKUP_S3_...');
    return fetchBackup(backupOffSite, resolve(folder), { keyFile: before ?? '', to });
  }
  if (databaseUrl !== null) {
    throw new StartError(
      'DATABASE_URL names a database of your own: back it up with its own tools, together with the files and SECRET_KEY, or use npm run export',
    );
  }
  return action === 'make' ? backUp(settings, folder, withSecret) : restore(folder, dataDir, before, to);
}

/** `--to` and a moment, in UTC unless it names another zone. */
function momentIn(words: readonly string[]): { to: Date | undefined; rest: readonly string[] } {
  const at = words.indexOf('--to');
  if (at === -1) return { to: undefined, rest: words };
  const given = words[at + 1] ?? '';
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(given);
  const to = new Date(`${given.replace(' ', 'T')}${hasZone ? '' : 'Z'}`);
  if (Number.isNaN(to.getTime()))
    throw new StartError('--to needs a moment in UTC, such as "2026-11-26 14:03:20"');
  return { to, rest: words.toSpliced(at, 2) };
}

/** A backup, and its copy in the bucket; or the copy alone. */
async function nightly(action: 'nightly' | 'copy'): Promise<string> {
  const { dataDir, backupDir, backupDays: days, backupOffSite } = readConfig(process.env);
  if (backupDir === null) throw new StartError('set BACKUP_DIR');
  const made =
    action === 'copy' ? '' : await backUpNightly(dataDir, backupDir, { days, signal: asked.signal });
  if (backupOffSite === null) return made;
  const copy = copyBackup(backupDir, backupOffSite, { days });
  copy.catch(() => (process.exitCode = copyFailed));
  return [made, await copy].join('\n');
}

async function backUp(
  { dataDir, backupDir }: Settings,
  folder: string,
  withSecret: boolean,
): Promise<string> {
  const options = { withSecret, backupDir, signal: asked.signal };
  const { bytes, missing } = await makeBackup(dataDir, folder, options);
  return [`Backed up ${dataDir} to ${folder}: ${megabytes(bytes)}.`, ...namesOf(missing, dataDir)].join('\n');
}

/** Of BACKUP_DIR it takes the newest backup from before the moment, and replays the log. */
async function restore(
  given: string,
  dataDir: string,
  before: string | undefined,
  to: Date | undefined,
): Promise<string> {
  const isSingle = await stat(join(given, factsFile)).then(
    () => true,
    () => false,
  );
  const moment = to ?? (isSingle ? undefined : 'end');
  const folder = isSingle ? given : await backupBefore(given, moment ?? 'end');
  if (folder === null) throw new StartError(`${given} has no backup from before that moment`);
  const restored = await restoreBackup(folder, dataDir, { signal: asked.signal, before, to: moment });
  const { last } = restored;
  const { people, made_at, has_secret, erasures: listed } = restored;
  const secret = has_secret
    ? []
    : [
        `The secret is not in it: put the kept one into ${dataDir}/secret (mode 0600) or SECRET_KEY before the start; without it start once with SECRET_KEY_IS_NEW=1.`,
      ];
  const done = `Restored ${folder} of ${made_at} to ${dataDir}: ${people} people.`;
  const again = `Known erasures: ${listed}. The start erases again whom the backup still has.`;
  const replayed = last === null ? [] : [`The last change that it has is of ${last}.`];
  return [done, ...replayed, again, ...secret, 'Start the portal with npm start.'].join('\n');
}

function namesOf({ secret, files, unreadable, compacting }: Missing, dataDir: string): string[] {
  const lines = unreadable.map((path) => `${dataDir}/${path} cannot be read and is not in it.`);
  if (secret) {
    lines.push(
      `The secret is not in it: keep a copy of ${dataDir}/secret, or of SECRET_KEY where that is set, in another place.`,
    );
  }
  if (files > 0) {
    lines.push(
      `${files} files that rows name are not in it: back up the S3-compatible storage too, or look for them in ${dataDir}/files.`,
    );
  }
  if (compacting.length > 0) {
    lines.push(
      `These tables were in use, so the copy may still have bytes of erased people: ${compacting.join(', ')}. Make another backup in a quiet hour.`,
    );
  }
  return lines;
}

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`);
} catch (error) {
  const isKnown = error instanceof StartError || error instanceof ConfigError || codeOf(error) !== undefined;
  const text = error instanceof Error ? (isKnown ? error.message : error.stack) : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode ??= 1;
}
