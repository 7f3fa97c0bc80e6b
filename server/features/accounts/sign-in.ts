import { said } from '@gurukul/contract/shared/messages';
import { randomUUID } from 'node:crypto';
import type { accounts } from '@gurukul/contract/accounts';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import type pg from 'pg';
import type * as z from 'zod';
import type { Limits } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { inTransaction } from '../../db/tx.ts';
import { originOf } from '../../http/device.ts';
import type { Origin } from '../../http/device.ts';
import type { Ctx, Handler } from '../../http/handlers.ts';
import { ConcurrencyLimiter } from '../../http/concurrency-limiter.ts';
import { fail } from '../../http/problem.ts';
import { addressFrom } from '../../http/require-https.ts';
import { recordSecurity } from '#server/security-log/record.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { browserOf } from './browser-of.ts';
import { budgetKeys } from './budget-keys.ts';
import type { BudgetKeys } from './budget-keys.ts';
import { forgiveFailure, noteFailure, refuseSpent } from './failed-sign-ins.ts';
import { knownBrowserOf, rememberBrowser } from './known-browser.ts';
import { loginBudget } from './login-budget.ts';
import { tellOfLock } from './tell-of-lock.ts';
import type { Place } from './fair-queue.ts';
import { hashPassword, isOutdated, verifyPassword } from './password.ts';
import type { Account } from './queries.ts';
import { endOldestSessions, findAccount, insertSession, lockAccount, replaceHash } from './queries.ts';
import type { Remembered } from './remember.ts';
import {
  clearRemembered,
  endCopied,
  findRememberedPerson,
  forgetSeries,
  readRemembered,
  remember,
  useRemembered,
  writeRemembered,
} from './remember.ts';
import { roleForSignIn } from './rules.ts';
import { hashSecret, newSecret } from './secrets.ts';

type LoginInput = z.output<typeof accounts.login.input>;
type Answer = Awaited<ReturnType<Handler<typeof accounts.login>>>;

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
  const { pool, config, request, reply } = ctx;
  const { limits, secretKey } = config;
  const origin = originOf(request, secretKey);
  await refuseSpent(pool, limits, origin);
  const account = await findAccount(pool, input.email_id);
  request.accountId = account?.id ?? null;
  const browser = await knownBrowserOf(pool, request, secretKey, account?.id ?? null);
  const keys = budgetKeys(input.email_id, account, browser, origin.network);
  await attempts.run(keys.own, () => judgePassword(input.password, account, { origin, keys }, ctx));
  if (account === null) throw fail('invalid_credentials');
  const hash = await renewHash(pool, account, input.password, limits, origin);

  const role = roleForSignIn(account, input.flag);
  if (role === null) return { status: 200, ...said('failed') };
  const { token, cookie } = await inTransaction(pool, async (tx) => {
    const cookie = input.remember === true ? await remember(tx, account.id, remembered) : null;
    const proved = { id: account.id, password_hash: hash };
    const token = await startSession(tx, proved, role, ctx, cookie?.selector ?? null);
    await recordSignIn(tx, account.id, role, 'password', ctx);
    return { token, cookie };
  });
  if (cookie !== null) writeRemembered(request, reply, cookie);
  return welcome(ctx, account, role, token);
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
const placeOf = ({ key, hasName }: Origin): Place => ({ key, isKnown: hasName });

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

  const role = roleForSignIn(account, input.flag);
  const entry = await inTransaction(pool, async (tx) => {
    if (!(await lockAccount(tx, account.id, account.password_hash))) throw fail('invalid_credentials');
    const used = await useRemembered(tx, remembered, addressFrom(request));
    if (used === 'copied') {
      await endCopied(tx, account.id, remembered);
      await tellOfCopy(tx, mail, account.email_id);
    }
    // Returned and not thrown, so that the ended series is committed.
    if (typeof used === 'string') return used;
    const token = role === null ? null : await startSession(tx, account, role, ctx, remembered.selector);
    if (role !== null) await recordSignIn(tx, account.id, role, 'remembered browser', ctx);
    return { ...used, token };
  });
  if (typeof entry === 'string') {
    // Another tab may have got a new cookie a moment ago, so the cookie stays.
    if (entry !== 'elsewhere') clearRemembered(request, reply);
    throw fail('invalid_credentials');
  }
  if (entry.cookie !== null) writeRemembered(request, reply, entry.cookie);
  if (role === null || entry.token === null) return { status: 200, ...said('failed') };
  return welcome(ctx, account, role, entry.token);
}

async function welcome(
  { pool, config, request, reply }: Ctx,
  account: Account,
  role: PortalRole,
  token: string,
): Promise<Answer> {
  await rememberBrowser(pool, request, reply, config.secretKey, account.id);
  return { status: 200, message: 'success', user_id: account.id, role, mainrole: account.main_role, token };
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

const recordSignIn = (tx: Db, personId: number, role: PortalRole, by: string, { request }: Ctx) =>
  recordSecurity(tx, {
    kind: 'signed_in',
    personId,
    from: addressFrom(request),
    facts: { by, role, ...browserOf(request.headers['user-agent'] ?? '') },
  });

async function startSession(
  tx: Db,
  { id: personId, password_hash: hash }: Pick<Account, 'id' | 'password_hash'>,
  role: PortalRole,
  { config: { limits }, request }: Ctx,
  series: string | null,
): Promise<string> {
  if (!(await lockAccount(tx, personId, hash))) throw fail('invalid_credentials');
  const token = newSecret('s_');
  await insertSession(tx, {
    tokenHash: hashSecret(token),
    personId,
    role,
    hours: limits.sessionHours,
    agent: request.headers['user-agent'] ?? '',
    from: addressFrom(request),
    series,
  });
  await endOldestSessions(tx, personId, limits.sessionsPerPerson);
  return token;
}
