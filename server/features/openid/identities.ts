import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { idRow, int, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, maybeOne, one, run } from '#server/db/rows.ts';
import { hasFactorNow } from '#server/http/identity/factor-rule.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { addressFrom } from '#server/http/requests/require-https.ts';
import { recordSecurity } from '#server/security-log/record.ts';
import { findAccount } from '../accounts/queries.ts';
import type { Service } from './services.ts';

/** What a service says about the person who signed in there. */
export interface Claimed {
  readonly subject: string;
  /** Null: it says none that is an address. */
  readonly emailId: string | null;
  /** The service vouches that the person reads the mails of this address. */
  readonly isVerified: boolean;
}

type NotLinked = 'openid_unverified' | 'openid_unknown' | 'openid_too_new' | 'openid_other_identity';

const personRow = row({ person_id: int });

/** The person of an identity, also of an account that is deleted or suspended. */
export const findLinked = (db: Db, { issuer }: Service, subject: string) =>
  maybeOne(
    db,
    personRow,
    sql`select person_id from openid_identities where issuer = ${issuer} and subject = ${subject}`,
  );

/**
 * Links an identity that was never here to the one account of the staff with its address, also of somebody who is invited
 * and has not signed up. Nobody gets an account by it. Returns the person, or why there is no link. The owner gets a mail.
 */
export async function linkByAddress(
  tx: Db,
  { mail, request, requestId }: Pick<Ctx, 'mail' | 'request' | 'requestId'>,
  service: Service,
  { subject, emailId, isVerified }: Claimed,
): Promise<{ readonly personId: number; readonly isNew: boolean } | { readonly refusal: NotLinked }> {
  if (emailId === null || !isVerified || !isOfDomains(emailId, service.domains)) {
    return { refusal: 'openid_unverified' };
  }
  const account = await findAccount(tx, emailId);
  if (account === null) return { refusal: 'openid_unknown' };
  if (await isTooNew(tx, service, account.id)) return { refusal: 'openid_too_new' };
  await run(tx, sql`select id from people where id = ${account.id} for no key update`);
  // The same identity came twice at once, and the other one was first.
  const linked = await findLinked(tx, service, subject);
  if (linked !== null) return { personId: linked.person_id, isNew: false };
  const isTaken = await exists(
    tx,
    sql`select from openid_identities where person_id = ${account.id} and issuer = ${service.issuer}`,
  );
  if (isTaken) return { refusal: 'openid_other_identity' };
  // For the audit trail: nobody is signed in yet.
  await run(
    tx,
    sql`
      select set_config('gurukul.person', ${String(account.id)}, true),
        set_config('gurukul.call', 'openid.finish', true),
        set_config('gurukul.request', ${requestId}, true)
    `,
  );
  const made = await one(
    tx,
    idRow,
    sql`
      insert into openid_identities (person_id, issuer, subject, email_id)
      values (${account.id}, ${service.issuer}, ${subject}, ${emailId})
      returning id
    `,
  );
  await recordSecurity(tx, {
    kind: 'account_changed',
    personId: account.id,
    from: addressFrom(request),
    facts: { call: 'openid.finish', identity: made.id },
  });
  await mail.enqueue(tx, {
    kind: 'openid_linked',
    to: account.email_id,
    person_id: account.id,
    dedupeKey: `openid_linked:${made.id}:${randomUUID()}`,
    data: { service: service.label, email: emailId },
  });
  return { personId: account.id, isNew: true };
}

/**
 * On its first day a service lets no account admin in by itself: the person who added it might run it. All account admins got a
 * mail when it was asked for, and one when it was done.
 */
export const isTooNew = async (db: Db, { is_new: isNew }: Service, personId: number): Promise<boolean> =>
  isNew &&
  exists(
    db,
    sql`select from people p where p.id = ${personId} and p.main_role = 'admin' and not ${hasFactorNow}`,
  );

/** Without a list, a service may vouch for any address. */
const isOfDomains = (emailId: string, domains: readonly string[]) =>
  domains.length === 0 || domains.includes(emailId.slice(emailId.lastIndexOf('@') + 1).toLowerCase());

/** Notes a use, for the list of what lets somebody in. */
export const noteIdentityUse = (db: Db, { issuer }: Service, subject: string) =>
  run(
    db,
    sql`update openid_identities set last_used_at = now() where issuer = ${issuer} and subject = ${subject}`,
  );
