import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { JobLog } from '../jobs/open.ts';
import { listBackups } from './kept.ts';
import { mirrorFiles } from './mirror.ts';
import { copySince } from './off-site.ts';
import type { Config } from '../config.ts';

const lookMs = 60_000;
const hour = 60 * 60 * 1000;
/** In UTC. */
const atHour = 2;
const retryMs = 6 * hour;

/** The last two o'clock that has passed. */
function lastTurn(now: Date): Date {
  const turn = new Date(now);
  turn.setUTCHours(atHour, 0, 0, 0);
  return turn <= now ? turn : new Date(turn.getTime() - 24 * hour);
}

/** The next two o'clock. */
export const nextTurn = (now: Date) => new Date(lastTurn(now).getTime() + 24 * hour);

/**
 * Copies new files into BACKUP_DIR every minute, and makes a backup every night in a process of its own. The same for
 * the bucket, where there is one. What fails is tried again after six hours. Returns how to stop.
 */
export function backUpInBackground(
  { dataDir, backupOffSite }: Pick<Config, 'dataDir' | 'backupOffSite'>,
  backups: string,
  log: JobLog,
): () => Promise<void> {
  const copyLoose = backupOffSite === null ? null : copySince(backups, backupOffSite);
  let child: ReturnType<typeof spawn> | null = null;
  let triedAt = 0;
  let look: Promise<void> = Promise.resolve();

  const startNightly = (action: 'nightly' | 'copy') => {
    triedAt = Date.now();
    const command = [join(import.meta.dirname, 'main.ts'), action];
    const made = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'pipe'] });
    child = made;
    if (made.pid !== undefined) setPriority(made.pid, 10);
    let said = '';
    made.stderr.on('data', (text: Buffer) => (said += text.toString()));
    made.once('error', (err) => log.warn({ err }, 'the nightly backup failed'));
    made.once('exit', (code) => {
      child = null;
      if (code !== 0) log.warn({ reason: said.trim().split('\n').at(-1) }, 'the nightly backup failed');
    });
  };
  const lookOnce = async () => {
    await mirrorFiles(dataDir, backups);
    const newest = (await listBackups(backups)).find(({ isVerified }) => isVerified);
    const isMade = newest !== undefined && newest.at >= lastTurn(new Date());
    const isDone = isMade && (copyLoose === null || newest.isCopied);
    if (!isDone && child === null && Date.now() - triedAt > retryMs)
      startNightly(isMade ? 'copy' : 'nightly');
    await copyLoose?.();
  };
  const timer = setInterval(() => {
    look = lookOnce().catch((err: unknown) => log.warn({ err }, 'a backup of the last minute failed'));
  }, lookMs);
  return async () => {
    clearInterval(timer);
    await look;
    child?.kill('SIGTERM');
  };
}
