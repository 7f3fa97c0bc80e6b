import type { Limits } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import type { Origin } from '../../http/identity/device.ts';
import type { Ctx } from '../../http/handlers.ts';
import { addressFrom } from '../../http/requests/require-https.ts';
import { fail } from '../../http/answers/problem.ts';
import { raiseAlarm } from '#server/security-log/alarms.ts';
import { isLogged, recordSecurity } from '#server/security-log/record.ts';
import type { BudgetKeys } from './budget-keys.ts';
import { count, endOf, forget, hour } from '../../http/limits/counters.ts';
import type { Window } from '../../http/limits/counters.ts';

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
  { pool: db, config: { limits }, request, mail }: Ctx,
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
  const [network, accounts] =
    here >= limits.sprayedAccountsPerNetworkHour ? [origin.network, here] : [null, everywhere];
  if (network === null && everywhere < limits.sprayedAccountsOfAllPerHour) return;
  await raiseAlarm(db, mail, { kind: 'spraying', network, personId: null, count: accounts });
}

/** Takes one failure back after a success: an office where many people mistype must not look like an attack. */
export async function forgiveFailure(db: Db, origin: Origin, keys: BudgetKeys): Promise<void> {
  if ((await forget(db, [triedKey(origin, keys)])) === 0) return;
  await count(db, accountsOf(origin.network), -1);
  await count(db, accountsOf('all'), -1);
}
