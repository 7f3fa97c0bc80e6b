import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/pool.ts';
import type { Mailer } from '../../channels/mail/mailer.ts';
import type { BudgetKeys } from './budget-keys.ts';
import { count, day } from '../../http/limits/counters.ts';
import { enqueueOrPretend } from './mail-or-pretence.ts';

/**
 * Tells the owner, once a day, that somebody guesses at the password. For an unknown address it does the same work and
 * rolls it back.
 */
export async function tellOfLock(
  tx: Db,
  mail: Mailer,
  { account }: BudgetKeys,
  emailId: string | null,
): Promise<void> {
  if ((await count(tx, { key: `told-of-lock:${account}`, seconds: day })) > 1) return;
  await enqueueOrPretend(tx, mail, emailId, (to) => ({
    kind: 'sign_in_blocked',
    to,
    dedupeKey: `sign_in_blocked:${randomUUID()}`,
    data: {},
  }));
}
