import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { waitFor } from './pool.ts';
import type { Db } from './pool.ts';
import { bool, row } from './columns.ts';
import { one, run } from './rows.ts';

/** What is done by one transaction at a time, in all processes together. */
export type Turn = 'import of students' | 'import of payments';

/** Somebody else has the turn. To whoever waited long enough it is what a lock is that could not be had. */
class NotYet extends Error {
  readonly code = '55P03';
}

const oursRow = row({ is_ours: bool });

/**
 * Begins what takes turns, so that the second of two sees what the first one did; to be called before what it
 * goes by is looked up. Its statements may take longer than usual: twenty thousand rows with their audit trail take seconds. A plan
 * made while the tables were empty would serve a full one badly.
 */
export async function takeTurn(tx: Db, turn: Turn): Promise<void> {
  const { is_ours } = await one(
    tx,
    oursRow,
    sql`select pg_try_advisory_xact_lock(hashtext(${turn})) as is_ours`,
  );
  if (!is_ours) throw new NotYet(`somebody else has the turn of an ${turn}`);
  waitFor(tx, 60);
  await run(
    tx,
    sql`
      select set_config('statement_timeout', '60s', true), set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('idle_in_transaction_session_timeout', '60s', true)
    `,
  );
}

const looksAgainMs = 150;

/**
 * Runs a transaction, and runs it anew while another one has the turn it asks for. In between it holds no connection, so
 * that those who wait keep nobody else from the database.
 */
export async function inTurn<T>(patienceSeconds: number, transaction: () => Promise<T>): Promise<T> {
  const until = performance.now() + patienceSeconds * 1000;
  for (;;) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof NotYet) || performance.now() > until) throw error;
    }
    await wait(looksAgainMs * (0.5 + Math.random()));
  }
}
