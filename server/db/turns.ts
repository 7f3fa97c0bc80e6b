import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { waitFor } from './pool.ts';
import type { Db } from './pool.ts';
import { bool, row } from './columns.ts';
import { one, run } from './rows.ts';

/** Work that one transaction at a time may do, across all processes. */
export type Turn =
  | 'import of students'
  | 'import of payments'
  | 'saving of settlements'
  | 'change of students'
  | 'charges'
  | 'reminders'
  | 'search for duplicates'
  | 'receipts'
  | 'certificates'
  | 'payment services'
  | 'stream of the security log';

/**
 * Another transaction has the turn. For a caller who has waited long enough it becomes the refusal of a lock that timed
 * out.
 */
class NotYet extends Error {
  readonly code = '55P03';
}

const oursRow = row({ is_ours: bool });

/**
 * Takes the turn, so that the second of two transactions sees what the first one did. Call it before any look-up that
 * the work depends on. The statements may take longer than usual: 20,000 rows with their audit trail take seconds.
 * Plans are made anew, because a plan from empty tables would serve full ones badly. Throws NotYet.
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
 * Runs a transaction, and retries it while another one has the turn. Between attempts it holds no connection, so that
 * the waiting ones keep nobody else from the database.
 */
export async function retryWhileTaken<T>(patienceSeconds: number, transaction: () => Promise<T>): Promise<T> {
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
