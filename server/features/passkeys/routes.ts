import type { passkeys } from '@gurukul/contract/passkeys';
import { nameOfProvider } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import { int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { one, run } from '#server/db/rows.ts';
import type { Ctx, Handlers } from '#server/http/handlers.ts';
import { fail, refused } from '#server/http/answers/problem.ts';
import { beginChallenge, tryChallenge } from '../factors/challenges.ts';
import { beginApp, makeRecoveryCodes, takeAppCode } from '../factors/codes.ts';
import {
  countRecoveryCodes,
  endCodesOfNobody,
  forgetRemembered,
  hasFactor,
  listPasskeys,
  waysOf,
} from '../factors/factors.ts';
import { challengeIn, creationOptions, readRegistration, requestOptions } from '../factors/passkey.ts';
import { recordFactor } from '../factors/record.ts';
import { prove } from './prove.ts';
import { resetFactors } from './reset-factors.ts';
import { secondFactor, signInByPasskey } from './sign-in.ts';

const mostPasskeys = 20;

const ownerRow = row({ id: int, email_id: text, fullname: text });

/** The signed-in person's account. Locked, so that two first factors at once are not both the first. */
const lockOwner = ({ db, person }: Ctx) =>
  one(db, ownerRow, sql`select id, email_id, fullname from people where id = ${person.id} for no key update`);

/** Call it before the first factor is added. With it come recovery codes, and no browser is remembered any more. */
async function welcomeFactor(
  tx: Db,
  { config, person }: Ctx,
  isFirst: boolean,
): Promise<string[] | undefined> {
  if (!isFirst) return undefined;
  await forgetRemembered(tx, person.id);
  return makeRecoveryCodes(tx, config.secretKey, person.id);
}

export const passkeysHandlers: Handlers<typeof passkeys> = {
  async get_factors(_input, { db, person }) {
    const { ways } = await waysOf(db, person.id);
    return {
      status: 200,
      message: 'success',
      data: {
        passkeys: await listPasskeys(db, person.id),
        has_code_app: ways.includes('code_app'),
        recovery_codes: await countRecoveryCodes(db, person.id),
      },
    };
  },

  async begin_passkey(_input, ctx) {
    const { db, config, person, provider } = ctx;
    const owner = await lockOwner(ctx);
    const challenge = await beginChallenge(db, ctx, { purpose: 'add', personId: person.id });
    const { passkeyIds } = await waysOf(db, person.id);
    const name = nameOfProvider(await provider.read());
    const options = await creationOptions(config, name, owner, challenge, passkeyIds);
    return { status: 200, message: 'success', options };
  },

  async add_passkey({ name, passkey }, ctx) {
    const { db, pool, config, person } = ctx;
    const challenge = challengeIn(passkey);
    const begun = challenge === null ? null : await tryChallenge(pool, ctx, 'add', challenge);
    if (challenge === null || begun?.person_id !== person.id) return refused('passkey_refused');
    const made = await readRegistration(config, passkey, challenge);
    if (made === null) return refused('passkey_refused');

    const owner = await lockOwner(ctx);
    const { ways, passkeyIds } = await waysOf(db, person.id);
    if (passkeyIds.length >= mostPasskeys) return refused('passkeys_full');
    const added = await run(
      db,
      sql`
        insert into passkeys (person_id, credential_id, public_key, sign_count, transports, name, is_synced)
        values (${person.id}, ${made.credentialId}, ${made.publicKey}, ${made.signCount}, ${made.transports}::text[],
          ${name}, ${made.isSynced})
        on conflict on constraint passkeys_credential_unique do nothing
      `,
    );
    // One's own, or of somebody else: the answer does not say which.
    if (added === 0) return refused('passkey_known');
    const codes = await welcomeFactor(db, ctx, ways.length === 0);
    await recordFactor(db, ctx, { what: 'passkey_added', owner });
    return { status: 200, message: 'success', recovery_codes: codes };
  },

  async rename_passkey({ passkey_id, name }, { db, person }) {
    const renamed = await run(
      db,
      sql`update passkeys set name = ${name} where id = ${passkey_id} and person_id = ${person.id}`,
    );
    if (renamed === 0) throw fail('not_found');
    return { status: 200, message: 'success' };
  },

  async delete_passkey({ passkey_id }, ctx) {
    const { db, person } = ctx;
    const owner = await lockOwner(ctx);
    const deleted = await run(
      db,
      sql`delete from passkeys where id = ${passkey_id} and person_id = ${person.id}`,
    );
    if (deleted === 0) throw fail('not_found');
    await endCodesOfNobody(db, person.id);
    await recordFactor(db, ctx, { what: 'passkey_removed', owner });
    return { status: 200, message: 'success' };
  },

  async begin_code_app(_input, ctx) {
    const { db, config, person, provider } = ctx;
    const owner = await lockOwner(ctx);
    const { ways } = await waysOf(db, person.id);
    // The old app would go on to count: it is removed first, which its owner hears of.
    if (ways.includes('code_app')) throw fail('conflict');
    const issuer = nameOfProvider(await provider.read());
    const begun = await beginApp(db, config.secretKey, person.id, { issuer, label: owner.email_id });
    return { status: 200, message: 'success', ...begun };
  },

  async confirm_code_app({ code }, ctx) {
    const { db, config, person } = ctx;
    const owner = await lockOwner(ctx);
    const { ways } = await waysOf(db, person.id);
    const result = await takeAppCode(db, config.secretKey, person.id, code, { isNew: true });
    if (result !== 'right') return refused(result);
    const codes = await welcomeFactor(db, ctx, ways.length === 0);
    await recordFactor(db, ctx, { what: 'app_added', owner });
    return { status: 200, message: 'success', recovery_codes: codes };
  },

  async remove_code_app(_input, ctx) {
    const { db, person } = ctx;
    const owner = await lockOwner(ctx);
    const removed = await run(
      db,
      sql`delete from code_apps where person_id = ${person.id} and confirmed_at is not null`,
    );
    if (removed > 0) {
      await endCodesOfNobody(db, person.id);
      await recordFactor(db, ctx, { what: 'app_removed', owner });
    }
    return { status: 200, message: 'success' };
  },

  async new_recovery_codes(_input, ctx) {
    const { db, config, person } = ctx;
    const owner = await lockOwner(ctx);
    if (!(await hasFactor(db, person.id))) return refused('no_factor');
    const codes = await makeRecoveryCodes(db, config.secretKey, person.id);
    await recordFactor(db, ctx, { what: 'codes_made', owner });
    return { status: 200, message: 'success', recovery_codes: codes };
  },

  async begin_proof(_input, ctx) {
    const { db, config, person } = ctx;
    const challenge = await beginChallenge(db, ctx, { purpose: 'prove', personId: person.id });
    const { passkeyIds } = await waysOf(db, person.id);
    return { status: 200, message: 'success', options: requestOptions(config, challenge, passkeyIds) };
  },

  async begin_sign_in(_input, ctx) {
    const challenge = await beginChallenge(ctx.pool, ctx, { purpose: 'sign_in', personId: null });
    return { status: 200, message: 'success', options: requestOptions(ctx.config, challenge, []) };
  },

  prove,
  sign_in: signInByPasskey,
  second_factor: secondFactor,
  reset_factors: resetFactors,
};
