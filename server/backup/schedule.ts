import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { BackupAlarm } from '@gurukul/contract/access';
import type { JobLog } from '../jobs/open.ts';
import { listBackups } from './kept.ts';
import { mirrorFiles } from './mirror.ts';
import { copySince } from './off-site.ts';
import type { Config } from '../config.ts';
import { hoursOf, lateIn, readState } from './state.ts';

const lookMs = 60_000;
const hour = 60 * 60 * 1000;
/** In UTC. */
const atHour = 2;
const retryMs = 6 * hour;

/** How the nightly process ends when the backup is made and only its copy failed. */
export const copyFailed = 3;

/** The last two o'clock that has passed. */
function lastTurn(now: Date): Date {
  const turn = new Date(now);
  turn.setUTCHours(atHour, 0, 0, 0);
  return turn <= now ? turn : new Date(turn.getTime() - 24 * hour);
}

/** The next two o'clock. */
export const nextTurn = (now: Date) => new Date(lastTurn(now).getTime() + 24 * hour);

interface Schedule {
  readonly config: Pick<Config, 'dataDir' | 'backupOffSite'>;
  /** BACKUP_DIR. */
  readonly backups: string;
  readonly log: JobLog;
  /** Tells the account admins, with the age in hours of the latest good one. */
  readonly raise: (alarm: BackupAlarm, hours: number) => Promise<void>;
}

/**
 * Copies new files into BACKUP_DIR every minute, and makes a backup every night in a process of its own. The same for
 * the bucket, where there is one. What fails holds nothing else up, is told, and is tried again after six hours. Returns
 * how to stop.
 */
export function backUpInBackground({ config, backups, log, raise }: Schedule): () => Promise<void> {
  const { dataDir, backupOffSite } = config;
  const copyLoose = backupOffSite === null ? null : copySince(backups, backupOffSite);
  let child: ReturnType<typeof spawn> | null = null;
  let isStopped = false;
  let triedAt = 0;
  let look: Promise<unknown> = Promise.resolve();
  const attempt = (step: Promise<unknown> | undefined) =>
    step?.catch((err: unknown) => log.warn({ err }, 'a backup of the last minute failed'));

  const raiseAll = async (failed?: readonly BackupAlarm[]) => {
    const state = await readState(backups, config);
    for (const alarm of failed ?? lateIn(state)) await raise(alarm, hoursOf(alarm, state));
  };
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
      if (code === 0 || isStopped) return;
      log.warn({ reason: said.trim().split('\n').at(-1) }, 'the nightly backup failed');
      void attempt(raiseAll([code === copyFailed ? 'copy_failed' : 'backup_failed']));
    });
  };
  const startWhatIsDue = async () => {
    const newest = (await listBackups(backups)).find(({ isVerified }) => isVerified);
    const isMade = newest !== undefined && newest.at >= lastTurn(new Date());
    const isDone = isMade && (copyLoose === null || newest.isCopied);
    if (!isDone && child === null && Date.now() - triedAt > retryMs)
      startNightly(isMade ? 'copy' : 'nightly');
  };
  let unread = '';
  const mirror = async () => {
    const paths = (await mirrorFiles(dataDir, backups)).join(', ');
    if (paths !== unread) log.warn({ paths }, 'files that cannot be read are in no backup');
    unread = paths;
  };
  const lookOnce = async () => {
    await attempt(mirror());
    await attempt(startWhatIsDue());
    await attempt(copyLoose?.());
    await attempt(raiseAll());
  };
  const timer = setInterval(() => {
    look = lookOnce();
  }, lookMs);
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await look;
    child?.kill('SIGTERM');
  };
}
