import sql from 'sql-template-tag';
import type { Limits } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { run } from '../../db/rows.ts';
import type { Origin } from '../../http/device.ts';
import type { Ctx } from '../../http/handlers.ts';
import { addressFrom } from '../../http/require-https.ts';
import { fail } from '../../http/problem.ts';
import { isLogged, recordSecurity } from '#server/security-log/record.ts';
import type { BudgetKeys } from './budget-keys.ts';
import { count, endOf, forget, hour } from '../../http/counters.ts';
import type { Window } from '../../http/counters.ts';

/**
 * Failed sign-ins of a network, over all accounts: the limit for one network, and the alarm for one password tried on
 * many accounts.
 */

const failuresOf = ({ key }: Origin): Window => ({ key: `failed-sign-in:${key}`, seconds: hour });
const triedKey = ({ network }: Origin, { account }: BudgetKeys) => `tried:${account}@${network}`;
const accountsOf = (network: string): Window => ({ key: `sprayed:${network}`, seconds: hour });

/** Refuses an origin with too many wrong passwords in an hour, before any password is hashed. */
export async function refuseSpent(db: Db, limits: Limits, origin: Origin): Promise<void> {
  const retryAt = await endOf(db, failuresOf(origin).key, limits.failedSignInsPerNetworkHour);
  if (retryAt !== null) throw fail('too_many', { retryAt });
}

/** `account`: the account of the address, when there is one. */
export async function noteFailure(
  { pool: db, config: { limits }, request }: Ctx,
  origin: Origin,
  keys: BudgetKeys,
  account: { readonly id: number } | null,
): Promise<void> {
  const failures = await count(db, failuresOf(origin));
  if (isLogged(failures)) {
    await recordSecurity(db, {
      kind: 'sign_in_failed',
      personId: null,
      aboutId: account?.id ?? null,
      from: addressFrom(request),
      facts: { in_this_hour: failures },
    });
  }
  if ((await count(db, { key: triedKey(origin, keys), seconds: hour })) > 1) return;
  const here = await count(db, accountsOf(origin.network));
  const everywhere = await count(db, accountsOf('all'));
  if (here >= limits.sprayedAccountsPerNetworkHour) await raiseAlarm(db, origin.network, here);
  else if (everywhere >= limits.sprayedAccountsOfAllPerHour) await raiseAlarm(db, null, everywhere);
}

/** Takes one failure back after a success: an office where many people mistype must not look like an attack. */
export async function forgiveFailure(db: Db, origin: Origin, keys: BudgetKeys): Promise<void> {
  if ((await forget(db, [triedKey(origin, keys)])) === 0) return;
  await count(db, accountsOf(origin.network), -1);
  await count(db, accountsOf('all'), -1);
}

/** Raises one alarm for one attack. It grows while failures come, also after somebody has seen it. */
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
