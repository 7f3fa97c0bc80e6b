import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SwitchRole } from '@gurukul/contract/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { int, oneOf, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne, run } from '#server/db/rows.ts';
import type { SecretKey } from '#server/derived-key.ts';
import { derivedKey } from '#server/derived-key.ts';
import { clearCookie, readCookie, writeCookie } from '#server/http/identity/cookies.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';

/**
 * A sign-in under way belongs to the browser that began it, by a cookie of ten minutes. State, nonce and PKCE verifier
 * follow from the cookie's secret and a key of the server, so no table has them and no other browser can know them. The
 * row makes the secret count once.
 */
const cookieName = 'oi';
const attemptMinutes = 10;
const secretPattern = /^[\w-]{43}$/;

export interface Proofs {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** 256 bits each, base64url: a length that PKCE allows. */
export function proofsOf(secretKey: SecretKey, secret: string): Proofs {
  const key = derivedKey(secretKey, 'gurukul openid sign-in');
  const of = (purpose: string) =>
    createHmac('sha256', key).update(`${purpose} ${secret}`).digest('base64url');
  return { state: of('state'), nonce: of('nonce'), verifier: of('verifier') };
}

export async function beginAttempt(
  db: Db,
  secretKey: SecretKey,
  { serviceId, role }: { readonly serviceId: number; readonly role: '' | SwitchRole },
): Promise<{ readonly secret: string; readonly proofs: Proofs }> {
  const secret = newSecret();
  await run(
    db,
    sql`
      insert into openid_attempts (hash, service_id, role)
      values (${hashSecret(secret)}, ${serviceId}, ${role})
    `,
  );
  return { secret, proofs: proofsOf(secretKey, secret) };
}

export const writeAttempt = (request: FastifyRequest, reply: FastifyReply, secret: string) =>
  writeCookie(request, reply, cookieName, secret, attemptMinutes * 60);

const attemptRow = row({ service_id: int, role: oneOf(['', 'courseadmin', 'teacher']) });

/**
 * Uses the attempt of this browser up, and returns it with its proofs. Null when the answer belongs to none: another
 * browser began it, it was used, is too old, or its state is not ours. An answer that somebody else made up uses nothing
 * up.
 */
export async function takeAttempt(
  db: Db,
  secretKey: SecretKey,
  { request, reply, state }: { request: FastifyRequest; reply: FastifyReply; state: string },
) {
  const secret = readCookie(request, cookieName);
  if (secret === null || !secretPattern.test(secret)) return null;
  const proofs = proofsOf(secretKey, secret);
  const [given, ours] = [Buffer.from(state), Buffer.from(proofs.state)];
  if (given.length !== ours.length || !timingSafeEqual(given, ours)) return null;
  clearCookie(request, reply, cookieName);
  const attempt = await maybeOne(
    db,
    attemptRow,
    sql`
      delete from openid_attempts
      where hash = ${hashSecret(secret)}
        and created_at <= now()
        and created_at > now() - make_interval(mins => ${attemptMinutes}::int)
      returning service_id, role
    `,
  );
  return attempt === null ? null : { ...attempt, proofs };
}
