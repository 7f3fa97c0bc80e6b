import type { FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { SecretKey } from '#server/derived-key.ts';
import type { Db } from '../../db/pool.ts';
import { bool, row } from '../../db/columns.ts';
import { exists, one, run } from '../../db/rows.ts';
import { deviceOf, nameDevice } from '../../http/identity/device.ts';
import { hashSecret } from '#server/secrets.ts';

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

/** Known browsers of one person: another one takes the place of the one unused longest. */
export const mostKnown = 20;

const knownRow = row({ is_new: bool });

/**
 * Makes this browser known for the person. Returns whether it was new for them. Nobody gets any number of known
 * browsers by one account.
 */
export async function rememberBrowser(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  secretKey: SecretKey,
  personId: number,
): Promise<boolean> {
  const device = nameDevice(request, reply, secretKey);
  const { is_new } = await one(
    db,
    knownRow,
    sql`
      insert into known_browsers as k (person_id, device_hash, agent)
      values (${personId}, ${hashSecret(device)}, left(${request.headers['user-agent'] ?? ''}, 400))
      on conflict on constraint known_browsers_pkey do update set seen_at = now(), agent = excluded.agent
      returning xmax = 0 as is_new
    `,
  );
  if (is_new) {
    await run(
      db,
      sql`
        delete from known_browsers k
        where k.person_id = ${personId} and k.device_hash in (
          select one.device_hash from known_browsers one where one.person_id = ${personId}
          order by one.seen_at desc, one.device_hash
          offset ${mostKnown}
        )
      `,
    );
  }
  return is_new;
}

export const forgetKnownBrowsers = (db: Db, personId: number) =>
  run(db, sql`delete from known_browsers where person_id = ${personId}`);
