import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { Db } from '../db/pool.ts';
import { jobSchema, queues } from './queues.ts';

export type Jobs = PgBoss;

/** Errors in the background reach nobody else. */
export interface JobLog {
  warn(details: object, message: string): void;
}

export interface OpenJobsOptions {
  readonly log: JobLog;
  /** True for processes that work: they give jobs of dead processes to living ones and remove finished ones. */
  readonly supervise?: boolean;
}

/** Opens the job queue on the application's pool, with its rights. Close it before the pool. */
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
    // Both are maintenance that needs rights which the application does not have.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue failed'));
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'));
  await boss.start();
  return boss;
}

/** Waits for running jobs. Jobs that take longer than the limit go back to the queue. */
export async function closeJobs(jobs: Jobs, withinMs: number): Promise<void> {
  // The library's own wait looks every half second.
  const ended = Promise.allSettled(queues.map(({ name }) => jobs.offWork(name)));
  await Promise.race([ended, setTimeout(withinMs, undefined, { ref: false })]);
  await jobs.stop({ graceful: false });
}

/** A connection in the shape that the job library wants. With a transaction, the job commits with it. */
export const asJobDb = (db: Db) => ({
  executeSql: (text: string, values?: unknown[]) => db.query(text, values),
});
