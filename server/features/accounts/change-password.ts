import type { accounts } from '@gurukul/contract/accounts';
import { accountTexts } from '@gurukul/contract/accounts';
import sql from 'sql-template-tag';
import { one } from '../../db/rows.ts';
import type { Handler } from '../../http/handlers.ts';
import { knownBrowserOf } from './known-browser.ts';
import { loginBudget } from './login-budget.ts';
import { newPasswordProblem } from './password-rules.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { replaceHash } from './queries.ts';
import { clearRemembered } from './remember.ts';
import { afterNewPassword } from './set-password.ts';
import { budgetKey } from './sign-in.ts';
import { tellOfLock } from './tell-of-lock.ts';

/** A wrong old password counts as a failed sign-in does; being a 200, the refusal commits what was counted. */
export const changePassword: Handler<typeof accounts.change_password> = async (
  { old_password: oldPassword, new_password: newPassword },
  { db, config, person, mail, request, reply },
) => {
  const refused = (error: string) => ({ status: 200, message: 'failed', error }) as const;
  const { limits, secretKey } = config;
  const account = await one<{ id: number; email_id: string; password_hash: string | null }>(
    db,
    sql`select id, email_id, password_hash from people where id = ${person.id}`,
  );
  const browser = knownBrowserOf(request, secretKey, person.id);
  const attempt = await loginBudget(db, limits).take(budgetKey(account.email_id, account, browser));
  if (attempt === null) return refused(accountTexts.waitToTry);
  const isRight = await verifyPassword(oldPassword, account.password_hash, limits);
  if (!isRight || account.password_hash === null) {
    if (attempt.isFirstLock) await tellOfLock(db, mail, account.email_id);
    return refused(accountTexts.wrongOldPassword);
  }
  await attempt.giveBack();

  if (newPassword === oldPassword) return refused(accountTexts.samePassword);
  const problem = newPasswordProblem(newPassword, account.email_id);
  if (problem !== null) return refused(problem);
  const hash = await hashPassword(newPassword, limits);
  const isOurs = await replaceHash(db, account.id, account.password_hash, hash);
  // Changed by somebody else a moment ago: the old password that was given is not the old one any more.
  if (isOurs === 0) return refused(accountTexts.wrongOldPassword);
  await afterNewPassword(db, mail, account, person.sessionId);
  clearRemembered(request, reply);
  return { status: 200, message: 'success' };
};
