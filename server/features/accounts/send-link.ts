import { randomUUID } from 'node:crypto';
import type { accounts } from '@gurukul/contract/accounts';
import sql from 'sql-template-tag';
import { int, row, text } from '../../db/columns.ts';
import { maybeOne, run } from '../../db/rows.ts';
import type { Ctx, Handler } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { count, endOf, hour } from '../../http/limits/counters.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { insertGrant } from './reset-queries.ts';

// The person has to look into the mailbox first, and may be in a class.
export const linkMinutes = 60;

const sendResetLinkRow = row({ id: int, email_id: text });

/** Throws `too_many` when the admin has sent as many links as an hour allows. */
export async function countSentLink({ pool, person, config }: Ctx): Promise<void> {
  const key = `sent-link:${person.id}`;
  // Outside the transaction, as with invitations.
  if ((await count(pool, { key, seconds: hour })) > config.limits.sentLinksPerHour) {
    throw fail('too_many', { retryAt: await endOf(pool, key, 1) });
  }
}

/** An admin sends a person a link to sign in. Strangers cannot use up the admins' limit. */
export const sendResetLink: Handler<typeof accounts.send_reset_link> = async ({ uid }, ctx) => {
  const { db, person, mail, requestId } = ctx;
  const account = await maybeOne(
    db,
    sendResetLinkRow,
    sql`
      select id, email_id from present_staff
      where id = ${uid}
        and password_hash is not null
    `,
  );
  if (account === null) throw fail('not_found');
  await countSentLink(ctx);
  const grant = newSecret('g_');
  await insertGrant(db, hashSecret(grant), account.id, linkMinutes);
  await mail.enqueue(db, {
    kind: 'reset_link',
    to: account.email_id,
    dedupeKey: `reset_link:${randomUUID()}`,
    data: { email: account.email_id, grant, sentBy: person.fullname },
  });
  // The row is secret and has no audit trail. This records who sent a link.
  await run(
    db,
    sql`
      insert into audit_entries (change_id, person_id, call, request_id, table_name, row_id, action, about_person_id)
      values (current_change(), ${person.id}, 'accounts.send_reset_link', ${requestId}, 'reset_grants',
        ${String(account.id)}, 'insert', ${account.id})
    `,
  );
  return { status: 200, message: 'success' };
};
