import { join } from 'node:path';
import type { BackupOverview } from '@gurukul/contract/provider';
import type { Config } from '../config.ts';
import { logFolder } from '../db/archive.ts';
import { changedAt, copiedMark, listBackups, verifiedMark } from './kept.ts';
import { readFacts } from './restore-backup.ts';
import { nextTurn } from './schedule.ts';

const shownChange = async (path: string) => (await changedAt(path))?.toISOString() ?? null;

/** What BACKUP_DIR has, for people who do not see the machine; null without one. */
export async function readOverview(
  { backupDir, backupOffSite, backupDays }: Pick<Config, 'backupDir' | 'backupOffSite' | 'backupDays'>,
  now = new Date(),
): Promise<BackupOverview | null> {
  if (backupDir === null) return null;
  const all = await listBackups(backupDir);
  const [newest] = all;
  const verified = all.find(({ isVerified }) => isVerified);
  const copied = all.find(({ isCopied }) => isCopied);
  const facts = newest === undefined ? null : await readFacts(join(backupDir, newest.name)).catch(() => null);
  return {
    count: all.length,
    days: backupDays,
    newest_at: newest?.at.toISOString() ?? null,
    newest_bytes: facts?.bytes ?? null,
    restored_at:
      verified === undefined ? null : await shownChange(join(backupDir, verified.name, verifiedMark)),
    log_at: await shownChange(join(backupDir, logFolder)),
    copies: backupOffSite !== null,
    copied_at: copied === undefined ? null : await shownChange(join(backupDir, copied.name, copiedMark)),
    next_at: nextTurn(now).toISOString(),
  };
}
