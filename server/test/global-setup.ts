import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { patientPool } from './patient-pool.ts';
import { seedDemo } from '../db/seed/seed.ts';
import { demoPassword } from '../db/seed/staff.ts';
import { hashPassword } from '../features/accounts/password.ts';
import './cheap-hashes.ts';
import type { TestDatabases } from './db.ts';
import { emptyTemplate, seededTemplate } from './db.ts';
import { startOwnPostgres } from './own-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databases: TestDatabases;
  }
}

/** One temporary PostgreSQL for the whole run, with a migrated and a seeded database to clone from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gurukul-test-'));
  // PostgreSQL runs as its own user when the tests run as root.
  await chmod(dataDir, 0o755);
  // The programs of another PostgreSQL of any version; the embedded one when not set.
  const programs = process.env['TEST_POSTGRES'];
  const { owner, app, stop } = programs
    ? await startOwnPostgres(programs, dataDir)
    : await startEmbedded({ dataDir, durable: false });
  const tearDown = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const today = new Date().toISOString().slice(0, 10);
  try {
    await makeTemplates(owner, today);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('databases', { owner, app, today });
  return tearDown;
}

async function makeTemplates(owner: pg.ClientConfig, today: string): Promise<void> {
  const admin = new pg.Client(owner);
  await admin.connect();
  try {
    await admin.query(`create database ${emptyTemplate}`);
    await migrate({ ...owner, database: emptyTemplate });
    await admin.query(`create database ${seededTemplate} template ${emptyTemplate}`);
    await seed({ ...owner, database: seededTemplate }, today);
  } finally {
    await admin.end();
  }
}

async function seed(owner: pg.ClientConfig, today: string): Promise<void> {
  const pool = patientPool(owner);
  try {
    await seedDemo(pool, { today, passwordHash: await hashPassword(demoPassword) });
  } finally {
    await pool.end();
  }
}
