import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { jobSchema, queues } from './queues.ts';

/**
 * Creates or updates the job queue's tables and the queues. The owner runs it under the migrations' lock, so that the
 * application needs no DDL rights.
 */
export async function installJobs(connection: pg.ClientConfig, appRole: string): Promise<void> {
  // One connection, because the library's scripts open and close their own transactions.
  const pool = new pg.Pool({ ...connection, max: 1 });
  pool.on('error', () => undefined);
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobSchema,
    supervise: false,
    schedule: false,
  });
  let failure: Error | undefined;
  boss.on('error', (error) => (failure ??= error));
  try {
    await boss.start();
    for (const { name, ...options } of queues) {
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
    await pool.query(grants(appRole));
  } finally {
    await boss.stop({ graceful: false });
    await pool.end();
  }
  if (failure !== undefined) throw failure;
}

/** The application may add, take and remove jobs, but not queues. */
const grants = (role: string) => `
  grant usage on schema ${jobSchema} to ${role};
  grant select on all tables in schema ${jobSchema} to ${role};
  grant insert, update, delete on ${jobSchema}.job, ${jobSchema}.job_common, ${jobSchema}.job_dependency to ${role};
  grant update on ${jobSchema}.queue, ${jobSchema}.version to ${role};
`;
