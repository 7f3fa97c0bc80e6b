import type pg from 'pg';
import sql from 'sql-template-tag';
import { row, text } from '#server/db/columns.ts';
import { one } from '#server/db/rows.ts';
import type { JobLog, Jobs } from '#server/jobs/open.ts';
import { securityLogQueue } from '#server/jobs/queues.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { raiseAlarm } from './alarms.ts';
import { checkChain } from './check.ts';
import { recordSecurity } from './record.ts';

/** Checks the chain, notes the result in the log itself, and raises an alarm when the chain is broken. */
export async function checkLog(pool: pg.Pool, mail: Mailer, log: JobLog): Promise<void> {
  const { entries, problem, at, end } = await checkChain(pool);
  // Its line goes out with the stream: outside the database it says how long the log was, and how it ended.
  await recordSecurity(pool, {
    kind: 'log_checked',
    personId: null,
    from: '',
    facts: { entries, problem, at, end },
  });
  if (problem === null) return;
  log.warn({ entries, problem, at }, 'the chain of the security log is broken');
  await raiseAlarm(pool, mail, { kind: 'broken_log', network: null, personId: null, count: at ?? 0 });
}

const looksEveryMs = 10 * 60_000;
/** Far longer than a key lasts. */
const onceInSeconds = 7 * 24 * 60 * 60;

const nightRow = row({ night: text });

/** Asks for a check once a night, from three o'clock in Kolkata. All processes ask for the same. */
async function askForCheck(pool: pg.Pool, jobs: Jobs): Promise<void> {
  const { night } = await one(
    pool,
    nightRow,
    sql`select to_char(now() at time zone 'Asia/Kolkata' - interval '3 hours', 'YYYY-MM-DD') as night`,
  );
  await jobs.send(securityLogQueue, {}, { singletonKey: night, singletonSeconds: onceInSeconds });
}

/** Checks every night until the jobs are closed. */
export async function checkEveryNight(pool: pg.Pool, jobs: Jobs, mail: Mailer, log: JobLog): Promise<void> {
  const ask = () =>
    void askForCheck(pool, jobs).catch((error: unknown) =>
      log.warn({ err: error }, 'no check of the security log'),
    );
  const timer = setInterval(ask, looksEveryMs).unref();
  jobs.once('stopped', () => clearInterval(timer));
  await jobs.work(securityLogQueue, { pollingIntervalSeconds: 60 }, () => checkLog(pool, mail, log));
  ask();
}
