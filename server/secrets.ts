import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** 256 random bits that fit into a path, a cookie and a header. */
export const newSecret = (prefix = ''): string => `${prefix}${randomBytes(32).toString('base64url')}`;

export const newCode = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0');

/** The stored form of a secret: it recognises the secret and is useless to anybody who reads it. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** The one of these secrets that has this stored form; null: none has. */
export const secretWith = (stored: Buffer, secrets: readonly string[]): string | null =>
  secrets.find((secret) => hashSecret(secret).equals(stored)) ?? null;

/** Compares in a time that says nothing about the secret. */
export const isSameSecret = (given: string, wanted: string): boolean =>
  timingSafeEqual(hashSecret(given), hashSecret(wanted));

/** The stored form as text that PostgreSQL reads as a bytea, so that it can be the key of a map. */
export const hashToken = (token: string): string => `\\x${hashSecret(token).toString('hex')}`;
