import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { clearCookie, readCookie, writeCookie } from '#server/http/identity/cookies.ts';
import { fail } from '#server/http/answers/problem.ts';
import { count, day } from '#server/http/limits/counters.ts';
import type { Throttles } from '#server/http/limits/throttle.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import type { KnownProvider } from '#server/provider/known-provider.ts';
import type { Pusher } from '#server/channels/push/pusher.ts';
import { hashSecret } from '#server/secrets.ts';
import type { Storage } from '#server/storage/storage.ts';
import { findPage } from './pages.ts';
import type { Page } from './pages.ts';

/* What all routes under `/me/` share. */

export interface ServeMyPageOptions {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly throttles: Throttles;
  readonly provider: KnownProvider;
  readonly storage: Storage;
  readonly mail: Mailer;
  readonly push: Pusher;
}

/** With the clock. */
export interface ServedOptions extends ServeMyPageOptions {
  readonly now: () => Date;
}

export interface OfLink {
  Params: { secret: string };
  Querystring: Record<string, unknown>;
}
export type LinkRequest = FastifyRequest<OfLink>;

export const cookieName = 'me';
/** While it is there, what was done is still to be said. */
const saidCookie = 'said';

/** Leads back to the page, which says once what was done. */
export function sayDone(
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  done: string,
  place?: number,
): FastifyReply {
  writeCookie(request, reply, saidCookie, '1', 60, 'Lax');
  return reply.redirect(`${address}?done=${done}${place === undefined ? '' : `&place=${place}`}`, 303);
}

/** Whether it is to be said; a reload says it no more. */
export function takeSaid(request: FastifyRequest, reply: FastifyReply): boolean {
  const isNew = readCookie(request, saidCookie) !== null;
  if (isNew) clearCookie(request, reply, saidCookie);
  return isNew;
}

export const secretPattern = /^[\w-]{43}$/;
const devicePattern = /^[\w-]{43}$/;

/** Changes of a page on a day. */
const actionsPerDay = 100;

export const addressOf = ({ params }: LinkRequest) => `/me/${params.secret}`;

export function deviceOf(request: FastifyRequest): string | null {
  const device = readCookie(request, cookieName);
  return device !== null && devicePattern.test(device) ? device : null;
}

/** The page of the link. Unknown, ended and revoked links are all the same. */
export async function openLink({ throttles, pool, config }: ServeMyPageOptions, request: LinkRequest) {
  const { secret } = request.params;
  const device = deviceOf(request);
  const hash = hashSecret(secret).toString('base64url');
  await throttles.session(`my page ${hash}`, 1);
  const page = secretPattern.test(secret) ? await findPage(pool, config, secret, device) : null;
  if (page !== null) return { page, device: page.is_known_device ? device : null };
  await throttles.badToken(request.ip);
  throw fail('not_found');
}

/** Counts a change of the page, and refuses what is above the day's number. */
export async function countAction(pool: pg.Pool, { id }: Pick<Page, 'id'>): Promise<void> {
  if ((await count(pool, { key: `my-page:${id}`, seconds: day })) > actionsPerDay) throw fail('too_many');
}
