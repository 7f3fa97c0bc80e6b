import type { FastifyInstance } from 'fastify';
import { inject, onTestFinished } from 'vitest';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { createPool } from '../db/pool.ts';
import type { TestApp } from './app.ts';

/**
 * Another server process on the same database, with connections of its own and, if need be, other settings; stopped
 * when the test has finished.
 */
export async function secondProcess(
  { config, database }: TestApp,
  settings: Partial<Config> = {},
): Promise<FastifyInstance> {
  const pool = createPool({ ...inject('databases').app, database: database.owner.database });
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
