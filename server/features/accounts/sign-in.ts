import { randomUUID } from 'node:crypto';
import type { accounts } from '@gurukul/contract/accounts';
import type pg from 'pg';
import type * as z from 'zod';
import type { Limits } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { inTransaction } from '../../db/tx.ts';
import { originOf } from '../../http/identity/device.ts';
import type { Origin } from '../../http/identity/device.ts';
import type { Ctx, Handler } from '../../http/handlers.ts';
import { ConcurrencyLimiter } from '../../http/limits/concurrency-limiter.ts';
import { fail } from '../../http/answers/problem.ts';
import { addressFrom } from '../../http/requests/require-https.ts';
import type { Mailer } from '../../channels/mail/mailer.ts';
import { budgetKeys } from './budget-keys.ts';
import type { BudgetKeys } from './budget-keys.ts';
import { forgiveFailure, noteFailure, refuseSpent } from './failed-sign-ins.ts';
import { enter } from './enter.ts';
import type { Answer } from './enter.ts';
import { knownBrowserOf } from './known-browser.ts';
import { loginBudget } from './login-budget.ts';
import { tellOfLock } from './tell-of-lock.ts';
import type { Place } from './fair-queue.ts';
import { hashPassword, isOutdated, verifyPassword } from './password.ts';
import type { Account } from './queries.ts';
import { findAccount, replaceHash } from './queries.ts';
import type { RememberCookie, Remembered } from './remember.ts';
import {
  clearRemembered,
  endCopied,
  findRememberedPerson,
  forgetSeries,
  readRemembered,
  redeemRemembered,
  writeRemembered,
} from './remember.ts';

type LoginInput = z.output<typeof accounts.login.input>;

/**
 * Signs in. Every failure looks the same and costs the same time, whether the address is unknown, the password wrong or
 * the account gone.
 */
export const signIn: Handler<typeof accounts.login> = async (input, ctx) => {
  const remembered = readRemembered(ctx.request);
  if (input.remember === false) await forgetBrowser(ctx.pool, ctx);
  if (input.password !== '') return signInByPassword(input, remembered, ctx);
  if (input.remember !== true || remembered === null) throw fail('invalid_credentials');
  return signInByCookie(input, remembered, ctx);
};

/** Forgets the person that this browser remembers. */
export async function forgetBrowser(db: Db, { request, reply }: Ctx): Promise<void> {
  const remembered = readRemembered(request);
  if (remembered !== null) await forgetSeries(db, remembered.selector);
  clearRemembered(request, reply);
}

/**
 * One attempt at a time per account. Each right password is given back before the next attempt counts, so forty right
 * ones at once are not forty guesses. Across processes, the counter in the database decides.
 */
const attempts = new ConcurrencyLimiter({ running: 1, waiting: 99, full: 'busy' });

async function signInByPassword(input: LoginInput, remembered: Remembered | null, ctx: Ctx): Promise<Answer> {
  const { pool, config, request } = ctx;
  const { limits, secretKey } = config;
  const origin = await originOf(pool, request, secretKey);
  await refuseSpent(pool, limits, origin);
  const account = await findAccount(pool, input.email_id);
  request.accountId = account?.id ?? null;
  const browser = await knownBrowserOf(pool, request, secretKey, account?.id ?? null);
  const keys = budgetKeys(input.email_id, account, browser, origin.network);
  await attempts.run(keys.own, () => judgePassword(input.password, account, { origin, keys }, ctx));
  if (account === null) throw fail('invalid_credentials');
  const hash = await renewHash(pool, account, input.password, limits, origin);

  return enter(ctx, {
    account: { ...account, password_hash: hash },
    flag: input.flag,
    by: 'password',
    ...(input.remember === true ? { remember: { before: remembered } } : {}),
  });
}

interface Asking {
  readonly origin: Origin;
  readonly keys: BudgetKeys;
}

/** Returns when the password is right, else throws a refusal. A wrong password counts. */
async function judgePassword(
  password: string,
  account: Account | null,
  { origin, keys }: Asking,
  ctx: Ctx,
): Promise<void> {
  const { pool, config, mail } = ctx;
  const { limits } = config;
  const attempt = await loginBudget(pool, limits).take(keys);
  if (attempt === null) {
    await noteFailure(ctx, origin, keys, account);
    throw fail('invalid_credentials');
  }

  const hash = account?.password_hash ?? null;
  const isRight = await verifyPassword(password, hash, limits, placeOf(origin)).catch(
    async (error: unknown) => {
      // No password was checked, so nothing counts.
      await attempt.giveBack();
      throw error;
    },
  );
  if (isRight) {
    await attempt.giveBack();
    return forgiveFailure(pool, origin, keys);
  }
  await noteFailure(ctx, origin, keys, account);
  if (attempt.isLast) {
    await inTransaction(pool, (tx) => tellOfLock(tx, mail, keys, account?.email_id ?? null));
  }
  throw fail('invalid_credentials');
}

/** The line where a request waits for its hash. */
const placeOf = ({ key, isKnown }: Origin): Place => ({ key, isKnown });

/** Signs in by the cookie of a remembered browser. */
async function signInByCookie(input: LoginInput, remembered: Remembered, ctx: Ctx): Promise<Answer> {
  const { pool, mail, request, reply } = ctx;
  const person = await findRememberedPerson(pool, remembered.selector);
  request.accountId = person?.id ?? null;
  if (person === null) {
    clearRemembered(request, reply);
    throw fail('invalid_credentials');
  }
  // Another person's name over the dots has nothing to do with the remembered person.
  const account = await findAccount(pool, input.email_id);
  if (account?.id !== person.id) throw fail('invalid_credentials');

  const next: { cookie: RememberCookie | null } = { cookie: null };
  const answer = await enter(ctx, {
    account,
    flag: input.flag,
    by: 'remembered browser',
    series: remembered.selector,
    async within(tx) {
      const used = await redeemRemembered(tx, remembered, addressFrom(request));
      if (used === 'copied') {
        await endCopied(tx, account.id, remembered);
        await tellOfCopy(tx, mail, account.email_id);
      }
      // Another tab may have got a new cookie a moment ago, so the cookie stays.
      if (used === 'copied' || used === 'gone') clearRemembered(request, reply);
      if (typeof used === 'string') return false;
      next.cookie = used.cookie;
      return true;
    },
  });
  if (next.cookie !== null) writeRemembered(request, reply, next.cookie);
  return answer;
}

/** The present hash of the password that was just right. */
async function renewHash(
  pool: pg.Pool,
  { id, password_hash: hash }: Account,
  password: string,
  limits: Limits,
  origin: Origin,
): Promise<string | null> {
  if (hash === null || !isOutdated(hash)) return hash;
  const renewed = await hashPassword(password, limits, placeOf(origin));
  return (await replaceHash(pool, id, hash, renewed)) === 1 ? renewed : hash;
}

const tellOfCopy = (tx: Db, mail: Mailer, to: string) =>
  mail.enqueue(tx, {
    kind: 'browser_copied',
    to,
    dedupeKey: `browser_copied:${randomUUID()}`,
    data: {},
  });
