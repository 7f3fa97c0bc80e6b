import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, writeCookie } from './cookies.ts';
import { networkOf } from './network.ts';

/**
 * A browser in which anybody has signed in before carries a signed name. It proves nothing but that; whom the browser is
 * known for says the database (`known_browsers`).
 */
const cookieName = 'dv';
export const deviceSeconds = 31_536_000;

const cookiePattern = /^([\w-]{22})\.(\d{10,12})\.([\w-]{43})$/;

const macOf = (secretKey: string, text: string) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secretKey, '', 'known browser', 32)))
    .update(text)
    .digest();

/** The browser's name when anybody at all has signed in with it before, else null. */
export function deviceOf(request: FastifyRequest, secretKey: string): string | null {
  const [, device = '', issued = '', mac = ''] =
    cookiePattern.exec(readCookie(request, cookieName) ?? '') ?? [];
  if (device === '') return null;
  const expected = macOf(secretKey, `${device}.${issued}`);
  if (!timingSafeEqual(Buffer.from(mac, 'base64url'), expected)) return null;
  const age = Date.now() / 1000 - Number(issued);
  return age < -60 || age > deviceSeconds ? null : device;
}

/** Names this browser for a year from now; the name it has already stays. */
export function nameDevice(request: FastifyRequest, reply: FastifyReply, secretKey: string): string {
  const device = deviceOf(request, secretKey) ?? randomBytes(16).toString('base64url');
  const text = `${device}.${Math.floor(Date.now() / 1000)}`;
  const value = `${text}.${macOf(secretKey, text).toString('base64url')}`;
  writeCookie(request, reply, cookieName, value, deviceSeconds);
  return device;
}

/**
 * Whom to hold to account for what goes wrong before anybody has signed in: a browser with a name by itself, everybody
 * else by network.
 */
export interface Origin {
  readonly key: string;
  readonly network: string;
  readonly hasName: boolean;
}

export function originOf(request: FastifyRequest, secretKey: string): Origin {
  const device = deviceOf(request, secretKey);
  const network = networkOf(request.ip);
  return { key: device === null ? network : `browser-${device}`, network, hasName: device !== null };
}
