import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { patientPool } from './patient-pool.ts';

export interface TestDatabases {
  readonly owner: pg.ClientConfig;
  readonly app: pg.ClientConfig;
  /** The day on which the demo provider was made, yyyy-mm-dd. */
  readonly today: string;
}

export const emptyTemplate = 'gurukul_empty';
export const seededTemplate = 'gurukul_demo';

export interface TestDatabase {
  /** With the application's role, as in the real server. */
  readonly pool: pg.Pool;
  readonly owner: pg.ClientConfig;
  drop(): Promise<void>;
}

async function asOwner(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(inject('databases').owner);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** A copy of a template for one test file, so that no other test sees its changes. */
export async function cloneDatabase(template: 'demo' | 'empty' = 'demo'): Promise<TestDatabase> {
  const { owner, app } = inject('databases');
  const database = `test_${randomBytes(8).toString('hex')}`;
  const source = template === 'demo' ? seededTemplate : emptyTemplate;
  await asOwner(async (client) => {
    // From PostgreSQL 18 on the system copies a file by itself, in a third of the time.
    await client.query(`
      select set_config(name, 'clone', false) from pg_settings where name = 'file_copy_method'
    `);
    // Copies the template's files. Writing every page to the log first takes three times as long.
    await client.query(`create database ${database} template ${source} strategy file_copy`);
  });
  const pool = patientPool({ ...app, database });
  return {
    pool,
    owner: { ...owner, database },
    async drop() {
      if (!pool.ended) await pool.end();
      await asOwner((client) => client.query(`drop database if exists ${database} with (force)`));
    },
  };
}

/** For a single test: dropped when it has finished. */
export async function ownDatabase(template: 'demo' | 'empty' = 'demo'): Promise<TestDatabase> {
  const database = await cloneDatabase(template);
  onTestFinished(database.drop);
  return database;
}
