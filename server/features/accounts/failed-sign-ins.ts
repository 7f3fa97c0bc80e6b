import sql from 'sql-template-tag';
import type { Limits } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { run } from '../../db/rows.ts';
import type { Origin } from '../../http/device.ts';
import { fail } from '../../http/problem.ts';
import type { BudgetKeys } from './budget-keys.ts';
import { count, endOf, forget, hour } from '../../http/counters.ts';
import type { Window } from '../../http/counters.ts';

/**
 * What goes wrong at the sign-in, whoever's account it is: how much of it one network may send, and from when on it
 * looks like one password tried on many accounts.
 */

const failuresOf = ({ key }: Origin): Window => ({ key: `failed-sign-in:${key}`, seconds: hour });
const triedKey = ({ network }: Origin, { account }: BudgetKeys) => `tried:${account}@${network}`;
const accountsOf = (network: string): Window => ({ key: `sprayed:${network}`, seconds: hour });

/** Refuses, before any password is looked at, who has sent too many wrong ones in an hour. */
export async function refuseSpent(db: Db, limits: Limits, origin: Origin): Promise<void> {
  const retryAt = await endOf(db, failuresOf(origin).key, limits.failedSignInsPerNetworkHour);
  if (retryAt !== null) throw fail('too_many', { retryAt });
}

export async function noteFailure(db: Db, limits: Limits, origin: Origin, keys: BudgetKeys): Promise<void> {
  await count(db, failuresOf(origin));
  if ((await count(db, { key: triedKey(origin, keys), seconds: hour })) > 1) return;
  const here = await count(db, accountsOf(origin.network));
  const everywhere = await count(db, accountsOf('all'));
  if (here >= limits.sprayedAccountsPerNetworkHour) await raiseAlarm(db, origin.network, here);
  else if (everywhere >= limits.sprayedAccountsOfAllPerHour) await raiseAlarm(db, null, everywhere);
}

/** Whoever gets in after all mistyped: an office in which many do must not look like an attack. */
export async function forgiveFailure(db: Db, origin: Origin, keys: BudgetKeys): Promise<void> {
  if ((await forget(db, [triedKey(origin, keys)])) === 0) return;
  await count(db, accountsOf(origin.network), -1);
  await count(db, accountsOf('all'), -1);
}

/** One alarm for what goes on: it grows while the failures come, also once somebody has seen it. */
async function raiseAlarm(db: Db, network: string | null, accounts: number): Promise<void> {
  const recent = sql`a.network is not distinct from ${network} and a.last_at > now() - interval '1 hour'`;
  const known = await run(
    db,
    sql`
      update sign_in_alarms a
      set accounts = greatest(a.accounts, ${accounts}::integer), last_at = now()
      where ${recent}
    `,
  );
  if (known > 0) return;
  await run(
    db,
    sql`
      insert into sign_in_alarms (network, accounts)
      select ${network}::text, ${accounts}::integer
      where not exists (select from sign_in_alarms a where ${recent})
    `,
  );
}
