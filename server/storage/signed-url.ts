import { isMac, macOf } from '#server/derived-key.ts';
import type { Config } from '../config.ts';

type Secret = Pick<Config, 'secretKey'>;

/** In seconds: how long an upload offer or a link to a PDF works. */
export const linkSeconds = 5 * 60;

// In seconds. Clocks of servers differ: a link from a server whose clock is ahead still opens.
const skewSeconds = 10;

const purpose = 'gurukul file links';

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

const signedText = (path: string, expires: number) => `${path}\n${expires}`;

/** The path with an expiry and a signature, valid for this path only and for five minutes. */
export function signPath({ secretKey }: Secret, path: string, now: Date): string {
  const expires = seconds(now) + linkSeconds;
  const signature = macOf(secretKey, purpose, signedText(path, expires)).toString('base64url');
  return `${path}?expires=${expires}&signature=${signature}`;
}

export interface LinkQuery {
  readonly expires?: unknown;
  readonly day?: unknown;
  readonly signature?: unknown;
}

/** True from the making of a link to its expiry. A clock that was set back does not make an old link valid. */
export function isLinkValid({ secretKey }: Secret, path: string, query: LinkQuery, now: Date): boolean {
  if (typeof query.expires !== 'string' || typeof query.signature !== 'string') return false;
  if (!/^\d{10,11}$/.test(query.expires) || !/^[\w-]{43}$/.test(query.signature)) return false;
  const expires = Number(query.expires);
  const given = Buffer.from(query.signature, 'base64url');
  if (!isMac(secretKey, purpose, signedText(path, expires), given)) return false;
  const left = expires - seconds(now);
  return left > 0 && left <= linkSeconds + skewSeconds;
}

const dayMs = 86_400_000;

const pictureText = (path: string, day: number) => `picture\n${path}\n${day}`;

/**
 * The address of a person's picture for those who may see the person. It is the same for a day (UTC), so that browsers
 * cache it, and works until the end of the next day. Other addresses stay as they are.
 */
export function signPicture(secret: Secret, location: string, now = new Date()): string {
  if (!location.startsWith('/files/') || location.endsWith('.pdf')) return location;
  const day = Math.floor(now.getTime() / dayMs);
  return `${location}?day=${day}&signature=${macOf(secret.secretKey, purpose, pictureText(location, day)).toString('base64url')}`;
}

/** True on its day, on the next, and on the day before for a server whose clock is behind. */
export function isPictureLinkValid(secret: Secret, path: string, query: LinkQuery, now: Date): boolean {
  const { day, signature: given } = query;
  if (typeof day !== 'string' || typeof given !== 'string') return false;
  if (!/^\d{5,6}$/.test(day) || !/^[\w-]{43}$/.test(given)) return false;
  return (
    isMac(secret.secretKey, purpose, pictureText(path, Number(day)), Buffer.from(given, 'base64url')) &&
    Math.abs(Math.floor(now.getTime() / dayMs) - Number(day)) <= 1
  );
}

/**
 * The address of a stored file for a browser. A PDF needs a link signed for this answer, after a check of the caller's
 * rights. A picture of a course or an event needs only its key, which cannot be guessed; of a person: `signPicture`.
 */
export const signFileUrl = (secret: Secret, location: string, now = new Date()): string =>
  location.endsWith('.pdf') ? signPath(secret, location, now) : location;
