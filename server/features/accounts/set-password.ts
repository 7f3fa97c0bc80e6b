import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { int, row, text } from '../../db/columns.ts';
import { many, run } from '../../db/rows.ts';
import type { Mailer } from '../../channels/mail/mailer.ts';
import { endDevicesOfPerson } from '#server/channels/push/devices.ts';
import { listAdmins } from '#server/channels/mail/admins.ts';
import { forgetKnownBrowsers } from './known-browser.ts';

/** Ends everything that the old password had opened, and tells the owner. */
export async function afterNewPassword(
  tx: Db,
  mail: Mailer,
  { id, email_id }: { readonly id: number; readonly email_id: string },
  keptSession: number | null = null,
): Promise<void> {
  await endAccess(tx, id, keptSession);
  await mail.enqueue(tx, {
    kind: 'password_changed',
    to: email_id,
    dedupeKey: `password_changed:${id}:${randomUUID()}`,
    data: {},
  });
}

/** Access that outlives sessions: calendar apps have a link, machines have keys. */
export interface AlsoEnded {
  /** Absent: the link ends. */
  readonly end_calendar_link?: boolean | undefined;
  /** Absent: no key ends. */
  readonly end_keys?: readonly number[] | undefined;
}

export async function endOpened(
  tx: Db,
  personId: number,
  { end_calendar_link: endsLink = true, end_keys: keys = [] }: AlsoEnded,
): Promise<void> {
  if (endsLink) {
    await run(
      tx,
      sql`
        update calendar_feeds set revoked_at = clock_timestamp()
        where person_id = ${personId} and revoked_at is null
      `,
    );
  }
  if (keys.length === 0) return;
  await run(
    tx,
    sql`
      update intake_keys set revoked_at = clock_timestamp()
      where created_by = ${personId} and id = any(${keys}::bigint[]) and revoked_at is null
    `,
  );
}

const openedKey = row({ id: int, name: text });

/** Intake keys in use that the person made. */
export const listOwnKeys = (db: Db, personId: number) =>
  many(
    db,
    openedKey,
    sql`select id, name from intake_keys where created_by = ${personId} and revoked_at is null order by id`,
  );

/** Tells all admins about the person's keys, because somebody who resets a password by mail cannot be asked. */
export async function tellOfKeysLeft(
  tx: Db,
  mail: Mailer,
  { id, fullname }: { readonly id: number; readonly fullname: string },
): Promise<void> {
  const keys = await listOwnKeys(tx, id);
  if (keys.length === 0) return;
  const round = randomUUID();
  await mail.enqueueMany(
    tx,
    (await listAdmins(tx)).map((admin) => ({
      kind: 'intake_keys_left' as const,
      to: admin.email_id,
      dedupeKey: `intake_keys_left:${round}:${admin.id}`,
      data: { owner: fullname, names: keys.map(({ name }) => name) },
    })),
  );
}

/**
 * Ends every session, remembered browser, known browser and open reset of a person, except the given session. Also used
 * when the person is deleted.
 */
export async function endAccess(tx: Db, personId: number, keptSession: number | null = null): Promise<void> {
  await run(
    tx,
    sql`delete from sessions where person_id = ${personId} and id is distinct from ${keptSession}::bigint`,
  );
  await endDevicesOfPerson(tx, personId, keptSession);
  await run(tx, sql`delete from remember_tokens where person_id = ${personId}`);
  await forgetKnownBrowsers(tx, personId);
  await run(
    tx,
    sql`update reset_challenges set consumed_at = now() where person_id = ${personId} and consumed_at is null`,
  );
  await run(
    tx,
    sql`update reset_grants set consumed_at = now() where person_id = ${personId} and consumed_at is null`,
  );
}
