import { said } from '@gurukul/contract/shared/messages';
import { randomUUID } from 'node:crypto';
import type { accounts, RegistrationRole } from '@gurukul/contract/accounts';
import { registrationRoles } from '@gurukul/contract/accounts';
import type { Role } from '@gurukul/contract/shared/roles';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { int, oneOf, row, text } from '../../db/columns.ts';
import { maybeOne, run } from '../../db/rows.ts';
import { clearCookie, readCookie, writeCookie } from '../../http/cookies.ts';
import type { Handlers, Person } from '../../http/handlers.ts';
import { networkOf } from '../../http/network.ts';
import { count, endOf, hour } from '../../http/counters.ts';
import { fail, refused } from '../../http/problem.ts';
import { registrationProblem } from './password-rules.ts';
import { hashPassword } from './password.ts';
import { findAccount } from './queries.ts';
import { hashSecret, newSecret } from './secrets.ts';

const validDays = 7;
/** Carries the invitation from its page to the sign-up, for clients that do not send it. */
const cookieName = 'inv';

type InviteCalls = 'invite' | 'getinviting' | 'registration';

export const inviteHandlers: Pick<Handlers<typeof accounts>, InviteCalls> = {
  async invite({ email_id, role }, { db, pool, person, config, mail }) {
    if (!mayInvite(person, role)) throw fail('not_allowed');
    // Counted outside the transaction, so that a refused invitation counts as well.
    const key = `invite:${person.id}`;
    const sent = await count(pool, { key, seconds: hour });
    if (sent > config.limits.invitesPerHour) {
      throw fail('too_many', { retryAt: await endOf(pool, key, 1) });
    }
    await lockAddress(db, email_id);
    // Says plainly that the account exists: the inviter is staff and would otherwise wait for a person who is here
    // already.
    if ((await findAccount(db, email_id)) !== null) throw fail('already_registered');

    const hash = newSecret();
    await revokeInvites(db, email_id);
    await insertInvite(db, { hash, emailId: email_id, role, invitedBy: person.id });
    await mail.enqueue(db, {
      kind: 'invite',
      to: email_id,
      dedupeKey: `invite:${randomUUID()}`,
      data: { role, hash, invitedBy: person.fullname },
    });
    return { status: 200, message: 'success' };
  },

  async getinviting({ hash_id }, { db, request, reply }) {
    const invite = await findInvite(db, hash_id);
    if (invite === null || (await findAccount(db, invite.email_id)) !== null) {
      return { status: 200, ...said('link_expired') };
    }
    writeCookie(request, reply, cookieName, hash_id, hour);
    return { status: 200, message: 'success', role: invite.role, email_id: invite.email_id };
  },

  async registration(input, { db, config, request, reply }) {
    const hash = input.hash_id || readCookie(request, cookieName);
    // Locked to the end: of several who come with one invitation at once, the first gets the account.
    const invite = hash === null ? null : await lockInvite(db, hash);
    if (invite === null) return refused('invitation_required');
    if ((await findAccount(db, invite.email_id)) !== null) return refused('email_taken');
    if (input.password !== input.cpassword) return refused('passwords_differ');
    const problem = registrationProblem(input.password, invite.email_id);
    if (problem !== null) return refused(problem);

    const isNew = await insertPerson(db, {
      emailId: invite.email_id,
      role: invite.role,
      passwordHash: await hashPassword(input.password, config.limits, {
        key: networkOf(request.ip),
        isKnown: false,
      }),
      firstName: input.first_name,
      lastName: input.last_name,
      phoneNumber: input.phone_number || null,
    });
    if (!isNew) return refused('email_taken');
    if (!(await consumeInvite(db, invite.id))) throw fail('conflict');
    clearCookie(request, reply, cookieName);
    return { status: 200, message: 'success' };
  },
};

/**
 * Only people whose own main role the office gave may grant roles. A teacher who acts as course admin invites nobody.
 */
const mayInvite = ({ role, mainRole }: Person, invited: RegistrationRole) =>
  role === 'admin' || (role === 'courseadmin' && mainRole === 'courseadmin' && invited === 'teacher');

const inviteRow = row({ id: int, email_id: text, role: oneOf(registrationRoles) });

/** SQL condition: the inviter still has the rights to invite. */
const standing = sql`
  i.used_at is null
  and i.revoked_at is null
  and i.created_at <= now()
  and i.expires_at > now()
  and exists (select from people inviter where inviter.id = i.invited_by and inviter.deleted_at is null)
`;

const findInvite = (db: Db, hash: string) =>
  maybeOne(
    db,
    inviteRow,
    sql`select i.id, i.email_id, i.role from invites i where i.hash = ${hashSecret(hash)} and ${standing}`,
  );

const lockInvite = (db: Db, hash: string) =>
  maybeOne(
    db,
    inviteRow,
    sql`
      select i.id, i.email_id, i.role from invites i
      where i.hash = ${hashSecret(hash)} and ${standing}
      for update of i
    `,
  );

const consumeInvite = async (db: Db, id: number): Promise<boolean> =>
  (await run(db, sql`update invites set used_at = now() where id = ${id} and used_at is null`)) === 1;

/** Of two invitations to one address at once only one must stay valid. */
const lockAddress = (db: Db, emailId: string) =>
  run(db, sql`select pg_advisory_xact_lock(hashtextextended(${'invite '} || lower(${emailId}::text), 0))`);

const revokeInvites = (db: Db, emailId: string) =>
  run(
    db,
    sql`
      update invites set revoked_at = now()
      where lower(email_id) = lower(${emailId}) and used_at is null and revoked_at is null
    `,
  );

const insertInvite = (
  db: Db,
  invite: { hash: string; emailId: string; role: RegistrationRole; invitedBy: number },
) =>
  run(
    db,
    sql`
      insert into invites (hash, email_id, role, invited_by, expires_at)
      values (${hashSecret(invite.hash)}, ${invite.emailId}, ${invite.role}, ${invite.invitedBy},
        now() + make_interval(days => ${validDays}::int))
    `,
  );

interface NewPerson {
  readonly emailId: string;
  readonly role: Role;
  readonly passwordHash: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string | null;
}

/** Returns false when the address got an account in the meantime. */
const insertPerson = async (db: Db, person: NewPerson): Promise<boolean> =>
  (await run(
    db,
    sql`
      insert into people (email_id, password_hash, main_role, first_name, last_name, phone_number)
      values (${person.emailId}, ${person.passwordHash}, ${person.role}, ${person.firstName}, ${person.lastName},
        ${person.phoneNumber})
      on conflict (lower(email_id)) where deleted_at is null and main_role not in ('student', 'guardian') do nothing
    `,
  )) === 1;
