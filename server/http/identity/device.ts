import { randomBytes } from 'node:crypto';
import type { SecretKey } from '#server/derived-key.ts';
import { isMac, macOf } from '#server/derived-key.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { exists } from '../../db/rows.ts';
import { hashSecret } from '#server/secrets.ts';
import { readCookie, writeCookie } from './cookies.ts';
import { networkOf } from '../limits/network.ts';

/**
 * A browser gets a signed name when somebody has signed in with it, or has set a new password there. The signature alone
 * proves nothing: a browser is known while `known_browsers` has a row of its name.
 */
const cookieName = 'dv';
export const deviceSeconds = 31_536_000;

const cookiePattern = /^([\w-]{22})\.(\d{10,12})\.([\w-]{43})$/;

const purpose = 'known browser';

/** The name that this server gave the browser, else null. It may be known for nobody. */
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

/** The unit by which failures are counted before sign-in: a known browser by itself, all other browsers by network. */
export interface Origin {
  readonly key: string;
  readonly network: string;
  /** A colleague who works here has signed in with this browser. */
  readonly isKnown: boolean;
}

const origins = new WeakMap<FastifyRequest, Promise<Origin>>();

/** Only a browser with a right signature costs a look-up, by an index, once in a request. */
export function originOf(db: Db, request: FastifyRequest, secretKey: SecretKey): Promise<Origin> {
  const origin = origins.get(request) ?? findOrigin(db, request, secretKey);
  origins.set(request, origin);
  return origin;
}

async function findOrigin(db: Db, request: FastifyRequest, secretKey: SecretKey): Promise<Origin> {
  const device = deviceOf(request, secretKey);
  const network = networkOf(request.ip);
  const isKnown =
    device !== null &&
    (await exists(
      db,
      sql`
        select from known_browsers k
        join present_staff p on p.id = k.person_id
        where k.device_hash = ${hashSecret(device)}
      `,
    ));
  return { key: isKnown ? `browser-${device}` : network, network, isKnown };
}
