import { createHash, randomBytes } from 'node:crypto';
import type { accounts } from '@gurukul/contract/accounts';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import type pg from 'pg';
import type * as z from 'zod';
import type { Limits } from '../../config.ts';
import { inTransaction } from '../../db/tx.ts';
import type { Handler } from '../../http/handlers.ts';
import { fail } from '../../http/problem.ts';
import { hashToken } from '../../http/sign-in.ts';
import { knownBrowserOf, rememberBrowser } from './known-browser.ts';
import { loginBudget } from './login-budget.ts';
import { hashPassword, isOutdated, verifyPassword } from './password.ts';
import type { Account } from './queries.ts';
import { endOldestSessions, findAccount, insertSession, lockAccount, replaceHash } from './queries.ts';
import { roleForSignIn } from './rules.ts';

type LoginInput = z.output<typeof accounts.login.input>;

/** Every failure looks and costs the same, whether the address is unknown, the password wrong or the account gone. */
export const signIn: Handler<typeof accounts.login> = async (input, { pool, config, request, reply }) => {
  const { limits, secretKey } = config;
  const account = await findAccount(pool, input.email_id);
  const browser = account && knownBrowserOf(request, secretKey, account.id);
  const attempt = await loginBudget(pool, limits).take(budgetKey(input, account, browser));
  if (attempt === null) throw fail('invalid_credentials');

  const isRight = await verifyPassword(input.password, account?.password_hash ?? null, limits).catch(
    async (error: unknown) => {
      // Nothing was tried, so nothing is counted.
      await attempt.giveBack();
      throw error;
    },
  );
  if (!isRight || account === null) throw fail('invalid_credentials');
  await attempt.giveBack();
  const hash = await renewHash(pool, account, input.password, limits);

  const role = roleForSignIn(account, input.flag);
  if (role === null) return { status: 200, message: 'failed' };
  const token = await startSession(pool, { id: account.id, hash }, role, limits);
  rememberBrowser(request, reply, secretKey, account.id);
  return { status: 200, message: 'success', user_id: account.id, role, mainrole: account.main_role, token };
};

/**
 * By account, not by what was typed: an address has more spellings than one. Unknown addresses are counted alike, so
 * that a wait does not tell them apart.
 */
function budgetKey(input: LoginInput, account: Account | null, browser: string | null): string {
  if (account === null) {
    const address = input.email_id.toLowerCase();
    return `unknown-${createHash('sha256').update(address).digest('base64url')}`;
  }
  return browser === null ? String(account.id) : `${account.id}-${browser}`;
}

/** The hash that now stands for the password that was just right. */
async function renewHash(
  pool: pg.Pool,
  { id, password_hash: hash }: Account,
  password: string,
  limits: Limits,
): Promise<string | null> {
  if (hash === null || !isOutdated(hash)) return hash;
  const renewed = await hashPassword(password, limits);
  return (await replaceHash(pool, id, hash, renewed)) === 1 ? renewed : hash;
}

async function startSession(
  pool: pg.Pool,
  { id: personId, hash }: { id: number; hash: string | null },
  role: PortalRole,
  limits: Limits,
): Promise<string> {
  const token = `s_${randomBytes(32).toString('base64url')}`;
  await inTransaction(pool, async (tx) => {
    if ((await lockAccount(tx, personId, hash)) === null) throw fail('invalid_credentials');
    await insertSession(tx, { tokenHash: hashToken(token), personId, role, hours: limits.sessionHours });
    await endOldestSessions(tx, personId, limits.sessionsPerPerson);
  });
  return token;
}
