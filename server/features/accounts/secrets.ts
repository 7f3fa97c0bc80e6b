import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits that fit into a path, a cookie and a header. */
export const newSecret = (prefix = ''): string => `${prefix}${randomBytes(32).toString('base64url')}`;

/** The stored form of a secret: it recognises the secret and is useless to anybody who reads it. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const newCode = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0');
