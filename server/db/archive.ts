import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import sql from 'sql-template-tag';
import { bool, row, text } from './columns.ts';
import { one } from './rows.ts';
import { StartError } from '../start-error.ts';
import { claimBackups } from './backups-owner.ts';
import type { EmbeddedHome } from './embedded-home.ts';
import { connectionTo, ensureRunning, startFailure, stopCluster } from './embedded-process.ts';

/** The folder of the archived log of changes (WAL), below BACKUP_DIR. */
export const logFolder = 'wal';

const quoted = (path: string) => `'${path.replaceAll("'", String.raw`'\''`)}'`;

const accessAs = (runAs: EmbeddedHome['runAs'], how: '-r' | '-w', path: string) =>
  spawnSync('test', [how, path], { ...runAs, cwd: '/' }).status === 0;

/** Written for PostgreSQL, which runs it in the cluster's folder as its own user. */
async function writeScript(home: EmbeddedHome, name: string, lines: readonly string[]): Promise<void> {
  const file = join(home.cluster, name);
  await writeFile(file, `${lines.join('\n')}\n`);
  await chmod(file, 0o644);
}

/** Parts of the log, of 16 MB each, that may wait in the data folder until the archive can be written: 2 GB. */
const mostWaiting = 128;

/**
 * PostgreSQL copies each finished part of its log into the folder, after a minute at the latest. A part gets its name
 * when it is whole and on the disk. Another part of that name is never replaced (PostgreSQL's manual, "Setting Up WAL
 * Archiving"). When too many parts wait, for the archive's disk is full or away, they are let go: a portal that stops
 * loses more than moments between two backups. `log-gap` in the cluster has the time of the latest. Returns the settings
 * for its start.
 */
export async function archiveInto(home: EmbeddedHome, backups: string): Promise<Record<string, string>> {
  const folder = join(backups, logFolder);
  // The database's user passes through to the log.
  await mkdir(backups, { recursive: true, mode: 0o711 });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await claimBackups(backups, home.cluster);
  if (home.runAs.uid !== undefined) await chown(folder, home.runAs.uid, home.runAs.gid);
  if (!accessAs(home.runAs, '-w', folder))
    throw new StartError(`the database's user may not write into ${folder}: let it pass through BACKUP_DIR`);
  await writeScript(home, 'archive.sh', [
    `to=${quoted(folder)}/"$2".gz`,
    'if [ -f "$to" ]; then gzip -dc "$to" | cmp -s - "$1"',
    `else gzip -c "$1" > "$to.part" && sync "$to.part" && mv "$to.part" "$to" && sync ${quoted(folder)}`,
    'fi && exit 0',
    `[ "$(ls pg_wal/archive_status | grep -c 'ready$')" -lt ${mostWaiting} ] && exit 1`,
    'date -u > log-gap',
  ]);
  return {
    archive_mode: 'on',
    archive_timeout: '60',
    archive_command: `'sh archive.sh %p %f'`,
  };
}

export interface Recovery {
  /** BACKUP_DIR. */
  readonly backups: string;
  /** The moment; `end` for everything that the log has; `backup` for the end of the backup itself. */
  readonly to: Date | 'end' | 'backup';
  /** The data folder of before, whose database has the newest part of the log. */
  readonly before?: string | undefined;
}

const stateRow = row({ recovers: bool, last: text.nullable() });

/**
 * Lets a restored cluster replay the archived log, then stops it. It continues on a timeline of its own, so its log
 * never takes the place of the old one. Returns the time of the last change that it has, where it replayed any.
 */
export async function recover(home: EmbeddedHome, { backups, to, before }: Recovery): Promise<string | null> {
  const folder = join(backups, logFolder);
  await letRead(home, folder);
  await writeScript(home, 'restore.sh', [
    `if [ -f ${quoted(folder)}/"$1".gz ]; then exec gzip -dc ${quoted(folder)}/"$1".gz > "$2"; fi`,
    before === undefined ? 'exit 1' : `exec cp ${quoted(join(before, 'postgres', 'pg_wal'))}/"$1" "$2"`,
  ]);
  const target: Record<string, string> =
    to === 'backup'
      ? { recovery_target: 'immediate' }
      : to === 'end'
        ? {}
        : { recovery_target_time: `'${to.toISOString().replace('T', ' ').replace('Z', '+00')}'` };
  const settings: Record<string, string> = {
    restore_command: `'sh restore.sh %f %p'`,
    recovery_target_action: 'promote',
    recovery_target_timeline: to === 'backup' ? 'current' : await timelineAt(folder, to),
    ...target,
  };
  await writeFile(join(home.cluster, 'recovery.signal'), '');
  if (home.runAs.uid !== undefined)
    await chown(join(home.cluster, 'recovery.signal'), home.runAs.uid, home.runAs.gid);
  try {
    await ensureRunning(home, true, settings, 2);
    return await untilRecovered(home);
  } catch (error) {
    // Nothing changed after that moment, or the log ends before it. The caller tells which time was reached.
    const isShort = (await startFailure(home)).includes('recovery ended before configured recovery target');
    if (!isShort || !(to instanceof Date)) throw error;
    const { recovery_target_time: _, ...toTheEnd } = settings;
    await ensureRunning(home, true, toTheEnd, 2);
    return await untilRecovered(home);
  } finally {
    await stopCluster(home);
  }
}

/**
 * The log may have come from elsewhere, as files of root. What PostgreSQL cannot read, it takes for the end of the log,
 * and later changes would be missing without a word.
 */
async function letRead({ runAs }: EmbeddedHome, folder: string): Promise<void> {
  if (runAs.uid === undefined) return;
  const names = await readdir(folder);
  for (const path of ['.', ...names]) {
    // On a disk that cannot be written it may be readable as it is.
    await chown(join(folder, path), runAs.uid, runAs.gid).catch(() => undefined);
  }
  const [first] = names;
  if (first !== undefined && !accessAs(runAs, '-r', join(folder, first)))
    throw new StartError(`the database's user may not read ${folder}: let it pass through BACKUP_DIR`);
}

/** The timeline in use at that moment: the last one that had begun by then. */
async function timelineAt(folder: string, to: Date | 'end'): Promise<string> {
  if (to === 'end') return 'latest';
  let found = 1;
  for (const name of await readdir(folder)) {
    const [, timeline] = /^([\dA-F]{8})\.history\.gz$/.exec(name) ?? [];
    if (timeline === undefined || (await stat(join(folder, name))).mtime > to) continue;
    found = Math.max(found, Number.parseInt(timeline, 16));
  }
  return String(found);
}

async function untilRecovered(home: EmbeddedHome): Promise<string | null> {
  const client = new Client({ ...connectionTo(home, 'postgres') });
  let lost = false;
  client.on('error', () => (lost = true));
  await client.connect();
  try {
    for (;;) {
      const { recovers, last } = await one(
        client,
        stateRow,
        sql`
          select pg_is_in_recovery() as recovers,
            to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last
        `,
      );
      if (!recovers) return last;
      await wait(100);
    }
  } catch (cause) {
    if (lost) throw new StartError('the database stopped while it replayed its log', { cause });
    throw cause;
  } finally {
    await client.end().catch(() => undefined);
  }
}
