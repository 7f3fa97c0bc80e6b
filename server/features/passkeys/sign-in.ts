import type { SwitchRole } from '@gurukul/contract/accounts';
import { switchRoles } from '@gurukul/contract/accounts';
import type { passkeys } from '@gurukul/contract/passkeys';
import type { Ctx, Handler } from '#server/http/handlers.ts';
import { refused } from '#server/http/answers/problem.ts';
import { enter, provedHashOf } from '../accounts/enter.ts';
import type { Account } from '../accounts/queries.ts';
import { findAccountOf } from '../accounts/queries.ts';
import { readRemembered } from '../accounts/remember.ts';
import { endChallenge, tryChallenge } from '../factors/challenges.ts';
import { challengeIn } from '../factors/passkey.ts';
import { recordFactor } from '../factors/record.ts';
import { checkCode, checkSignature, takePasskey } from './check-factor.ts';

/** Signs in by a passkey alone. Every failure reads the same. */
export const signInByPasskey: Handler<typeof passkeys.sign_in> = async ({ flag, passkey }, ctx) => {
  const challenge = challengeIn(passkey);
  const begun = challenge === null ? null : await tryChallenge(ctx.pool, ctx, 'sign_in', challenge);
  if (challenge === null || begun === null) return refused('passkey_refused');
  const signed = await checkSignature(ctx, passkey, challenge, null);
  const account = signed === null ? null : await findAccountOf(ctx.pool, signed.passkey.person_id);
  ctx.request.accountId = account?.id ?? null;
  if (signed === null || account === null) return refused('passkey_refused');
  if (!(await takePasskey(ctx, signed, account))) return refused('passkey_refused');
  return enter(ctx, { account, flag, by: 'passkey' });
};

const flagOf = (text: string): '' | SwitchRole => switchRoles.find((role) => role === text) ?? '';

/** The second step. A challenge that is over, unknown, or of another browser reads the same. */
export const secondFactor: Handler<typeof passkeys.second_factor> = async (input, ctx) => {
  const { pool, request } = ctx;
  const begun = await tryChallenge(pool, ctx, 'second', input.challenge);
  const personId = begun?.person_id ?? null;
  const account = personId === null ? null : await findAccountOf(pool, personId);
  request.accountId = account?.id ?? null;
  if (begun === null || account === null || begun.proved_hash === null) return refused('step_over');
  if (!provedHashOf(account).equals(begun.proved_hash)) return refused('step_over');

  const refusal = await refusalOf(input, account, ctx);
  if (refusal !== null) return refused(refusal);
  return enter(ctx, {
    account,
    flag: flagOf(begun.flag),
    by: 'second factor',
    signOutUrl: begun.sign_out_url,
    ...(begun.remembers ? { remember: { before: readRemembered(request) } } : {}),
    within: (tx) => endChallenge(tx, input.challenge),
  });
};

type Second = Parameters<Handler<typeof passkeys.second_factor>>[0];

async function refusalOf({ challenge, code, passkey }: Second, account: Account, ctx: Ctx) {
  if (code !== undefined) return checkCode(ctx, account, code);
  const signed =
    passkey === undefined || challengeIn(passkey) !== challenge
      ? null
      : await checkSignature(ctx, passkey, challenge, account.id);
  if (signed !== null && (await takePasskey(ctx, signed, account))) return null;
  if (signed === null) await recordFactor(ctx.pool, ctx, { what: 'failed', owner: account });
  return 'passkey_refused' as const;
}
