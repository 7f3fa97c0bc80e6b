import type { FastifyInstance } from 'fastify';
import { inject, onTestFinished } from 'vitest';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { patientPool } from './patient-pool.ts';
import type { TestApp } from './app.ts';

/**
 * A second server process on the same database, with its own connections and, if needed, other settings. It stops after
 * the test.
 */
export async function secondProcess(
  { config, database }: TestApp,
  settings: Partial<Config> = {},
): Promise<FastifyInstance> {
  const pool = patientPool({ ...inject('databases').app, database: database.owner.database });
  const app = await buildApp({
    config: { ...config, ...settings },
    pool,
    logger: false,
    portalRoot: `${config.dataDir}/no-portal`,
  });
  onTestFinished(async () => {
    await app.close();
    await pool.end();
  });
  return app;
}
