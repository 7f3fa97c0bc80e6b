import { inject, onTestFinished, test, expect, describe } from 'vitest';
import { ownDatabase } from '../test/db.ts';
import { openNetwork } from '../test/network.ts';
import { codeOfDatabaseError } from './errors.ts';
import { createPool, waitFor } from './pool.ts';
import { afterCommit, inTransaction } from './tx.ts';

const limits = {
  poolSize: 2,
  poolWaitSeconds: 1,
  statementTimeoutSeconds: 1,
  lockTimeoutSeconds: 1,
  idleInTransactionSeconds: 15,
};

describe('work after a commit', () => {
  test('is not done when the transaction is rolled back', async () => {
    const { pool } = await ownDatabase('empty');
    const done: string[] = [];
    const undone = inTransaction(pool, async (tx) => {
      afterCommit(tx, async () => done.push('never'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    // The same connection serves the next transaction, which does not run the work.
    await inTransaction(pool, async (tx) => tx.query('select 1'));
    expect(done).toEqual([]);
  });

  test('sees the transaction committed, and may fail in silence', async () => {
    const { pool, owner } = await ownDatabase('empty');
    await createPoolFor(owner).query('create table kept (n integer)');
    await createPoolFor(owner).query('grant all on kept to gurukul_app');
    const seen: number[] = [];
    const answer = await inTransaction(pool, async (tx) => {
      await tx.query('insert into kept values (1)');
      afterCommit(tx, async () => {
        throw new Error('nobody hears this');
      });
      afterCommit(tx, async () => {
        const { rows } = await pool.query<{ n: number }>('select n from kept');
        seen.push(...rows.map(({ n }) => n));
      });
      return 'answer';
    });
    expect({ answer, seen }).toEqual({ answer: 'answer', seen: [1] });
  });
});

test('a disk that refuses to write counts as trouble of the database, as a full one does', () => {
  for (const code of ['58030', '53100']) {
    expect(codeOfDatabaseError(Object.assign(new Error('could not write'), { code }))).toBe('busy');
  }
});

describe('a database that is silent', () => {
  test('is given up when it should have ended the statement, and the connection with it', async () => {
    const { owner } = await ownDatabase('empty');
    const network = await openNetwork(String(owner.host));
    onTestFinished(network.close);
    const pool = createPoolFor({ ...owner, host: '127.0.0.1', port: network.port });
    const failure = await inTransaction(pool, async (tx) => {
      network.fallSilent();
      await tx.query('select $1::int', [1]);
    }).catch((error: unknown) => error);
    expect(codeOfDatabaseError(failure)).toBe('busy');
    // Waits once for the statement, and not again for its rollback.
    expect(network.swallowed()).toContain('select $1::int');
    expect(network.swallowed()).not.toContain('rollback');
    expect(pool.totalCount).toBe(0);
    network.speakAgain();
    expect((await pool.query('select 1')).rowCount).toBe(1);
  });

  test('is waited for longer by a transaction that asks for it, and by no other on the same connection', async () => {
    const { owner } = await ownDatabase('empty');
    const pool = createPoolFor(owner);
    await inTransaction(pool, async (tx) => {
      waitFor(tx, 20);
      await tx.query("select set_config('statement_timeout', '20s', true)");
      expect((await tx.query('select pg_sleep($1)', [3.3])).rowCount).toBe(1);
    });
    const usual = inTransaction(pool, async (tx) => {
      await tx.query("select set_config('statement_timeout', '20s', true)");
      await tx.query('select pg_sleep($1)', [8]);
    });
    await expect(usual).rejects.toThrow('Query read timeout');
  });
});

function createPoolFor(connection: object) {
  const pool = createPool({ ...inject('databases').owner, ...connection }, limits);
  onTestFinished(() => pool.end());
  return pool;
}
