import type { SwitchRole } from '@gurukul/contract/accounts';
import type { openid } from '@gurukul/contract/openid';
import * as client from 'openid-client';
import type * as z from 'zod';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/tx.ts';
import { ConcurrencyLimiter } from '#server/http/limits/concurrency-limiter.ts';
import type { Ctx, Handler } from '#server/http/handlers.ts';
import { count, endOf, hour } from '#server/http/limits/counters.ts';
import type { Window } from '#server/http/limits/counters.ts';
import { originOf } from '#server/http/identity/device.ts';
import { fail, refused } from '#server/http/answers/problem.ts';
import { addressFrom } from '#server/http/requests/require-https.ts';
import { isLogged, recordSecurity } from '#server/security-log/record.ts';
import { enter } from '../accounts/enter.ts';
import { findAccountOf } from '../accounts/queries.ts';
import { beginAttempt, takeAttempt, writeAttempt } from './attempts.ts';
import type { Proofs } from './attempts.ts';
import { readClaims } from './claims.ts';
import { clientOf, forgetDocument, isSilent } from './client.ts';
import { findLinked, isTooNew, linkByAddress, noteIdentityUse } from './identities.ts';
import type { Claimed } from './identities.ts';
import { findEnabled } from './services.ts';
import type { Service } from './services.ts';

/** People who sign in ask a service at the same time; strangers who only say so must not use up the server. */
const asking = new ConcurrencyLimiter({ running: 20, waiting: 200, waitSeconds: 10, full: 'busy' });

/** A page of the portal. Every service has its own, so that none can pass on an answer for another. */
export const returnTo = ({ appUrl }: Pick<Config, 'appUrl'>): string => `${appUrl}/openid/`;

const notAsked = ({ log }: Ctx, error: unknown) => {
  // Its texts may contain what a service said; codes and kinds do not.
  log.warn({ kind: kindOf(error) }, 'an OpenID service could not be asked');
  return refused(isSilent(error) ? 'openid_late' : 'openid_wrong');
};

const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

export const begin: Handler<typeof openid.begin> = async ({ service: name, flag }, ctx) => {
  const { pool, config, request, reply } = ctx;
  await refuseSpent(ctx);
  const service = await findEnabled(pool, name);
  if (service === null) return refused('openid_off');
  let known;
  try {
    known = await asking.run('all', () => clientOf(pool, config, service));
  } catch (error) {
    return notAsked(ctx, error);
  }
  const attempt = { serviceId: service.service_id, role: flag };
  const { secret, proofs } = await beginAttempt(pool, config.secretKey, attempt);
  writeAttempt(request, reply, secret);
  const location = client.buildAuthorizationUrl(known, {
    redirect_uri: `${returnTo(config)}${service.name}`,
    scope: 'openid email',
    state: proofs.state,
    nonce: proofs.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(proofs.verifier),
    code_challenge_method: 'S256',
  });
  return { status: 200, message: 'success', location: location.href };
};

/** What came back in the address of the browser. */
interface Answered {
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly state: string;
}

/** Exchanges the code for what the service says about the person. Throws when anything is not as it should be. */
async function redeem(ctx: Ctx, service: Service, { code, iss, state }: Answered, proofs: Proofs) {
  const known = await clientOf(ctx.pool, ctx.config, service);
  const came = new URL(`${returnTo(ctx.config)}${service.name}`);
  for (const [key, value] of Object.entries({ code, iss, state })) {
    if (value !== undefined) came.searchParams.set(key, value);
  }
  const tokens = await client.authorizationCodeGrant(known, came, {
    pkceCodeVerifier: proofs.verifier,
    expectedNonce: proofs.nonce,
    expectedState: proofs.state,
    idTokenExpected: true,
  });
  return { known, claimed: await readClaims(known, tokens) };
}

/** The same; when the answer does not fit a document from before, once more with the one that the service has now. */
async function redeemAnew(ctx: Ctx, service: Service, answered: Answered, proofs: Proofs) {
  try {
    return await redeem(ctx, service, answered, proofs);
  } catch (error) {
    // A service that was silent is not asked again while the person waits.
    if (!forgetDocument(ctx.config, service) || isSilent(error)) throw error;
    return redeem(ctx, service, answered, proofs);
  }
}

