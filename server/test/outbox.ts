import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { expect, vi } from 'vitest';
import { closeJobs, openJobs } from '../jobs/open.ts';
import type { MailWorkerOptions } from '../channels/mail/worker.ts';
import { startMailWorker } from '../channels/mail/worker.ts';
import type { ReadMail } from './read-mail.ts';
import { readMail } from './read-mail.ts';

export const silent = { warn: () => undefined };

/**
 * Lets the real worker write all waiting mails to files, and reads all mails so far, oldest first. A mail that is held for
 * a minute leaves at once.
 */
export async function deliveredMails({
  config,
  db,
}: {
  readonly config: MailWorkerOptions['config'];
  readonly db: Pool;
}): Promise<ReadMail[]> {
  await db.query("update pgboss.job set start_after = now() where name = 'mail'");
  const jobs = await openJobs(db, { log: silent });
  try {
    await startMailWorker({
      config: { ...config, smtpUrl: null },
      pool: db,
      jobs,
      log: silent,
      settings: { atOnce: 1, lookEverySeconds: 0.5 },
    });
    await vi.waitFor(
      async () => {
        const { rows } = await db.query("select kind from mails where state = 'queued'");
        expect(rows).toEqual([]);
      },
      { timeout: 600_000, interval: 20 },
    );
  } finally {
    await closeJobs(jobs, 5_000);
  }
  return readOutbox(config.dataDir);
}

export async function readOutbox(dataDir: string): Promise<ReadMail[]> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names.toSorted().map(async (name) => readMail(await readFile(join(folder, name), 'latin1'))),
  );
}
