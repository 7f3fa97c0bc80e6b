import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits that fit into an address, a cookie and a header. */
export const newSecret = (prefix = ''): string => `${prefix}${randomBytes(32).toString('base64url')}`;

/** What is stored of a secret: enough to know it again, useless to whoever reads it. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const newCode = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0');
