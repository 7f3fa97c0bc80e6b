import { randomUUID } from 'node:crypto';
import type { accounts, SwitchRole } from '@gurukul/contract/accounts';
import { said } from '@gurukul/contract/shared/words/messages';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import sql from 'sql-template-tag';
import { recordSecurity } from '#server/security-log/record.ts';
import type { Db } from '../../db/pool.ts';
import { exists } from '../../db/rows.ts';
import { inTransaction } from '../../db/tx.ts';
import type { Ctx, Handler } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import type { StreamedJson } from '../../http/answers/streamed.ts';
import { addressFrom } from '../../http/requests/require-https.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { browserOf } from './browser-of.ts';
import { beginChallenge } from '../factors/challenges.ts';
import { waysOf } from '../factors/factors.ts';
import { relyingParty } from '../factors/passkey.ts';
import { rememberBrowser } from './known-browser.ts';
import type { Account } from './queries.ts';
import { endOldestSessions, insertSession, lockAccount } from './queries.ts';
import { remember, writeRemembered } from './remember.ts';
import type { Remembered } from './remember.ts';
import { roleForSignIn } from './rules.ts';

/** Recognises the password that the first step proved: a new one ends the second step. */
export const provedHashOf = ({ password_hash: hash }: Pick<Account, 'password_hash'>): Buffer =>
  hashSecret(hash ?? '');

export type Answer = Exclude<Awaited<ReturnType<Handler<typeof accounts.login>>>, StreamedJson>;

/**
 * Proofs after which the server asks for the second factor of somebody who has one. A passkey is both factors: the
 * authenticator has checked its owner. A browser is remembered after a whole sign-in only.
 */
const firstOfTwo: ReadonlySet<Entry['by']> = new Set(['password', 'openid']);

/** Somebody whose first proof was right. */
export interface Entry {
  /** As it was when the proof was checked. If the password has changed since, nobody enters. */
  readonly account: Account;
  /** The choice of the sign-in page's role select. */
  readonly flag: '' | SwitchRole;
  /** What the first proof was. The security log says it. */
  readonly by: 'password' | 'remembered browser' | 'passkey' | 'second factor' | 'openid';
  /** Present: begins to remember this browser, in place of the series that its cookie had. */
  readonly remember?: { readonly before: Remembered | null };
  /** The remembered browser whose cookie was the proof. Such a session has not proved itself yet. */
  readonly series?: string;
  /** Where the person can also sign out of the service that they came from. */
  readonly signOutUrl?: string | null;
  /**
   * Further work in the transaction of the entry, before the session begins. With false nobody enters, but the work is
   * committed.
   */
  readonly within?: (tx: Db) => Promise<boolean>;
}

/**
 * Every way of signing in ends here, after its first proof: the role, the session, the remembered and the known
 * browser. The answer is that of `accounts.login`. Throws `invalid_credentials` when the account is gone.
 */
export async function enter(
  ctx: Ctx,
  { account, flag, by, remember: remembering, series, signOutUrl = null, within }: Entry,
): Promise<Answer> {
  const { pool, config, request, reply } = ctx;
  const role = roleForSignIn(account, flag);
  const entered = await inTransaction(pool, async (tx) => {
    if (!(await lockAccount(tx, account.id, account.password_hash))) throw fail('invalid_credentials');
    if (within !== undefined && !(await within(tx))) return null;
    if (role === null) return { token: null, cookie: null };
    const second = firstOfTwo.has(by) ? await waysOf(tx, account.id) : null;
    if (second !== null && second.ways.length > 0) {
      const step = {
        flag,
        remembers: remembering !== undefined,
        provedHash: provedHashOf(account),
        signOutUrl,
      };
      const challenge = await beginChallenge(tx, ctx, { purpose: 'second', personId: account.id, step });
      return { challenge, ...second };
    }
    const cookie = remembering === undefined ? null : await remember(tx, account.id, remembering.before);
    const token = newSecret('s_');
    await insertSession(tx, {
      tokenHash: hashSecret(token),
      personId: account.id,
      role,
      hours: config.limits.sessionHours,
      agent: request.headers['user-agent'] ?? '',
      from: addressFrom(request),
      series: series ?? cookie?.selector ?? null,
      // A service may let people in who signed in there in the morning.
      isProved: by !== 'openid' && by !== 'remembered browser',
      signOutUrl,
    });
    await endOldestSessions(tx, account.id, config.limits.sessionsPerPerson);
    await noteSignIn(tx, account, { by, role }, ctx);
    return { token, cookie };
  });
  if (entered === null) throw fail('invalid_credentials');
  if ('challenge' in entered) {
    const { challenge, ways, passkeyIds } = entered;
    const asked = { challenge, ways, rp_id: relyingParty(config).id, passkey_ids: passkeyIds };
    return { status: 200, ...said('second_factor_needed'), ...asked };
  }
  const { token, cookie } = entered;
  if (role === null || token === null) return { status: 200, ...said('failed') };

  if (cookie !== null) writeRemembered(request, reply, cookie);
  return { status: 200, message: 'success', user_id: account.id, role, mainrole: account.main_role, token };
}

/** Adds the sign-in to the security log, makes the browser known, and tells the owner of a new one. */
async function noteSignIn(
  tx: Db,
  { id: personId, email_id }: Account,
  how: { readonly by: Entry['by']; readonly role: PortalRole },
  { config, mail, request, reply }: Ctx,
): Promise<void> {
  const from = addressFrom(request);
  const agent = browserOf(request.headers['user-agent'] ?? '');
  const isFirst = !(await hasSignedIn(tx, personId));
  const isNew = await rememberBrowser(tx, request, reply, config.secretKey, personId);
  if (isNew && !isFirst) {
    await mail.enqueue(tx, {
      kind: 'new_device',
      to: email_id,
      dedupeKey: `new_device:${randomUUID()}`,
      data: { ...agent, from },
    });
  }
  await recordSecurity(tx, { kind: 'signed_in', personId, from, facts: { ...how, ...agent } });
}

/** Somebody who signed in before the log began has a browser that is known. */
const hasSignedIn = (tx: Db, personId: number) =>
  exists(
    tx,
    sql`
      select from security_entries e where e.person_id = ${personId} and e.kind = 'signed_in'
      union all
      select from known_browsers k where k.person_id = ${personId}
      limit 1
    `,
  );
