import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * SECRET_KEY; or a list that begins with it and goes on with keys that only read: what was made with one of them stays
 * valid, and nothing new is made with it.
 */
export type SecretKey = string | readonly [string, ...string[]];

export const presentKey = (secretKey: SecretKey): string =>
  typeof secretKey === 'string' ? secretKey : secretKey[0];

/** The present key first. */
export const allKeys = (secretKey: SecretKey): readonly string[] =>
  typeof secretKey === 'string' ? [secretKey] : secretKey;

const keys = new Map<string, Buffer>();

/** The key of 256 bits for one purpose, derived from the present SECRET_KEY (HKDF, RFC 5869) once. */
export function derivedKey(secretKey: SecretKey, purpose: string): Buffer {
  const present = presentKey(secretKey);
  const name = `${purpose} ${present}`;
  const key = keys.get(name) ?? Buffer.from(hkdfSync('sha256', present, '', purpose, 32));
  keys.set(name, key);
  return key;
}

/** The keys for one purpose that read, the present one first. */
export const derivedKeys = (secretKey: SecretKey, purpose: string): Buffer[] =>
  allKeys(secretKey).map((each) => derivedKey(each, purpose));

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** HMAC-SHA256 under the present key. */
export const macOf = (secretKey: SecretKey, purpose: string, text: string): Buffer =>
  hmac(derivedKey(secretKey, purpose), text);

/** HMAC-SHA256 under each key, the present one first. */
export const macsOf = (secretKey: SecretKey, purpose: string, text: string): Buffer[] =>
  derivedKeys(secretKey, purpose).map((key) => hmac(key, text));

/** Says whether any of the keys made this HMAC. */
export const isMac = (secretKey: SecretKey, purpose: string, text: string, given: Buffer): boolean =>
  macsOf(secretKey, purpose, text).some(
    (expected) => expected.length === given.length && timingSafeEqual(expected, given),
  );
