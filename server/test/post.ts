import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { WhatsAppConfig } from '../config.ts';
import { closeJobs, openJobs } from '../jobs/open.ts';
import type { Jobs } from '../jobs/open.ts';
import { mailQueue, whatsappQueue } from '../jobs/queues.ts';
import type { Mail } from '../channels/mail/templates.ts';
import type { Mailer } from '../channels/mail/mailer.ts';
import { createMailer } from '../channels/mail/mailer.ts';
import type { MailWorkerOptions } from '../channels/mail/worker.ts';
import { startMailWorker } from '../channels/mail/worker.ts';
import type { TestDatabase } from './db.ts';
import { ownDatabase } from './db.ts';
import type { MailProcessSettings } from './mail-process.ts';
import { silent } from './outbox.ts';

export const secretKey = 'a key for these tests, 32 bytes or more';
export const appUrl = 'https://portal.example.org';

/** Time for workers, in milliseconds. */
export const soon = { timeout: 600_000, interval: 20 };

/** A mail process. */
export interface MailProcess {
  /** The same as `kill -9`. */
  kill(): Promise<void>;
}

export interface Post {
  readonly database: TestDatabase;
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  readonly dataDir: string;
  readonly config: MailWorkerOptions['config'];
  readonly mailer: Mailer;
  enqueue(mail: Mail, db?: pg.Pool | pg.PoolClient): Promise<boolean>;
  /** A worker as in a server process. Another pool makes it another process for the database. */
  startWorker(options?: { smtpUrl?: string | null; atOnce?: number; pool?: pg.Pool }): Promise<Jobs>;
  /** The same in a real process, which can be killed. */
  startProcess(smtpUrl: string | null, options?: { atOnce?: number }): Promise<MailProcess>;
  states(): Promise<Record<string, 'waiting' | 'sent' | 'dead' | 'withdrawn'>>;
}

const mailProcess = fileURLToPath(new URL('mail-process.ts', import.meta.url));

/** Mails with a database of their own. Attempts follow each other at once, unless `isPatient`. */
export async function openPost({
  isPatient = false,
  whatsapp = null,
}: { readonly isPatient?: boolean; readonly whatsapp?: WhatsAppConfig | null } = {}): Promise<Post> {
  const database = await ownDatabase('empty');
  const { pool } = database;
  const dataDir = await mkdtemp(join(tmpdir(), 'gurukul-mail-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));

  const openQueue = async (db: pg.Pool) => {
    const jobs = await openJobs(db, { log: silent });
    onTestFinished(() => closeJobs(jobs, 5_000));
    return jobs;
  };
  const jobs = await openQueue(pool);
  for (const queue of isPatient ? [] : [mailQueue, whatsappQueue]) {
    await jobs.updateQueue(queue, { retryDelay: 0, retryBackoff: false });
  }
  const mailer = createMailer({ secretKey }, jobs);
  const config = {
    appUrl,
    dataDir,
    mailFrom: 'office@portal.example.org',
    secretKey,
    smtpUrl: null,
    whatsapp,
  };

  return {
    database,
    pool,
    jobs,
    dataDir,
    config,
    mailer,
    enqueue: (mail, db = pool) => mailer.enqueue(db, mail),
    async startWorker({ smtpUrl = null, atOnce = 1, pool: own = pool } = {}) {
      const ownJobs = await openQueue(own);
      await startMailWorker({
        config: { ...config, smtpUrl },
        pool: own,
        jobs: ownJobs,
        log: silent,
        settings: { atOnce, lookEverySeconds: 0.5 },
      });
      return ownJobs;
    },
    async startProcess(smtpUrl, { atOnce = 3 } = {}) {
      const settings: MailProcessSettings = {
        connection: { ...inject('databases').app, database: database.owner.database },
        config: { ...config, smtpUrl },
        atOnce,
      };
      const child = spawn(process.execPath, [mailProcess, JSON.stringify(settings)], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      const exited = once(child, 'exit');
      const kill = async () => {
        child.kill('SIGKILL');
        await exited;
      };
      onTestFinished(kill);
      await Promise.race([
        once(child, 'message'),
        exited.then(() => Promise.reject(new Error('it did not start'))),
      ]);
      return { kill };
    },
    async states() {
      const { rows } = await pool.query<{
        dedupe_key: string;
        state: 'waiting' | 'sent' | 'dead' | 'withdrawn';
      }>(`
        select dedupe_key, case state when 'queued' then 'waiting' when 'failed' then 'dead' else state end as state
        from mails order by id`);
      return Object.fromEntries(rows.map((row) => [row.dedupe_key, row.state]));
    },
  };
}
