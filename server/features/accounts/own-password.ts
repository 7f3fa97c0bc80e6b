import sql from 'sql-template-tag';
import { int, row, text } from '../../db/columns.ts';
import { one } from '../../db/rows.ts';
import type { Ctx, Person } from '../../http/handlers.ts';
import { networkOf } from '../../http/limits/network.ts';
import { fail } from '../../http/answers/problem.ts';
import { hasFactor } from '../factors/factors.ts';
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

type WrongPassword = 'wrong_password' | 'wrong_old_password';

/** The line where a signed-in person waits for a hash, apart from people who are not signed in. */
export const signedInPlace = ({ id }: Person): Place => ({ key: `person-${id}`, isKnown: true });

const proveOwnPasswordRow = row({ id: int, email_id: text, password_hash: text.nullable() });

/**
 * Returns the account of the signed-in person after a check of their password, else a refusal: the given `wrong` for a
 * wrong password. Somebody with a second factor must have proved themselves by it within the last minutes too. Wrong
 * ones count as failed sign-ins. The refusal comes in a 200, so that the counter is committed.
 */
export async function proveOwnPassword(
  { db, config: { limits, secretKey }, person, mail, request }: Ctx,
  password: string,
  wrong: WrongPassword,
): Promise<{ readonly account: OwnAccount } | { readonly refusal: WrongPassword | 'wait_to_try' }> {
  const account = await one(
    db,
    proveOwnPasswordRow,
    sql`select id, email_id, password_hash from people where id = ${person.id}`,
  );
  if (!person.isProved && (await hasFactor(db, person.id))) throw fail('step_up_needed');
  const browser = await knownBrowserOf(db, request, secretKey, person.id);
  const keys = budgetKeys(account.email_id, account, browser, networkOf(request.ip));
  const attempt = await loginBudget(db, limits).take(keys);
  if (attempt === null) return { refusal: 'wait_to_try' };
  const { password_hash: hash } = account;
  const isRight = await verifyPassword(password, hash, limits, signedInPlace(person));
  if (!isRight || hash === null) {
    if (attempt.isLast) await tellOfLock(db, mail, keys, account.email_id);
    return { refusal: wrong };
  }
  await attempt.giveBack();
  return { account: { ...account, password_hash: hash } };
}
