import { createHmac, randomBytes } from 'node:crypto';
import type { SecretKey } from '#server/derived-key.ts';
import { allKeys, derivedKey } from '#server/derived-key.ts';
import sql from 'sql-template-tag';
import { bytes, int, row, text } from '../../db/columns.ts';
import type { Db } from '../../db/pool.ts';
import { many, run } from '../../db/rows.ts';
import { createSeal } from '../../seal.ts';

/* What a payment service signs with: one secret for each intake key, two while one takes over from the other. */

export const intakeSecretPurpose = 'gurukul intake secret';

interface KeyRow {
  readonly id: number;
  readonly hash: Buffer | string;
}

const purpose = 'gurukul intake signing';

const derivedFrom = (base: string | Buffer, { id, hash }: KeyRow): string =>
  createHmac('sha256', base).update(`intake signing ${id} `).update(hash).digest('base64url');

/** The secret that follows from the row of a key without a stored one. */
export const derivedSecretOf = (secretKey: SecretKey, key: KeyRow): string =>
  derivedFrom(derivedKey(secretKey, purpose), key);

/**
 * The secrets of a key from before secrets were stored: they follow from SECRET_KEY and the key's row, by HKDF and, for
 * the oldest keys, without.
 */
const derivedSecrets = (secretKey: SecretKey, key: KeyRow): string[] =>
  allKeys(secretKey).flatMap((each) => [derivedFrom(derivedKey(each, purpose), key), derivedFrom(each, key)]);

const sealedRow = row({ sealed: text });

/** The secrets that sign for a key now. */
export async function secretsOf(db: Db, secretKey: SecretKey, key: KeyRow): Promise<string[]> {
  const stored = await many(
    db,
    sealedRow,
    sql`
      select s.sealed from intake_secrets s
      where s.key_id = ${key.id} and (s.ends_at is null or s.ends_at > now())
    `,
  );
  if (stored.length === 0) return derivedSecrets(secretKey, key);
  const seal = createSeal(secretKey, intakeSecretPurpose);
  return stored.flatMap(({ sealed }) => {
    try {
      return [String(seal.open(sealed, `${key.id}`))];
    } catch {
      // Sealed with a SECRET_KEY that has gone: it signs nothing any more.
      return [];
    }
  });
}

const store = (tx: Db, secretKey: SecretKey, keyId: number, secret: string) =>
  run(
    tx,
    sql`
      insert into intake_secrets (key_id, sealed)
      values (${keyId}, ${createSeal(secretKey, intakeSecretPurpose).close(secret, `${keyId}`)})
    `,
  );

/** Makes and stores a new secret. It is shown once. */
export async function newSigningSecret(tx: Db, secretKey: SecretKey, keyId: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await store(tx, secretKey, keyId, secret);
  return secret;
}

/** Makes a new secret; those before go on signing for some hours, or end at once with 0. */
export async function rotateSigningSecret(
  tx: Db,
  secretKey: SecretKey,
  key: KeyRow,
  overlapHours: number,
): Promise<string> {
  await storeDerived(tx, secretKey, key);
  await run(
    tx,
    sql`
      update intake_secrets
      set ends_at = least(ends_at, now() + make_interval(hours => ${overlapHours}))
      where key_id = ${key.id} and (ends_at is null or ends_at > now())
    `,
  );
  return newSigningSecret(tx, secretKey, key.id);
}

/** Of a key without a stored secret: stores those that follow from its row. */
async function storeDerived(tx: Db, secretKey: SecretKey, key: KeyRow): Promise<void> {
  const seal = createSeal(secretKey, intakeSecretPurpose);
  const sealed = derivedSecrets(secretKey, key).map((secret) => seal.close(secret, `${key.id}`));
  // One statement: of two processes that do it at once, the rows of either are right.
  await run(
    tx,
    sql`
      insert into intake_secrets (key_id, sealed)
      select ${key.id}, sealed from unnest(${sealed}::text[]) sealed
      where not exists (select from intake_secrets s where s.key_id = ${key.id})
    `,
  );
}

const keyRow = row({ id: int, hash: bytes });

/** A derived secret ends with its SECRET_KEY, a stored one does not. */
export async function storeDerivedSecrets(db: Db, secretKey: SecretKey): Promise<void> {
  const keys = await many(
    db,
    keyRow,
    sql`
      select k.id, k.hash from intake_keys k
      where k.revoked_at is null and not exists (select from intake_secrets s where s.key_id = k.id)
    `,
  );
  for (const key of keys) await storeDerived(db, secretKey, key);
}
