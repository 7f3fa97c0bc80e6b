import type pg from 'pg';
import { isMisled } from './errors.ts';
import { waitFor } from './pool.ts';
import type { Db } from './pool.ts';

type Afterwards = () => Promise<unknown>;

const afterwards = new WeakMap<object, Afterwards[]>();

/**
 * Something to be done once a transaction has committed, and not at all when it is undone: taking away what it no
 * longer needs. Nothing may rely on it, since whoever dies in between never does it; it may fail in silence.
 */
export function afterCommit(tx: Db, work: Afterwards): void {
  afterwards.set(tx, [...(afterwards.get(tx) ?? []), work]);
}

/** Runs `work` in one transaction: committed when it returns, undone when it throws. */
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
  // A connection that could not be brought back to a clean state must not serve anybody else.
  let broken: Error | undefined;
  const ignoreLateErrors = () => undefined;
  tx.on('error', ignoreLateErrors);
  try {
    await tx.query('begin');
    const result = await work(tx);
    const { command } = await tx.query('commit');
    // PostgreSQL answers a commit after a swallowed error with a rollback, without complaint.
    if (command !== 'COMMIT') throw new Error('the transaction had already failed and was rolled back');
    return { result, rest: afterwards.get(tx) ?? [] };
  } catch (error) {
    // A rollback would wait behind the statement that nothing answers; where nothing can be written, nothing was.
    if (isMisled(error)) broken = error;
    else {
      await tx.query('rollback').catch((cause: unknown) => {
        broken = cause instanceof Error ? cause : new Error(String(cause));
      });
    }
    throw error;
  } finally {
    tx.off('error', ignoreLateErrors);
    waitFor(tx, null);
    afterwards.delete(tx);
    tx.release(broken);
  }
}
