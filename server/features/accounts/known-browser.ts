import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, writeCookie } from '../../http/cookies.ts';

/**
 * A browser in which somebody has signed in before carries a signed cookie that says who. It proves nothing but that:
 * its failures are counted apart, so that strangers who guess at an account cannot lock its owner out.
 */
const cookieName = 'dv';
const yearSeconds = 31_536_000;
// A shared office computer; the one longest away makes room.
const mostPeople = 5;

interface Browser {
  readonly device: string;
  readonly people: readonly number[];
}

const cookiePattern = /^([\w-]{22})\.(\d+(?:-\d+)*)\.(\d{10,12})\.([\w-]{43})$/;

const macOf = (secretKey: string, text: string) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secretKey, '', 'known browser', 32)))
    .update(text)
    .digest();

function readBrowser(request: FastifyRequest, secretKey: string): Browser | null {
  const [, device = '', people = '', issued = '', mac = ''] =
    cookiePattern.exec(readCookie(request, cookieName) ?? '') ?? [];
  if (device === '') return null;
  const expected = macOf(secretKey, `${device}.${people}.${issued}`);
  if (!timingSafeEqual(Buffer.from(mac, 'base64url'), expected)) return null;
  const age = Date.now() / 1000 - Number(issued);
  if (age < -60 || age > yearSeconds) return null;
  return { device, people: people.split('-').map(Number) };
}

/** The browser's name when anybody at all has signed in with it before, else null. */
export const browserOf = (request: FastifyRequest, secretKey: string): string | null =>
  readBrowser(request, secretKey)?.device ?? null;

/** The browser's name when this person has signed in with it before, else null. */
export function knownBrowserOf(request: FastifyRequest, secretKey: string, personId: number): string | null {
  const browser = readBrowser(request, secretKey);
  return browser?.people.includes(personId) === true ? browser.device : null;
}

/** Makes this browser one that the person is known in, for a year from now. */
export function rememberBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  secretKey: string,
  personId: number,
): void {
  const before = readBrowser(request, secretKey);
  const device = before?.device ?? randomBytes(16).toString('base64url');
  const others = (before?.people ?? []).filter((id) => id !== personId);
  const people = [personId, ...others].slice(0, mostPeople).join('-');
  const text = `${device}.${people}.${Math.floor(Date.now() / 1000)}`;
  writeCookie(
    request,
    reply,
    cookieName,
    `${text}.${macOf(secretKey, text).toString('base64url')}`,
    yearSeconds,
  );
}
