import type { FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { run, exists } from '../../db/rows.ts';
import { deviceOf, nameDevice } from '../../http/device.ts';
import { hashSecret } from './secrets.ts';

/**
 * A browser in which a person has signed in before is known for that person until the password changes. That opens
 * nothing: its failures are counted apart, so that strangers who guess at an account cannot lock its owner out.
 */

/**
 * The browser's name when this person has signed in with it before, else null. Nobody (null) is known nowhere, which
 * takes the same look.
 */
export async function knownBrowserOf(
  db: Db,
  request: FastifyRequest,
  secretKey: string,
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

/** Makes this browser one that the person is known in. */
export async function rememberBrowser(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  secretKey: string,
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
