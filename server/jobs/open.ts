import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { Db } from '../db/pool.ts';
import { jobSchema } from './queues.ts';

export type Jobs = PgBoss;

/** What happens in the background is told to nobody else. */
export interface JobLog {
  warn(details: object, message: string): void;
}

export interface OpenJobsOptions {
  readonly log: JobLog;
  /** Gives jobs of dead processes to living ones and removes finished ones; for processes that work. */
  readonly supervise?: boolean;
}

/** The job queue as the application uses it: on its own pool, with its own rights. Close it before the pool. */
export async function openJobs(pool: Pool, { log, supervise = false }: OpenJobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    db: asJobDb(pool),
    schema: jobSchema,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise,
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    maintenanceIntervalSeconds: 600,
    // Both look after the database's own work, which needs rights that the application does not have.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue failed'));
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'));
  await boss.start();
  return boss;
}

/** Running jobs are finished; what takes longer than the bound is given back to the queue. */
export const closeJobs = (jobs: Jobs, withinMs: number): Promise<void> =>
  jobs.stop({ graceful: true, timeout: withinMs });

/** A connection of ours as the job library wants it; a transaction's carries the job along with it. */
export const asJobDb = (db: Db) => ({
  executeSql: (text: string, values?: unknown[]) => db.query(text, values),
});
