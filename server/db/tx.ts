import type pg from 'pg';
import { isMisled } from './errors.ts';
import { waitFor } from './pool.ts';
import type { Db } from './pool.ts';

type Afterwards = () => Promise<unknown>;

const afterwards = new WeakMap<object, Afterwards[]>();

/**
 * Registers work for after the commit, such as removing files that are no longer needed. It does not run after a
 * rollback. Nothing may depend on it: a crash in between skips it, and its failure is silent.
 */
export function afterCommit(tx: Db, work: Afterwards): void {
  afterwards.set(tx, [...(afterwards.get(tx) ?? []), work]);
}

const lastly = new WeakMap<object, Afterwards[]>();

/**
 * Registers work as the last of a transaction, so that a lock which it takes is short. Without a transaction it runs at
 * once.
 */
export async function atCommit(db: Db, work: Afterwards): Promise<void> {
  const waiting = lastly.get(db);
  if (waiting === undefined) await work();
  else waiting.push(work);
}

async function runLast(tx: pg.PoolClient, works: readonly Afterwards[]): Promise<void> {
  if (works.length === 0) return;
  // The rules that are checked at the commit may wait for other rows, so they come before.
  await tx.query('set constraints all immediate');
  for (const work of works) await work();
}

/** Runs `work` in one transaction: commits when it returns, rolls back when it throws. */
export async function inTransaction<T>(pool: pg.Pool, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  const { result, rest } = await commit(pool, work);
  await Promise.allSettled(rest.map(async (one) => one()));
  return result;
}

async function commit<T>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<{ readonly result: T; readonly rest: readonly Afterwards[] }> {
  const tx = await pool.connect();
  // A connection whose state is unknown must not serve anybody else.
  let broken: Error | undefined;
  try {
    await tx.query('begin');
    const last: Afterwards[] = [];
    lastly.set(tx, last);
    const result = await work(tx);
    await runLast(tx, last);
    const { command } = await tx.query('commit');
    // PostgreSQL answers a commit after a swallowed error with a silent rollback.
    if (command !== 'COMMIT') throw new Error('the transaction had already failed and was rolled back');
    return { result, rest: afterwards.get(tx) ?? [] };
  } catch (error) {
    // With a silent server a rollback would wait too. With a read-only one nothing was written.
    if (isMisled(error)) broken = error;
    else {
      await tx.query('rollback').catch((cause: unknown) => {
        broken = cause instanceof Error ? cause : new Error(String(cause));
      });
    }
    throw error;
  } finally {
    waitFor(tx, null);
    afterwards.delete(tx);
    lastly.delete(tx);
    tx.release(broken);
  }
}
