import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { backupAlarms, type BackupAlarm } from '@gurukul/contract/access';
import type { Config } from '../config.ts';
import { logFolder } from '../db/archive.ts';
import { ownerFile } from '../db/backups-owner.ts';
import { changedAt, listBackups } from './kept.ts';

const hour = 60 * 60 * 1000;
const oldestMs = 36 * hour;

/** In bytes. */
export interface Space {
  /** For the portal. */
  readonly free: number;
  readonly all: number;
}

/** The disk of a folder; null when the folder is away. */
export const spaceOf = (folder: string): Promise<Space | null> =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, all: blocks * bsize }),
    () => null,
  );

/** What there is to say of BACKUP_DIR on the disk of DATA_DIR, which nothing survives; null on another one. */
export async function sharedDisk({
  dataDir,
  backupDir,
}: Pick<Config, 'dataDir' | 'backupDir'>): Promise<string | null> {
  if (backupDir === null) return null;
  const [data, backups] = await Promise.all(
    [dataDir, backupDir].map((folder) =>
      stat(folder).then(
        ({ dev }) => dev,
        () => null,
      ),
    ),
  );
  return data !== null && data === backups
    ? 'BACKUP_DIR is on the disk of DATA_DIR: a lost disk takes both'
    : null;
}

/**
 * When BACKUP_DIR last got each thing that it is for. What never came has the time when the folder became this
 * database's, and of a folder that is away everything is of 1970: so both grow late.
 */
export interface BackupState {
  /** The newest backup that a trial restored. */
  readonly backup: Date;
  /** The newest one that is in the bucket, too; null without a bucket. */
  readonly copy: Date | null;
  /** The newest part of the log. */
  readonly log: Date;
}

export async function readState(
  backups: string,
  { backupOffSite }: Pick<Config, 'backupOffSite'>,
): Promise<BackupState> {
  const since = (await changedAt(join(backups, ownerFile))) ?? new Date(0);
  const all = await listBackups(backups);
  const newest = (which: (one: (typeof all)[number]) => boolean) => all.find(which)?.at ?? since;
  return {
    backup: newest(({ isVerified }) => isVerified),
    copy: backupOffSite === null ? null : newest(({ isCopied }) => isCopied),
    log: (await changedAt(join(backups, logFolder))) ?? since,
  };
}

/** What the alarm is about, and how old it may be. */
const bounds = {
  backup_failed: ['backup', oldestMs],
  // A part of the log comes every minute while the portal works.
  log_failed: ['log', hour],
  copy_failed: ['copy', oldestMs],
} as const satisfies Record<BackupAlarm, readonly [keyof BackupState, number]>;

/** How old in hours that is which the alarm is about. */
export const hoursOf = (alarm: BackupAlarm, state: BackupState, now = Date.now()): number =>
  Math.floor((now - (state[bounds[alarm][0]]?.getTime() ?? now)) / hour);

/** The alarms that the state deserves. */
export const lateIn = (state: BackupState, now = Date.now()): readonly BackupAlarm[] =>
  backupAlarms.filter((alarm) => {
    const [what, ms] = bounds[alarm];
    return now - (state[what]?.getTime() ?? now) > ms;
  });
