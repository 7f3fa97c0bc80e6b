import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { answerHealth, createHealth } from '../http/monitoring/health.ts';
import { findHome } from './embedded-home.ts';
import { connectionTo, ensureRunning, initCluster, stopCluster } from './embedded-process.ts';
import { createPool } from './pool.ts';
import { run } from './rows.ts';

test('health names a standby that does not read its log, with the command that copies it anew', async () => {
  const place = await mkdtemp(join(await realpath(tmpdir()), 'gurukul-standby-'));
  onTestFinished(async () => rm(place, { recursive: true }));
  // PostgreSQL runs as its own user when the tests run as root.
  await chmod(place, 0o755);
  const home = await findHome(place);
  await initCluster(home);
  await ensureRunning(home, false);
  onTestFinished(async () => stopCluster(home));
  const pool = createPool(connectionTo(home, 'postgres'));
  onTestFinished(async () => pool.end());
  const config = readConfig({ DATA_DIR: place });
  const ask = async () => {
    const app = fastify();
    answerHealth(app, createHealth(app, pool, config), config);
    const { parts, warning } = (await app.inject('/api/health/all')).json();
    await app.close();
    return [parts.standbys, warning];
  };

  expect(await ask()).toEqual(['ok', undefined]);
  // What is left of one whose log is gone looks the same: nobody reads its slot.
  await run(pool, sql`select pg_create_physical_replication_slot('database_b', true)`);
  expect(await ask()).toEqual(['failing', expect.stringContaining('patronictl reinit gurukul database_b ')]);
});
