import { randomUUID } from 'node:crypto';
import type { FactorNews } from '@gurukul/contract/passkeys';
import sql from 'sql-template-tag';
import { row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { one } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import type { AccountNews } from '#server/channels/mail/templates/factor-news.ts';
import { addressFrom } from '#server/http/requests/require-https.ts';
import { recordSecurity } from '#server/security-log/record.ts';

interface FactorEvent {
  /** `failed`: a wrong code or passkey, which nobody gets a mail about. */
  readonly what: FactorNews | 'failed';
  readonly owner: { readonly id: number; readonly email_id: string };
  /** Who did it, when it was somebody else. */
  readonly by?: number;
}

/** Every event of a second factor: an entry in the security log, and a mail to the owner. */
export async function recordFactor(
  db: Db,
  { mail, request }: Pick<Ctx, 'mail' | 'request'>,
  { what, owner, by }: FactorEvent,
): Promise<void> {
  await recordSecurity(db, {
    kind: what === 'failed' ? 'factor_failed' : what === 'reset' ? 'access_reset' : 'factor_changed',
    personId: by ?? owner.id,
    aboutId: by === undefined ? null : owner.id,
    from: addressFrom(request),
    facts: { what },
  });
  if (what === 'failed') return;
  await tellOwner(db, mail, owner.email_id, what);
}

/** A mail about something new that lets somebody in, or hears from the portal, in the name of an account. */
const tellOwner = (db: Db, mail: Ctx['mail'], to: string, what: AccountNews) =>
  mail.enqueue(db, { kind: 'factor_news', to, dedupeKey: `factor_news:${randomUUID()}`, data: { what } });

const addressRow = row({ email_id: text });

/** Tells a person of what outlives the session that made it. Whoever uses a stolen session does not go unseen. */
export async function tellOfLasting(
  { db, mail, person }: Pick<Ctx, 'db' | 'mail' | 'person'>,
  what: 'calendar_link' | 'notifications',
): Promise<void> {
  const { email_id } = await one(db, addressRow, sql`select email_id from people where id = ${person.id}`);
  await tellOwner(db, mail, email_id, what);
}
