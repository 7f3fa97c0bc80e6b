import { accountTexts } from '@gurukul/contract/accounts';
import sql from 'sql-template-tag';
import { one } from '../../db/rows.ts';
import type { Ctx, Person } from '../../http/handlers.ts';
import { networkOf } from '../../http/network.ts';
import { budgetKeys } from './budget-keys.ts';
import type { Place } from './fair-queue.ts';
import { knownBrowserOf } from './known-browser.ts';
import { loginBudget } from './login-budget.ts';
import { verifyPassword } from './password.ts';
import { tellOfLock } from './tell-of-lock.ts';

interface OwnAccount {
  readonly id: number;
  readonly email_id: string;
  readonly password_hash: string;
}

/** Where somebody who is signed in waits for a hash: apart from everybody who is not. */
export const signedInPlace = ({ id }: Person): Place => ({ key: `person-${id}`, isKnown: true });

/**
 * The account of whoever is signed in, once the own password was given; else what to say, `wrong` for a wrong one. Wrong
 * ones count as failed sign-ins do; said in a 200, the refusal commits what was counted.
 */
export async function proveOwnPassword(
  { db, config: { limits, secretKey }, person, mail, request }: Ctx,
  password: string,
  wrong: string,
): Promise<{ readonly account: OwnAccount } | { readonly error: string }> {
  const account = await one<Omit<OwnAccount, 'password_hash'> & { password_hash: string | null }>(
    db,
    sql`select id, email_id, password_hash from people where id = ${person.id}`,
  );
  const browser = await knownBrowserOf(db, request, secretKey, person.id);
  const keys = budgetKeys(account.email_id, account, browser, networkOf(request.ip));
  const attempt = await loginBudget(db, limits).take(keys);
  if (attempt === null) return { error: accountTexts.waitToTry };
  const { password_hash: hash } = account;
  const isRight = await verifyPassword(password, hash, limits, signedInPlace(person));
  if (!isRight || hash === null) {
    if (attempt.isLast) await tellOfLock(db, mail, keys, account.email_id);
    return { error: wrong };
  }
  await attempt.giveBack();
  return { account: { ...account, password_hash: hash } };
}
