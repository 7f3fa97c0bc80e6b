import type { Pool } from 'pg';
import sql from 'sql-template-tag';
import type { Config } from '#server/config.ts';
import { row, text } from '#server/db/columns.ts';
import { one } from '#server/db/rows.ts';
import type { JobLog, Jobs } from '#server/jobs/open.ts';
import { retentionQueue } from '#server/jobs/queues.ts';
import type { Storage } from '#server/storage/storage.ts';
import { endAnswers } from './end-answers.ts';
import { sweepOld } from './retention.ts';

const looksEveryMs = 10 * 60_000;
/** Far longer than a key lasts. */
const onceInSeconds = 30 * 24 * 60 * 60;

const nightRow = row({ night: text });

/** Asks for a sweep once a night, from three o'clock in Kolkata. All processes ask for the same. */
async function askForSweep(pool: Pool, jobs: Jobs): Promise<void> {
  const { night } = await one(
    pool,
    nightRow,
    sql`select to_char(now() at time zone 'Asia/Kolkata' - interval '3 hours', 'YYYY-MM-DD') as night`,
  );
  await jobs.send(retentionQueue, {}, { singletonKey: night, singletonSeconds: onceInSeconds });
}

interface Nightly {
  readonly pool: Pool;
  readonly jobs: Jobs;
  readonly config: Pick<Config, 'dataDir' | 'secretKey'>;
  readonly storage: Storage;
  readonly log: JobLog;
}

/** Sweeps every night until the jobs are closed. */
export async function sweepOldNightly({ pool, jobs, config, storage, log }: Nightly): Promise<void> {
  const ask = () =>
    void askForSweep(pool, jobs).catch((error: unknown) => log.warn({ err: error }, 'no sweep of old data'));
  const timer = setInterval(ask, looksEveryMs).unref();
  jobs.once('stopped', () => clearInterval(timer));
  await jobs.work(retentionQueue, { pollingIntervalSeconds: 60 }, async () => {
    await sweepOld({ pool, config, storage });
    await endAnswers(pool);
  });
  ask();
}
