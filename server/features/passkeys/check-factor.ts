import type { Authentication } from '@gurukul/contract/passkeys';
import type { Ctx } from '#server/http/handlers.ts';
import { inTransaction } from '#server/db/tx.ts';
import { originOf } from '#server/http/identity/device.ts';
import { budgetKeys } from '../accounts/budget-keys.ts';
import { noteFailure } from '../accounts/failed-sign-ins.ts';
import { knownBrowserOf } from '../accounts/known-browser.ts';
import { loginBudget } from '../accounts/login-budget.ts';
import { tellOfLock } from '../accounts/tell-of-lock.ts';
import { isRecoveryCode, takeAppCode, takeRecoveryCode } from '../factors/codes.ts';
import { findPasskey, noteUse } from '../factors/factors.ts';
import type { StoredPasskey } from '../factors/factors.ts';
import { readSignature } from '../factors/passkey.ts';
import { recordFactor } from '../factors/record.ts';

interface Owner {
  readonly id: number;
  readonly email_id: string;
}

export type FactorRefusal = 'wrong_code' | 'clock_off' | 'passkey_refused' | 'wait_to_try';

/**
 * Checks a code of the app or a recovery code, and takes it. Wrong ones count as failed sign-ins of the account; what
 * has the form of neither takes no try. All of it is committed at once, so that a code which was taken stays taken.
 */
export async function checkCode(ctx: Ctx, owner: Owner, code: string): Promise<FactorRefusal | null> {
  const { pool, config, mail, request } = ctx;
  const { limits, secretKey } = config;
  const isOfApp = /^\d{6}$/.test(code);
  if (!isOfApp && !isRecoveryCode(code)) return 'wrong_code';
  const origin = await originOf(pool, request, secretKey);
  const browser = await knownBrowserOf(pool, request, secretKey, owner.id);
  const keys = budgetKeys(owner.email_id, owner, browser, origin.network);
  const attempt = await loginBudget(pool, limits).take(keys);
  if (attempt === null) return 'wait_to_try';

  const result = isOfApp
    ? await takeAppCode(pool, secretKey, owner.id, code, { isNew: false })
    : 'wrong_code';
  if (result === 'right') {
    await attempt.giveBack();
    return null;
  }
  if (!isOfApp && (await takeRecoveryCode(pool, secretKey, owner.id, code))) {
    await attempt.giveBack();
    await inTransaction(pool, (tx) => recordFactor(tx, ctx, { what: 'recovery_code_used', owner }));
    return null;
  }
  await noteFailure(ctx, origin, keys, owner);
  await recordFactor(pool, ctx, { what: 'failed', owner });
  if (attempt.isLast) await inTransaction(pool, (tx) => tellOfLock(tx, mail, keys, owner.email_id));
  return result;
}

/** A passkey whose signature is right. */
export interface SignedBy {
  readonly passkey: StoredPasskey;
  readonly count: number;
}

/** Checks the signature of a passkey; of this person alone, when one is named. Its count is not checked yet. */
export async function checkSignature(
  { pool, config }: Ctx,
  response: Authentication,
  challenge: string,
  personId: number | null,
): Promise<SignedBy | null> {
  const passkey = await findPasskey(pool, response.id, personId);
  if (passkey === null) return null;
  const count = await readSignature(config, passkey, response, challenge);
  return count === null ? null : { passkey, count };
}

/** Notes the use of a passkey. A count that does not go up is of a copy: nobody enters, and the owner gets a mail. */
export async function takePasskey(ctx: Ctx, { passkey, count }: SignedBy, owner: Owner): Promise<boolean> {
  if (await noteUse(ctx.pool, passkey.id, count)) return true;
  await inTransaction(ctx.pool, (tx) => recordFactor(tx, ctx, { what: 'passkey_copied', owner }));
  return false;
}
