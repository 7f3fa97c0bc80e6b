import { createHmac } from 'node:crypto';
import type { SecretKey } from '#server/derived-key.ts';
import type { Call } from '@gurukul/contract/shared/calls/call';
import { intakeScopes } from '@gurukul/contract/shared/calls/intake-scopes';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import sql from 'sql-template-tag';
import type { RowOf } from '../../db/columns.ts';
import { bool, bytes, int, list, oneOf, row, text } from '../../db/columns.ts';
import { maybeOne } from '../../db/rows.ts';
import { hashToken, isSameSecret } from '#server/secrets.ts';
import { secretsOf } from './intake-secrets.ts';
import { fail } from '../answers/problem.ts';
import { addressFrom } from '../requests/require-https.ts';

/**
 * Signs machines in. A machine sends its intake key as a bearer token. Where the key must not travel, the machine signs
 * the body instead, with a secret that is stored sealed, so a copy of the database cannot sign.
 */
export interface IntakeKeyHolder {
  readonly id: number;
  readonly name: string;
  /** The signature and its time; null when the request carried the key itself. */
  readonly signed: { readonly by: string; readonly at: Date } | null;
}

export const intakeKeyPrefix = 'k_';

const bearer = /^Bearer +(k_[\w-]{43})$/i;
const signaturePattern = /^t=(\d{1,12}),v1=([\da-f]{64})$/;
const toleranceSeconds = 300;

export const signatureOf = (signingKey: string, seconds: number, body: Buffer | string): string =>
  createHmac('sha256', signingKey).update(`${seconds}.`).update(body).digest('hex');

const storedKey = row({
  id: int,
  name: text,
  hash: bytes,
  scopes: list(oneOf(intakeScopes)),
  /** Its end has come. */
  is_over: bool,
  /** It may be used from this address. */
  is_at_home: bool,
});
type StoredKey = RowOf<typeof storedKey>;

const findKey = (
  pool: pg.Pool,
  by: { readonly hash: string | null; readonly id: number | null },
  request: FastifyRequest,
) =>
  maybeOne(
    pool,
    storedKey,
    sql`
      select k.id, k.name, k.hash, k.scopes,
        coalesce(k.expires_at <= now(), false) as is_over,
        cardinality(k.networks) = 0
          or coalesce(nullif(${addressFrom(request)}, '')::inet <<= any(k.networks), false) as is_at_home
      from intake_keys k
      where k.revoked_at is null
        and case when ${by.hash}::bytea is null then k.id = ${by.id}::bigint else k.hash = ${by.hash}::bytea end
    `,
  );

/** The hash of the key that the request carries, or null when it carries nothing that could be one. */
export function intakeHashOf(request: FastifyRequest): string | null {
  const key = bearer.exec(request.headers.authorization ?? '')?.[1];
  return key === undefined ? null : hashToken(key);
}

export async function admitKey(
  pool: pg.Pool,
  call: Call,
  hash: string,
  request: FastifyRequest,
): Promise<IntakeKeyHolder> {
  const key = await findKey(pool, { hash, id: null }, request);
  if (key === null) throw fail('not_signed_in');
  request.intakeUse = { keyId: key.id, isProven: true };
  return admit(call, key);
}

const keyIdOf = ({ params }: FastifyRequest): string =>
  typeof params === 'object' && params !== null && 'key_id' in params ? String(params.key_id) : '';

/**
 * The intake key that signed the request. Throws the same refusal for an unknown key, a wrong signature, and one that
 * is too old or from the future.
 */
export async function admitSignature(
  pool: pg.Pool,
  secretKey: SecretKey,
  call: Call,
  request: FastifyRequest,
  now = Date.now(),
): Promise<IntakeKeyHolder> {
  const header = request.headers['gurukul-signature'];
  const [, seconds = '', signature = ''] =
    signaturePattern.exec(typeof header === 'string' ? header : '') ?? [];
  const keyId = keyIdOf(request);
  const isTimely = Math.abs(now / 1000 - Number(seconds)) <= toleranceSeconds;
  if (signature === '' || !isTimely || !/^[1-9]\d{0,14}$/.test(keyId)) throw fail('not_signed_in');
  const key = await findKey(pool, { hash: null, id: Number(keyId) }, request);
  if (key === null) throw fail('not_signed_in');
  request.intakeUse = { keyId: key.id, isProven: false };
  const isSigned = (await secretsOf(pool, secretKey, key))
    .map((signingKey) => signatureOf(signingKey, Number(seconds), request.rawBody ?? Buffer.alloc(0)))
    .some((expected) => isSameSecret(signature, expected));
  if (!isSigned) throw fail('not_signed_in');
  request.intakeUse = { keyId: key.id, isProven: true };
  return admit(call, key, { by: signature, at: new Date(Number(seconds) * 1000) });
}

/** A key that has ended is refused like an unknown one. */
function admit(call: Call, key: StoredKey, signed: IntakeKeyHolder['signed'] = null): IntakeKeyHolder {
  if (key.is_over) throw fail('not_signed_in');
  if (!key.is_at_home) throw fail('not_allowed');
  if (call.scope === undefined || !key.scopes.includes(call.scope)) throw fail('not_allowed');
  return { id: key.id, name: key.name, signed };
}
