import { said } from '@gurukul/contract/shared/words/messages';
import type { accounts, RegistrationRole } from '@gurukul/contract/accounts';
import { registrationRoles } from '@gurukul/contract/accounts';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { bool, int, oneOf, row, text } from '../../db/columns.ts';
import { many, maybeOne, one, run } from '../../db/rows.ts';
import { clearCookie, readCookie, writeCookie } from '../../http/identity/cookies.ts';
import type { Ctx, Handlers, Person } from '../../http/handlers.ts';
import { networkOf } from '../../http/limits/network.ts';
import { count, endOf, hour } from '../../http/limits/counters.ts';
import { fail, refused } from '../../http/answers/problem.ts';
import { proveMailbox } from '../../channels/mail/prove.ts';
import { ownCourses, ownStudents } from '../../http/identity/scope.ts';
import { requireProof } from '../../http/identity/step-up.ts';
import { isStudent } from '#server/db/student.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { registrationProblem } from './password-rules.ts';
import { hashPassword } from './password.ts';
import { dutyOf } from './held-roles.ts';
import { findAccount } from './queries.ts';

const validDays = 7;
/** Carries the invitation from its page to the sign-up, for clients that do not send it. */
const cookieName = 'inv';

type InviteCalls = 'invite' | 'getinviting' | 'registration';

