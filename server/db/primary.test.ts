import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cloneDatabase } from '../test/db.ts';
import { findHome } from './embedded-home.ts';
import { connectionTo, ensureRunning, initCluster, stopCluster } from './embedded-process.ts';
import { codeOfDatabaseError } from './errors.ts';
import { createPool, demandPrimary, usualLimits } from './pool.ts';
import { run } from './rows.ts';

test('a server that is a replica is refused before any statement', async () => {
  const place = await mkdtemp(join(await realpath(tmpdir()), 'gurukul-replica-'));
  onTestFinished(async () => rm(place, { recursive: true }));
  // PostgreSQL runs as its own user when the tests run as root.
  await chmod(place, 0o755);
  const home = await findHome(place);
  await initCluster(home);
  // It follows nobody. That is enough for it to be a replica.
  await writeFile(join(home.cluster, 'standby.signal'), '');
  await ensureRunning(home, false);
  onTestFinished(async () => stopCluster(home));

  const pool = createPool(connectionTo(home, 'postgres'), usualLimits, demandPrimary);
  onTestFinished(async () => pool.end());
  const failure = await run(pool, sql`select 1`).catch((error: unknown) => error);
  expect(codeOfDatabaseError(failure)).toBe('busy');
  expect(pool.totalCount).toBe(0);
});

test('a server that becomes read-only is left, and the next connection is a new one', async () => {
  const { pool, owner, drop } = await cloneDatabase('empty');
  onTestFinished(drop);
  const admin = createPool(owner);
  onTestFinished(async () => admin.end());
  const add = async (name: string) => run(pool, sql`insert into query_types (name) values (${name})`);
  await admin.query(`alter database ${owner.database} set default_transaction_read_only = on`);
  // Two connections that still stand, and learned it.
  const taken = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of taken) await client.query('set default_transaction_read_only = on');
  for (const client of taken) client.release();
  expect(pool.idleCount).toBe(2);
  const refused = await add('Too early').catch((error: unknown) => error);
  expect(codeOfDatabaseError(refused)).toBe('busy');
  await vi.waitFor(() => expect(pool.totalCount).toBe(0), { timeout: 600_000 });
  await admin.query(`alter database ${owner.database} reset default_transaction_read_only`);
  await add('In time');
});
