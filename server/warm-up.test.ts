import { expect, inject, onTestFinished, test } from 'vitest';
import { createPool } from './db/pool.ts';
import { warmUp } from './warm-up.ts';

test('the first requests find all connections open', async () => {
  const pool = createPool(inject('databases').app);
  onTestFinished(() => pool.end());
  await warmUp(pool);
  expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([
    pool.options.max,
    pool.options.max,
    0,
  ]);
});

test('a database that gives no connection does not stop the start', async () => {
  const pool = createPool({ host: '127.0.0.1', port: 1 });
  onTestFinished(() => pool.end());
  await warmUp(pool);
  expect(pool.totalCount).toBe(0);
});
