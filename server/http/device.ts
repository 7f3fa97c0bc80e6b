import { randomBytes } from 'node:crypto';
import type { SecretKey } from '#server/derived-key.ts';
import { isMac, macOf } from '#server/derived-key.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, writeCookie } from './cookies.ts';
import { networkOf } from './network.ts';

/**
 * A browser gets a signed name after the first sign-in of any person. The name proves nothing more. The table
 * `known_browsers` says which people the browser is known for.
 */
const cookieName = 'dv';
export const deviceSeconds = 31_536_000;

const cookiePattern = /^([\w-]{22})\.(\d{10,12})\.([\w-]{43})$/;

const purpose = 'known browser';

/** The browser's name if any person has signed in with it before, else null. */
export function deviceOf(request: FastifyRequest, secretKey: SecretKey): string | null {
  const [, device = '', issued = '', mac = ''] =
    cookiePattern.exec(readCookie(request, cookieName) ?? '') ?? [];
  if (device === '') return null;
  if (!isMac(secretKey, purpose, `${device}.${issued}`, Buffer.from(mac, 'base64url'))) return null;
  const age = Date.now() / 1000 - Number(issued);
  return age < -60 || age > deviceSeconds ? null : device;
}

/** Names this browser for a year from now and returns the name. A browser that has a name keeps it. */
export function nameDevice(request: FastifyRequest, reply: FastifyReply, secretKey: SecretKey): string {
  const device = deviceOf(request, secretKey) ?? randomBytes(16).toString('base64url');
  const text = `${device}.${Math.floor(Date.now() / 1000)}`;
  const value = `${text}.${macOf(secretKey, purpose, text).toString('base64url')}`;
  writeCookie(request, reply, cookieName, value, deviceSeconds);
  return device;
}

/** The unit by which failures are counted before sign-in: a named browser by itself, all other browsers by network. */
export interface Origin {
  readonly key: string;
  readonly network: string;
  readonly hasName: boolean;
}

export function originOf(request: FastifyRequest, secretKey: SecretKey): Origin {
  const device = deviceOf(request, secretKey);
  const network = networkOf(request.ip);
  return { key: device === null ? network : `browser-${device}`, network, hasName: device !== null };
}
