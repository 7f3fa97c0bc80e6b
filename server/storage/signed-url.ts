import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';

type Secret = Pick<Config, 'secretKey'>;

/** How long an upload offer or a link to a PDF works. */
export const linkSeconds = 5 * 60;

// Several servers never agree to the millisecond: a link made by one whose clock is ahead still opens.
const skewSeconds = 10;

const derived = new Map<string, Buffer>();

function linkKey({ secretKey }: Secret): Buffer {
  let key = derived.get(secretKey);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secretKey, '', 'gurukul file links', 32));
    derived.set(secretKey, key);
  }
  return key;
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

const signature = (secret: Secret, path: string, expires: number) =>
  createHmac('sha256', linkKey(secret)).update(`${path}\n${expires}`).digest();

/** The path with an expiry and a signature; only this path, and only for five minutes. */
export function signPath(secret: Secret, path: string, now: Date): string {
  const expires = seconds(now) + linkSeconds;
  return `${path}?expires=${expires}&signature=${signature(secret, path, expires).toString('base64url')}`;
}

export interface LinkQuery {
  readonly expires?: unknown;
  readonly signature?: unknown;
}

/** A link counts from its making to its expiry; a clock that was set back revives none. */
export function isLinkValid(secret: Secret, path: string, query: LinkQuery, now: Date): boolean {
  if (typeof query.expires !== 'string' || typeof query.signature !== 'string') return false;
  if (!/^\d{10,11}$/.test(query.expires) || !/^[\w-]{43}$/.test(query.signature)) return false;
  const expires = Number(query.expires);
  const given = Buffer.from(query.signature, 'base64url');
  if (!timingSafeEqual(given, signature(secret, path, expires))) return false;
  const left = expires - seconds(now);
  return left > 0 && left <= linkSeconds + skewSeconds;
}

/**
 * The address under which a browser may fetch a stored file: a PDF opens only by a link that was signed for this
 * answer, after the caller's right to see it was checked; a picture is found by its unguessable key alone.
 */
export const signFileUrl = (secret: Secret, location: string, now = new Date()): string =>
  location.endsWith('.pdf') ? signPath(secret, location, now) : location;
