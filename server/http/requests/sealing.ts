import { createPrivateKey, createPublicKey, generateKeyPair, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { sealedPrefix } from '@gurukul/contract/accounts';
import type { Call } from '@gurukul/contract/shared/calls/call';
import sql from 'sql-template-tag';
import type { SecretKey } from '#server/derived-key.ts';
import type { Db } from '../../db/pool.ts';
import { row, text } from '../../db/columns.ts';
import { maybeOne, one, run } from '../../db/rows.ts';
import type { Seal } from '../../seal.ts';
import { createSeal } from '../../seal.ts';
import { checkTree } from './body.ts';
import { fail } from '../answers/problem.ts';

/**
 * The key pair to which browsers seal passwords. It is stored in the database, so that all server processes share it.
 * The private key is encrypted under a key derived from SECRET_KEY, so the database alone decrypts nothing.
 */
export interface SealingKey {
  /** SubjectPublicKeyInfo, base64. */
  publicKey(): Promise<string>;
  /** Decrypts a sealed text (base64). Throws a refusal when this key does not fit. */
  open(sealed: string): Promise<string>;
}

/** Its row in `server_keys`. */
export const sealingPair = { name: 'sealing pair', purpose: 'gurukul sealing key' };
const keyName = sealingPair.name;
const keyBits = 3072;
const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
// The contract's limit for a password field, in characters.
const mostSealed = 2000;

const makeKeyPair = promisify(generateKeyPair);
const utf8 = new TextDecoder('utf-8', { fatal: true });

interface KeyPair {
  /** The encrypted private key, as stored in the database. */
  readonly stored: string;
  readonly publicKey: string;
  readonly privateKey: webcrypto.CryptoKey;
}

/** Reads the pair, or makes it, at first use. */
export function createSealingKey(db: Db, secretKey: SecretKey): SealingKey {
  const seal = createSeal(secretKey, sealingPair.purpose);
  let kept: KeyPair | undefined;
  const current = async () => (kept = await findOrMake(db, seal, kept));
  return {
    publicKey: async () => (await current()).publicKey,
    async open(sealed) {
      const before = kept ?? (await current());
      let opened = await decrypt(before, sealed);
      // Another process may have made a new pair meanwhile. Pages ask for that one from now on.
      if (opened === null && (await current()) !== before) opened = await decrypt(await current(), sealed);
      if (opened === null) throw fail('stale_seal');
      try {
        return utf8.decode(opened);
      } catch {
        throw fail('bad_input');
      }
    },
  };
}

const decrypt = ({ privateKey }: KeyPair, sealed: string): Promise<ArrayBuffer | null> =>
  webcrypto.subtle
    .decrypt({ name: algorithm.name }, privateKey, Buffer.from(sealed, 'base64'))
    .catch(() => null);

/** The input with its sealed passwords decrypted. */
export async function openSealed(call: Call, raw: unknown, key: SealingKey): Promise<unknown> {
  if (call.sealed === undefined || typeof raw !== 'object' || raw === null) return raw;
  const opened = await Promise.all(
    Object.entries(raw).map(async ([field, value]: [string, unknown]) => {
      const isSealed =
        call.sealed?.includes(field) === true && typeof value === 'string' && value.startsWith(sealedPrefix);
      return [field, isSealed ? await openOne(value, key) : value] as const;
    }),
  );
  return Object.fromEntries(opened);
}

async function openOne(value: string, key: SealingKey): Promise<string> {
  if (value.length > mostSealed) throw fail('bad_input');
  const text = await key.open(value.slice(sealedPrefix.length));
  // Every other value was checked when the body was read.
  checkTree(text);
  return text;
}

const valueRow = row({ value: text });

async function findOrMake(db: Db, seal: Seal, kept: KeyPair | undefined): Promise<KeyPair> {
  const before = await maybeOne(db, valueRow, sql`select value from server_keys where name = ${keyName}`);
  if (kept !== undefined && kept.stored === before?.value) return kept;
  const found = before === null ? null : await readPair(before.value, seal);
  if (found !== null) return found;

  // There is no pair, or SECRET_KEY has changed. When several processes come here at once, the first one's pair is
  // stored.
  const { privateKey } = await makeKeyPair('rsa', { modulusLength: keyBits });
  const sealed = seal.close(privateKey.export({ type: 'pkcs8', format: 'pem' }), keyName);
  await run(
    db,
    sql`
      insert into server_keys as k (name, value) values (${keyName}, ${sealed})
      on conflict on constraint server_keys_pkey do update
      set value = excluded.value, created_at = now()
      where k.value = ${before?.value ?? null}
    `,
  );
  const { value } = await one(db, valueRow, sql`select value from server_keys where name = ${keyName}`);
  const pair = await readPair(value, seal);
  if (pair === null) throw new Error('the sealing key in the database was made with another SECRET_KEY');
  return pair;
}

/** Null when the pair was encrypted under another key. */
async function readPair(stored: string, seal: Seal): Promise<KeyPair | null> {
  let privateKey;
  try {
    privateKey = createPrivateKey(String(seal.open(stored, keyName)));
  } catch {
    return null;
  }
  return {
    stored,
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: await webcrypto.subtle.importKey(
      'pkcs8',
      privateKey.export({ type: 'pkcs8', format: 'der' }),
      algorithm,
      false,
      ['decrypt'],
    ),
  };
}
