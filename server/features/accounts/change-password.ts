import type { accounts } from '@gurukul/contract/accounts';
import type { Handler } from '../../http/handlers.ts';
import { refused } from '../../http/answers/problem.ts';
import { rememberBrowser } from './known-browser.ts';
import { proveOwnPassword, signedInPlace } from './own-password.ts';
import { newPasswordProblem } from './password-rules.ts';
import { hashPassword } from './password.ts';
import { replaceHash } from './queries.ts';
import { clearRemembered } from './remember.ts';
import { afterNewPassword, endOpened } from './set-password.ts';

export const changePassword: Handler<typeof accounts.change_password> = async (
  { old_password: oldPassword, new_password: newPassword, ...also },
  ctx,
) => {
  const { db, config, person, mail, request, reply } = ctx;
  const proof = await proveOwnPassword(ctx, oldPassword, 'wrong_old_password');
  if ('refusal' in proof) return refused(proof.refusal);
  const { account } = proof;

  if (newPassword === oldPassword) return refused('same_password');
  const problem = newPasswordProblem(newPassword, account.email_id);
  if (problem !== null) return refused(problem);
  const hash = await hashPassword(newPassword, config.limits, signedInPlace(person));
  const isOurs = await replaceHash(db, account.id, account.password_hash, hash);
  // Somebody else changed it a moment ago, so the given old password is no longer the present one.
  if (isOurs === 0) return refused('wrong_old_password');
  await afterNewPassword(db, mail, account, person.sessionId);
  await endOpened(db, account.id, also);
  clearRemembered(request, reply);
  await rememberBrowser(db, request, reply, config.secretKey, person.id);
  return { status: 200, message: 'success' };
};
