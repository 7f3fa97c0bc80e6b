import type { passkeys } from '@gurukul/contract/passkeys';
import sql from 'sql-template-tag';
import { int, row, text } from '#server/db/columns.ts';
import { one, run } from '#server/db/rows.ts';
import type { Ctx, Handler } from '#server/http/handlers.ts';
import { refused } from '#server/http/answers/problem.ts';
import { proveOwnPassword } from '../accounts/own-password.ts';
import { tryChallenge } from '../factors/challenges.ts';
import { hasFactor } from '../factors/factors.ts';
import { challengeIn } from '../factors/passkey.ts';
import { recordFactor } from '../factors/record.ts';
import { checkCode, checkSignature, takePasskey } from './check-factor.ts';

type Proof = Parameters<Handler<typeof passkeys.prove>>[0];

const ownerRow = row({ id: int, email_id: text });

/** Who has a second factor proves it. The password would be a step down: everybody who signed in by it knew it. */
export const prove: Handler<typeof passkeys.prove> = async (proof, ctx) => {
  const { db, pool, person } = ctx;
  if (!(await hasFactor(pool, person.id))) {
    const checked = await proveOwnPassword(ctx, proof.password ?? '', 'wrong_password');
    if ('refusal' in checked) return refused(checked.refusal);
  } else {
    const refusal = await refusalOfFactor(proof, ctx);
    if (refusal !== null) return refused(refusal);
  }
  await run(db, sql`update sessions set proved_at = now() where id = ${person.sessionId}`);
  return { status: 200, message: 'success' };
};

async function refusalOfFactor({ code, passkey }: Proof, ctx: Ctx) {
  const { pool, person } = ctx;
  const owner = await one(pool, ownerRow, sql`select id, email_id from people where id = ${person.id}`);
  if (code !== undefined) return checkCode(ctx, owner, code);
  if (passkey === undefined) return 'factor_wanted';
  const challenge = challengeIn(passkey);
  const begun = challenge === null ? null : await tryChallenge(pool, ctx, 'prove', challenge);
  const signed =
    challenge === null || begun?.person_id !== person.id
      ? null
      : await checkSignature(ctx, passkey, challenge, person.id);
  if (signed !== null && (await takePasskey(ctx, signed, owner))) return null;
  if (signed === null) await recordFactor(pool, ctx, { what: 'failed', owner });
  return 'passkey_refused';
}
