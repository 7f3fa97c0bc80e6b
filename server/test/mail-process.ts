// A process that only writes and sends mails, for tests that kill it.
import type pg from 'pg';
import { patientPool } from './patient-pool.ts';
import { lookInBackground } from '../jobs/look-in-background.ts';
import { messagesLook } from '../features/messages/expand.ts';
import { reminderLook } from '../features/reminders/look.ts';
import { reportsLook } from '../features/reports/look.ts';
import { makeFile } from '../features/reports/make-file.ts';
import { openJobs } from '../jobs/open.ts';
import { createMailer } from '../channels/mail/mailer.ts';
import type { MailWorkerOptions } from '../channels/mail/worker.ts';
import { startMailWorker } from '../channels/mail/worker.ts';

export interface MailProcessSettings {
  readonly connection: pg.ClientConfig;
  readonly config: MailWorkerOptions['config'];
  readonly atOnce: number;
}

const { connection, config, atOnce }: MailProcessSettings = JSON.parse(process.argv[2] ?? '');
const log = { warn: () => undefined };
const pool = patientPool(connection);
const jobs = await openJobs(pool, { log });
await startMailWorker({
  config,
  pool,
  jobs,
  log,
  readReport: makeFile,
  settings: { atOnce, lookEverySeconds: 0.5 },
});
const mailer = createMailer(config, jobs);
for (const look of [
  messagesLook(pool, mailer, log),
  reminderLook(pool, mailer, log),
  reportsLook({ pool, mail: mailer, config: { limits: { rowsTakenPerPersonHour: 20_000 } } }),
])
  lookInBackground(look, log);
// The parent process has ended.
process.on('disconnect', () => process.exit());
process.send?.('ready');
