import type { Pool } from 'pg';
import { afterAll } from 'vitest';
import type { Mailer } from '../channels/mail/mailer.ts';
import { createMailer } from '../channels/mail/mailer.ts';
import type { Config } from '../config.ts';
import { closeJobs, openJobs } from '../jobs/open.ts';
import { silent } from './outbox.ts';

interface Server {
  readonly db: Pool;
  readonly config: Pick<Config, 'secretKey'>;
}

/** The mailer of a server under test, for what the portal does by itself. Its job queue ends with the file or the suite. */
export async function openMailer({ db, config }: Server): Promise<Mailer> {
  const jobs = await openJobs(db, { log: silent });
  afterAll(() => closeJobs(jobs, 1_000));
  return createMailer(config, jobs);
}
