import { createHash } from 'node:crypto';
import * as client from 'openid-client';
import type { Db } from '#server/db/pool.ts';
import type { Config } from '#server/config.ts';
import { fetchInternet, Unreachable } from '#server/http/internet/fetch-internet.ts';
import { readSecret } from './services.ts';
import type { Service } from './services.ts';

/** The client secret was sealed with another SECRET_KEY. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
}

/** A document of a service and its keys have some kilobytes. */
const mostBytes = 300_000;
/** The document and the keys of a service are asked for again after this time. */
const freshMs = 10 * 60_000;

/** A document that does not fit is asked for again after this time. */
const leastMs = 60_000;

type Place = Pick<Config, 'openidNetworks' | 'secretKey' | 'limits'>;

/** Requests to services, within bounds of place, time and size. */
export const fetchFor = ({ openidNetworks, limits }: Place) =>
  fetchInternet({ networks: openidNetworks, mostMs: limits.openidMs, mostBytes });

/** Which way of the two the service takes. Basic is what a service takes that says nothing. */
function authentication(secret: string): client.ClientAuth {
  return (as, metadata, body, headers) => {
    const taken = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = taken.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    way(secret)(as, metadata, body, headers);
  };
}

/** Asks the service for its document. Throws Unreachable, or an error of openid-client. */
export async function discover(db: Db, place: Place, service: Service): Promise<client.Configuration> {
  const secret = await readSecret(db, place.secretKey, service.service_id);
  if (secret === null) throw new SecretUnreadable();
  const found = await client.discovery(
    new URL(service.issuer),
    service.client_id,
    {},
    authentication(secret),
    {
      [client.customFetch]: fetchFor(place),
      timeout: place.limits.openidMs / 1000,
      // Signatures are checked too, also where TLS alone would vouch for a token.
      execute: [client.enableNonRepudiationChecks],
    },
  );
  // The library excuses Microsoft here. A service is its issuer, letter by letter.
  if (found.serverMetadata().issuer !== service.issuer) throw new OtherIssuer(found.serverMetadata().issuer);
  return found;
}

/** The document is of another issuer than the settings say. */
export class OtherIssuer extends Error {
  override readonly name = 'OtherIssuer';
}

interface KnownService {
  readonly asked: Promise<client.Configuration>;
  readonly at: number;
}
const known = new Map<string, KnownService>();

/** Another save, another secret or another database is another client. */
const keyOf = (place: Place, service: Service) =>
  createHash('sha256')
    .update(JSON.stringify([service, place.secretKey, place.openidNetworks]))
    .digest('base64url');

/**
 * Forgets the document and the keys of a service, because an answer did not fit them: the service may have changed them.
 * A stranger can make answers that do not fit, so this helps once a minute. Returns whether the next one asks again.
 */
export function forgetDocument(place: Place, service: Service): boolean {
  const key = keyOf(place, service);
  const before = known.get(key);
  if (before === undefined || performance.now() - before.at < leastMs) return false;
  return known.delete(key);
}

/** The same, at most ten minutes old. Many people who come at once ask once. */
export async function clientOf(db: Db, place: Place, service: Service): Promise<client.Configuration> {
  const key = keyOf(place, service);
  const before = known.get(key);
  if (before !== undefined && performance.now() - before.at < freshMs) return before.asked;
  for (const [old, { at }] of known) if (performance.now() - at >= freshMs) known.delete(old);
  const asked = discover(db, place, service);
  known.set(key, { asked, at: performance.now() });
  // A failure is not remembered.
  asked.catch(() => known.delete(key));
  return asked;
}

/** The service was silent or away: nothing it said was wrong. */
export function isSilent(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof Unreachable) return true;
  return false;
}
