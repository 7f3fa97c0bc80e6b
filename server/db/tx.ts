import type pg from 'pg';
import { isSilence } from './errors.ts';
import { waitFor } from './pool.ts';

/** Runs `work` in one transaction: committed when it returns, undone when it throws. */
export async function inTransaction<T>(pool: pg.Pool, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
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
    return result;
  } catch (error) {
    // A rollback would wait behind the statement that nothing answers.
    if (isSilence(error)) broken = error;
    else {
      await tx.query('rollback').catch((cause: unknown) => {
        broken = cause instanceof Error ? cause : new Error(String(cause));
      });
    }
    throw error;
  } finally {
    tx.off('error', ignoreLateErrors);
    waitFor(tx, null);
    tx.release(broken);
  }
}
