import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { jobSchema, queues } from './queues.ts';

/**
 * Makes or updates the job queue's tables and the queues themselves. Run by the owner, under the migrations' lock, so
 * that the application never needs to define anything.
 */
export async function installJobs(connection: pg.ClientConfig, appRole: string): Promise<void> {
  // One connection: the library's scripts open and close transactions of their own.
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

/** The application adds, takes and removes jobs; which queues there are is not its to decide. */
const grants = (role: string) => `
  grant usage on schema ${jobSchema} to ${role};
  grant select on all tables in schema ${jobSchema} to ${role};
  grant insert, update, delete on ${jobSchema}.job, ${jobSchema}.job_common, ${jobSchema}.job_dependency to ${role};
  grant update on ${jobSchema}.queue, ${jobSchema}.version to ${role};
`;
