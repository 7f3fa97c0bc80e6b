import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { run } from '../../db/rows.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { forgetKnownBrowsers } from './known-browser.ts';

/** A new password ends what the old one had opened, whoever holds it; its owner is told. */
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

/** Ends every session, remembered or known browser and reset under way of a person; also for one who is being deleted. */
export async function endAccess(tx: Db, personId: number, keptSession: number | null = null): Promise<void> {
  await run(
    tx,
    sql`delete from sessions where person_id = ${personId} and id is distinct from ${keptSession}::bigint`,
  );
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