export const inviteHandlers: Pick<Handlers<typeof accounts>, InviteCalls> = {
  async invite({ email_id, role, user_id: student = null }, ctx) {
    const { db, person } = ctx;
    if (!mayInvite(person, role)) throw fail('not_allowed');
    if (role !== 'teacher') requireProof(person);
    await countInvite(ctx);
    await lockAddress(db, email_id);
    const account = await findAccount(db, email_id);
    // Says plainly that the account exists: the inviter is staff and would otherwise wait for a person who is here
    // already.
    if (account !== null && account.password_hash !== null) throw fail('already_registered');
    if (account !== null) await requireSameInvite(db, person, account.id, role);

    const personId =
      account?.id ??
      (await joinStudent(db, person, email_id, role, student)) ??
      (await insertInvited(db, email_id, role)).id;
    await sendInvite(ctx, { personId, emailId: email_id, role });
    return { status: 200, message: 'success' };
  },

  async getinviting({ hash_id }, { db, request, reply }) {
    const invite = await findInvite(db, hash_id);
    if (invite === null || invite.is_registered) return { status: 200, ...said('link_expired') };
    writeCookie(request, reply, cookieName, hash_id, hour);
    return { status: 200, message: 'success', role: invite.role, email_id: invite.email_id };
  },

  async registration(input, { db, config, request, reply }) {
    const hash = input.hash_id || readCookie(request, cookieName);
    // Locked to the end: of several who come with one invitation at once, the first gets the account.
    const invite = hash === null ? null : await lockInvite(db, hash);
    if (invite === null) return refused('invitation_required');
    if (invite.is_registered) return refused('email_taken');
    if (input.password !== input.cpassword) return refused('passwords_differ');
    const problem = registrationProblem(input.password, invite.email_id);
    if (problem !== null) return refused(problem);

    const id = invite.person_id ?? (await insertInvited(db, invite.email_id, invite.role)).id;
    const isNew = await completePerson(db, {
      id,
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
    // The invitation came by a mail to that address.
    await proveMailbox(db, invite.email_id.toLowerCase(), [id]);
    clearCookie(request, reply, cookieName);
    return { status: 200, message: 'success' };
  },
};

const studentRow = row({ user_id: int, fullname: text, place: text });

/**
 * The student of this address who comes to work here: the one whom the office names, 0 for somebody else. Throws
 * `invites_student` while it has not said so. Who is out of reach is not told of.
 */
async function joinStudent(
  db: Db,
  person: Person,
  emailId: string,
  role: RegistrationRole,
  named: number | null,
): Promise<number | null> {
  const people = await many(
    db,
    studentRow,
    sql`
      select p.id as user_id, p.fullname, coalesce((
        select string_agg(concat_ws(' ', c.course_name, k.class_name), ', ' order by c.course_name, c.id)
        from enrolments e
        join courses c on c.id = e.course_id and c.deleted_at is null
        left join classes k on k.id = e.class_id and k.deleted_at is null
        where e.student_id = p.id and e.ended_on is null and ${ownCourses(person)}
      ), '') as place
      from people p
      where lower(p.email_id) = lower(${emailId}) and p.main_role = 'student' and ${isStudent} and ${ownStudents(person)}
      order by p.id
      for no key update of p
    `,
  );
  if (named === null && people.length > 0) throw fail('invites_student', { people });
  if (named === null || named === 0) return null;
  if (!people.some(({ user_id: id }) => id === named)) throw fail('conflict');
  await run(
    db,
    sql`
      update people
      set main_role = ${role}, also_studies = true, password_hash = null, email_id = ${emailId}, updated_at = now()
      where id = ${named}
    `,
  );
  return named;
}

/** Counted outside the transaction, so that a refused invitation counts as well. */
export async function countInvite({ pool, person, config }: Ctx): Promise<void> {
  const key = `invite:${person.id}`;
  if ((await count(pool, { key, seconds: hour })) > config.limits.invitesPerHour) {
    throw fail('too_many', { retryAt: await endOf(pool, key, 1) });
  }
}

interface Invited {
  readonly personId: number;
  readonly emailId: string;
  readonly role: RegistrationRole;
}

/** Mails a new link. Earlier links of the person end. */
export async function sendInvite({ db, person, mail }: Ctx, invited: Invited): Promise<void> {
  const hash = newSecret();
  await revokeInvites(db, invited.emailId);
  const { id } = await insertInvite(db, { ...invited, hash, invitedBy: person.id });
  await mail.enqueue(db, {
    kind: 'invite',
    to: invited.emailId,
    dedupeKey: inviteMail(id),
    data: { role: invited.role, hash, invitedBy: person.fullname },
  });
}

const inviteMail = (inviteId: number) => `invite:${inviteId}`;

/** SQL: the person of the staff in the row `p` is invited and has not signed up. */
export const isPending = sql`(p.password_hash is null and p.main_role not in ('student', 'guardian'))`;

/** SQL: who invited the person `p` first. The invitation is theirs, also after somebody else sent it again. */
export const firstInviter = sql`
  (select i.invited_by from invites i where i.person_id = p.id order by i.id limit 1)
`;

const sameInviteRow = row({ may: bool, is_same_role: bool });

/**
 * An invited person is invited again in the same role, by an account admin or by who invited them. An account admin
 * gives another role as long as the person has no work in the first one.
 */
async function requireSameInvite(
  db: Db,
  person: Person,
  personId: number,
  role: RegistrationRole,
): Promise<void> {
  await run(db, sql`select id from people where id = ${personId} for no key update`);
  const { may, is_same_role: isSameRole } = await one(
    db,
    sameInviteRow,
    sql`
      select p.main_role = ${role} as is_same_role,
        case
          when ${person.role === 'admin'} then p.main_role = ${role}
            or ${dutyOf(sql`p.id`, sql`p.main_role`)} is null
            and not exists (select from course_teachers ct where ct.teacher_id = p.id and ct.associated)
          else p.main_role = ${role} and coalesce(${firstInviter} = ${person.id}, false)
        end as may
      from people p
      where p.id = ${personId}
    `,
  );
  if (!may) throw fail('already_invited');
  if (isSameRole) return;
  await run(db, sql`update people set main_role = ${role}, updated_at = now() where id = ${personId}`);
}

/**
 * Only people whose own main role the office gave may grant roles. A teacher who acts as course admin invites nobody.
 */
const mayInvite = ({ role }: Person, invited: RegistrationRole) => role === 'admin' || invited === 'teacher';

const inviteRow = row({
  id: int,
  email_id: text,
  role: oneOf(registrationRoles),
  person_id: int.nullable(),
  is_registered: bool,
});

/**
 * The invitation of a link. The inviter is here: the invitations of a suspended one rest until they are back. The
 * person's row is as it was made: where it was deleted, suspended, merged or has another address or role by now, the
 * link is over. Invitations of the version before have no row yet.
 */
const inviteOf = (hash: string) => sql`
  select i.id, i.email_id, i.role, p.id as person_id, coalesce(p.password_hash is not null, false) as is_registered
  from invites i
  left join present_staff p on lower(p.email_id) = lower(i.email_id)
  where i.hash = ${hashSecret(hash)}
    and i.used_at is null
    and i.revoked_at is null
    and i.created_at <= now()
    and i.expires_at > now()
    and exists (select from present_staff inviter where inviter.id = i.invited_by)
    and (i.person_id is null or i.person_id = p.id and i.role = p.main_role)
`;

const findInvite = (db: Db, hash: string) => maybeOne(db, inviteRow, inviteOf(hash));

const lockInvite = (db: Db, hash: string) => maybeOne(db, inviteRow, sql`${inviteOf(hash)} for update of i`);

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

const newRow = row({ id: int });

const insertInvite = (db: Db, invite: Invited & { hash: string; invitedBy: number }) =>
  one(
    db,
    newRow,
    sql`
      insert into invites (hash, email_id, role, person_id, invited_by, expires_at)
      values (${hashSecret(invite.hash)}, ${invite.emailId}, ${invite.role}, ${invite.personId}, ${invite.invitedBy},
        now() + make_interval(days => ${validDays}::int))
      returning id
    `,
  );

/**
 * The row of somebody who is invited: they can be given work, and cannot sign in. Until they say their name they go by
 * the first part of the address, since names are read by people who may not see addresses.
 */
const insertInvited = (db: Db, emailId: string, role: RegistrationRole) =>
  one(
    db,
    newRow,
    sql`
      insert into people (email_id, main_role, first_name)
      values (${emailId}, ${role}, split_part(${emailId}, '@', 1))
      returning id
    `,
  );

interface SignUp {
  readonly id: number;
  readonly role: RegistrationRole;
  readonly passwordHash: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string | null;
}

/** Returns false when the address got an account in the meantime. */
const completePerson = async (db: Db, person: SignUp): Promise<boolean> =>
  (await run(
    db,
    sql`
      update people
      set password_hash = ${person.passwordHash}, first_name = ${person.firstName}, last_name = ${person.lastName},
        phone_number = coalesce(${person.phoneNumber}, phone_number),
        registered_at = case when also_studies then registered_at else now() end, updated_at = now()
      where id = ${person.id} and password_hash is null and main_role = ${person.role} and deleted_at is null
    `,
  )) === 1;
