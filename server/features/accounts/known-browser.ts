import type { FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { SecretKey } from '#server/derived-key.ts';
import type { Db } from '../../db/pool.ts';
import { run, exists } from '../../db/rows.ts';
import { deviceOf, nameDevice } from '../../http/device.ts';
import { hashSecret } from './secrets.ts';

/**
 * A browser is known for a person from their first sign-in until their password changes. It opens nothing. Its failures
 * are counted apart, so strangers who guess a password cannot lock out the owner.
 */

/**
 * The browser's name if this person has signed in with it before, else null. For nobody (null) the look-up runs too, so
 * that the time is the same.
 */
export async function knownBrowserOf(
  db: Db,
  request: FastifyRequest,
  secretKey: SecretKey,
  personId: number | null,
): Promise<string | null> {
  const device = deviceOf(request, secretKey);
  if (device === null) return null;
  const isKnown = await exists(
    db,
    sql`
      select from known_browsers k
      where k.person_id = ${personId}
        and k.device_hash = ${hashSecret(device)}
    `,
  );
  return isKnown ? device : null;
}

/** Makes this browser known for the person. */
export async function rememberBrowser(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  secretKey: SecretKey,
  personId: number,
): Promise<void> {
  const device = nameDevice(request, reply, secretKey);
  await run(
    db,
    sql`
      insert into known_browsers as k (person_id, device_hash)
      values (${personId}, ${hashSecret(device)})
      on conflict on constraint known_browsers_pkey do update set seen_at = now()
    `,
  );
}

export const forgetKnownBrowsers = (db: Db, personId: number) =>
  run(db, sql`delete from known_browsers where person_id = ${personId}`);
