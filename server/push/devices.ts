import { deviceDays } from '@gurukul/contract/push';
import { portalLanguages } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { idRow, int, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';

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

const deviceRow = row({
  id: int,
  endpoint: text,
  p256dh: text,
  auth: text,
  language: oneOf(portalLanguages),
});
export type Device = RowOf<typeof deviceRow>;

/** Null: it has ended since. */
export const findDevice = (db: Db, id: number): Promise<Device | null> =>
  maybeOne(
    db,
    deviceRow,
    sql`
      select d.id, d.endpoint, d.p256dh, d.auth, d.language from push_devices d where d.id = ${id} and ${isAlive}
    `,
  );

/** The push service knows the browser no more. */
export const endDevice = (db: Db, { id, endpoint }: Device) =>
  run(db, sql`delete from push_devices where id = ${id} and endpoint = ${endpoint}`);

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
