import { hkdfSync } from 'node:crypto';

const keys = new Map<string, Buffer>();

/** The key of 256 bits for one purpose, derived from SECRET_KEY (HKDF, RFC 5869) once. */
export function derivedKey(secretKey: string, purpose: string): Buffer {
  const name = `${purpose} ${secretKey}`;
  const key = keys.get(name) ?? Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));
  keys.set(name, key);
  return key;
}
