import { deviceDays, mostDevices } from '@gurukul/contract/push';
import { portalLanguages } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import * as z from 'zod';
import type { RowOf } from '#server/db/columns.ts';
import { bytes, idRow, int, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, many, maybeOne, one, run } from '#server/db/rows.ts';
import type { SecretKey } from '#server/derived-key.ts';
import { macOf, macsOf } from '#server/derived-key.ts';
import { createSeal } from '#server/seal.ts';

/** What a browser says: where its push service takes notifications, and for which keys. A secret of its own. */
const address = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });
export type PushAddress = z.infer<typeof address>;

export const devicePurpose = 'gurukul push device';
const endpointPurpose = 'gurukul push endpoint';

/**
 * Devices `d` that are told something: of staff, not unused for long, and while the session lasts in which the portal
 * was last open there. The sweep removes sessions that end by time.
 */
const isAlive = sql`
  d.used_at > now() - make_interval(days => ${deviceDays})
  and exists (select from sessions s where s.id = d.session_id and s.expires_at > now())
  and exists (select from present_staff p where p.id = d.person_id)
`;

/** The devices of the people whose ids a query gives. */
export const listDevicesOf = (db: Db, people: Sql) =>
  many(
    db,
    idRow,
    sql`select d.id from push_devices d where d.person_id in (${people}) and ${isAlive} order by d.id`,
  );

const deviceRow = row({ id: int, person_id: int, sealed: text, language: oneOf(portalLanguages) });
export type Device = RowOf<typeof deviceRow> & { readonly address: PushAddress };

const opened = (secretKey: SecretKey, { sealed, person_id: id }: { sealed: string; person_id: number }) =>
  address.parse(createSeal(secretKey, devicePurpose).open(sealed, `${id}`));

/** Null: it has ended since. Throws when its key has gone. */
export async function findDevice(db: Db, secretKey: SecretKey, id: number): Promise<Device | null> {
  const found = await maybeOne(
    db,
    deviceRow,
    sql`select d.id, d.person_id, d.sealed, d.language from push_devices d where d.id = ${id} and ${isAlive}`,
  );
  return found === null ? null : { ...found, address: opened(secretKey, found) };
}

interface Owner {
  readonly id: number;
  readonly sessionId: number;
}

/** Says whether the person gets notifications at this address already. */
export const hasDevice = (db: Db, secretKey: SecretKey, { id }: Owner, { endpoint }: PushAddress) =>
  exists(
    db,
    sql`
      select from push_devices d
      where d.endpoint_mac = any(${macsOf(secretKey, endpointPurpose, endpoint)}::bytea[]) and d.person_id = ${id}
    `,
  );

/** The browser is of the person who signed in on it last. One person has a number of devices. */
export async function saveDevice(
  db: Db,
  secretKey: SecretKey,
  { id: personId, sessionId }: Owner,
  { language, ...given }: PushAddress & Pick<Device, 'language'>,
): Promise<number> {
  const [mac, ...otherMacs] = macsOf(secretKey, endpointPurpose, given.endpoint);
  const { id } = await one(
    db,
    idRow,
    sql`
      insert into push_devices (person_id, session_id, endpoint_mac, sealed, agent, language)
      select ${personId}, s.id, ${mac}, ${createSeal(secretKey, devicePurpose).close(given, `${personId}`)}, s.agent,
        ${language}
      from sessions s
      where s.id = ${sessionId}
      on conflict on constraint push_devices_endpoint_unique
      do update set person_id = excluded.person_id, session_id = excluded.session_id, sealed = excluded.sealed,
        agent = excluded.agent, language = excluded.language, used_at = now()
      returning id
    `,
  );
  await run(
    db,
    sql`
      delete from push_devices d
      where d.endpoint_mac = any(${otherMacs}::bytea[]) or d.person_id = ${personId} and d.id not in (
        select one.id from push_devices one where one.person_id = ${personId}
        order by one.used_at desc, one.id desc
        limit ${mostDevices}
      )
    `,
  );
  return id;
}

const macRow = row({ id: int, person_id: int, sealed: text, endpoint_mac: bytes });

/** Finds devices by the present key again, after another one made their HMACs. */
export async function renewEndpointMacs(db: Db, secretKey: SecretKey): Promise<void> {
  const rows = await many(
    db,
    macRow,
    sql`select d.id, d.person_id, d.sealed, d.endpoint_mac from push_devices d order by d.id`,
  );
  for (const each of rows) {
    let mac: Buffer;
    try {
      mac = macOf(secretKey, endpointPurpose, opened(secretKey, each).endpoint);
    } catch {
      // Sealed with a key that has gone: nobody is told anything there any more.
      continue;
    }
    if (mac.equals(each.endpoint_mac)) continue;
    // The browser gave its address under the present key meanwhile: this row is its older one.
    await run(
      db,
      sql`
        with older as (
          delete from push_devices d
          where d.id = ${each.id} and exists (select from push_devices o where o.endpoint_mac = ${mac})
          returning d.id
        )
        update push_devices d set endpoint_mac = ${mac}
        where d.id = ${each.id} and d.sealed = ${each.sealed} and not exists (select from older)
      `,
    );
  }
}

/** The push service knows the browser no more. */
export const endDevice = (db: Db, { id, sealed }: Device) =>
  run(db, sql`delete from push_devices where id = ${id} and sealed = ${sealed}`);

/** A session ends: so does the device that was last used in it. */
export const endDevicesOfSession = (db: Db, sessionId: number) =>
  run(db, sql`delete from push_devices where session_id = ${sessionId}`);

/** All sessions of a person end except one. */
export const endDevicesOfPerson = (db: Db, personId: number, keptSession: number | null) =>
  run(
    db,
    sql`
      delete from push_devices
      where person_id = ${personId} and session_id is distinct from ${keptSession}::bigint
    `,
  );
