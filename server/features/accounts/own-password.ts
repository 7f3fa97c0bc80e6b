import { accountTexts } from '@gurukul/contract/accounts';
import sql from 'sql-template-tag';
import { one } from '../../db/rows.ts';
import type { Ctx } from '../../http/handlers.ts';
import { knownBrowserOf } from './known-browser.ts';
import { loginBudget } from './login-budget.ts';
import { verifyPassword } from './password.ts';
import { budgetKey } from './sign-in.ts';
import { tellOfLock } from './tell-of-lock.ts';

interface OwnAccount {
  readonly id: number;
  readonly email_id: string;
  readonly password_hash: string;
}

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
  const browser = knownBrowserOf(request, secretKey, person.id);
  const attempt = await loginBudget(db, limits).take(budgetKey(account.email_id, account, browser));
  if (attempt === null) return { error: accountTexts.waitToTry };
  const { password_hash: hash } = account;
  const isRight = await verifyPassword(password, hash, limits);
  if (!isRight || hash === null) {
    if (attempt.isFirstLock) await tellOfLock(db, mail, account.email_id);
    return { error: wrong };
  }
  await attempt.giveBack();
  return { account: { ...account, password_hash: hash } };
}