/** Where the person can also sign out of the service. Null: it has no such page. */
function signOutUrl(known: client.Configuration, { appUrl }: Pick<Config, 'appUrl'>): string | null {
  const { end_session_endpoint: end } = known.serverMetadata();
  if (end === undefined || !URL.canParse(end) || new URL(end).protocol !== 'https:') return null;
  return client.buildEndSessionUrl(known, { post_logout_redirect_uri: `${appUrl}/login` }).href;
}

/** The account of the identity, linked now if it never was. */
async function personOf(tx: Db, ctx: Ctx, service: Service, claimed: Claimed) {
  const linked = await findLinked(tx, service, claimed.subject);
  return linked === null
    ? linkByAddress(tx, ctx, service, claimed)
    : { personId: linked.person_id, isNew: false };
}

/** Refusals of a network in an hour, apart from those of a service that was only late. */
async function refusalsOf({ pool, request, config }: Ctx): Promise<Window> {
  const { key } = await originOf(pool, request, config.secretKey);
  return { key: `openid-refused:${key}`, seconds: hour };
}

/** The limit is that of wrong passwords: each try makes the server ask a service. */
async function refuseSpent(ctx: Ctx): Promise<void> {
  const { failedSignInsPerNetworkHour: most } = ctx.config.limits;
  const retryAt = await endOf(ctx.pool, (await refusalsOf(ctx)).key, most);
  if (retryAt !== null) throw fail('too_many', { retryAt });
}

async function noteRefusal(ctx: Ctx, code: string): Promise<void> {
  const { pool, request } = ctx;
  const inHour = code === 'openid_late' ? 1 : await count(pool, await refusalsOf(ctx));
  if (!isLogged(inHour)) return;
  await recordSecurity(pool, {
    kind: 'sign_in_failed',
    personId: null,
    aboutId: request.accountId,
    from: addressFrom(request),
    facts: { by: 'openid', because: code },
  });
}

export const finish: Handler<typeof openid.finish> = async (input, ctx) => {
  await refuseSpent(ctx);
  const answer = await signIn(input, ctx);
  if (answer.message === 'failed') await noteRefusal(ctx, answer.code ?? 'failed');
  return answer;
};

async function signIn(input: z.output<typeof openid.finish.input>, ctx: Ctx) {
  const { pool, config, request, reply } = ctx;
  const attempt = await takeAttempt(pool, config.secretKey, { request, reply, state: input.state });
  if (attempt === null) return refused('openid_over');
  const service = await findEnabled(pool, input.service);
  if (service === null) return refused('openid_off');
  // The answer of one service came to the page of another.
  if (service.service_id !== attempt.service_id) return refused('openid_wrong');
  if (input.error !== undefined) {
    return refused(input.error === 'access_denied' ? 'openid_declined' : 'openid_wrong');
  }
  let said;
  try {
    said = await asking.run('all', () => redeemAnew(ctx, service, input, attempt.proofs));
  } catch (error) {
    return notAsked(ctx, error);
  }
  const { known, claimed } = said;
  const found = await inTransaction(pool, async (tx) => {
    const person = await personOf(tx, ctx, service, claimed);
    if (!('refusal' in person)) await noteIdentityUse(tx, service, claimed.subject);
    return person;
  });
  if ('refusal' in found) return refused(found.refusal);
  request.accountId = found.personId;
  if (await isTooNew(pool, service, found.personId)) return refused('openid_too_new');
  return enterBy(ctx, found.personId, attempt.role, signOutUrl(known, config));
}

/** The account of an identity enters as it does with its password: the role, a second factor, the session. */
async function enterBy(ctx: Ctx, personId: number, flag: '' | SwitchRole, signOutUrl: string | null) {
  const account = await findAccountOf(ctx.pool, personId);
  if (account === null) return refused('openid_unknown');
  if (account.password_hash === null) return refused('openid_invited');
  return enter(ctx, { account, flag, by: 'openid', signOutUrl });
}
