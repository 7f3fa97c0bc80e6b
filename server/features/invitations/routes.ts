import { registrationRoles } from '@gurukul/contract/accounts';
import type { InvitationRow, invitations } from '@gurukul/contract/invitations';
import { invitationStates } from '@gurukul/contract/invitations';
import { mailStates } from '@gurukul/contract/mails';
import sql from 'sql-template-tag';
import { instant, int, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, many, maybeOne, run } from '#server/db/rows.ts';
import type { Handlers, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { countInvite, firstInviter, isPending, sendInvite } from '../accounts/invites.ts';
import { shownState } from '../mails/queries.ts';
import { deletePerson } from '../people/delete-person.ts';

/** What account admins, and those who invited somebody, do with invitations that nobody has used yet. */
export const invitationsHandlers: Handlers<typeof invitations> = {
  async get_invitations(_input, { db, person }) {
    return { status: 200, message: 'success', data: await listInvited(db, person) };
  },

  async resend_invitation({ uid }, ctx) {
    // Signing up locks the same row.
    await run(ctx.db, sql`select id from people where id = ${uid} for no key update`);
    const { role, email_id: emailId } = await findInvited(ctx.db, ctx.person, uid);
    await countInvite(ctx);
    await sendInvite(ctx, { personId: uid, emailId, role });
    return { status: 200, message: 'success' };
  },

  async revoke_invitation({ uid }, ctx) {
    const { role, courses, slots } = await findInvited(ctx.db, ctx.person, uid);
    // The link ends with the row. An undo brings back both.
    await deletePerson(ctx, uid, role);
    // Signed up just before the row was locked.
    if (await hasPassword(ctx.db, uid)) throw fail('conflict');
    return { status: 200, message: 'success', open_courses: courses, open_slots: slots };
  },
};

/** SQL condition: the invitation of the pending person `p` is the caller's to look after. */
const ownInvite = (person: Person) =>
  person.role === 'admin' ? sql`true` : sql`coalesce(${firstInviter} = ${person.id}, false)`;

/** SQL: the courses and weekly slots of the person `p`. */
const duties = sql`
  (
    select count(*)::integer from courses c where c.courseadmin_id = p.id and c.deleted_at is null
  ) as courses,
  (
    select count(*)::integer
    from slot_teachers t
    join class_slots s on s.id = t.slot_id and s.deleted_at is null
    where t.teacher_id = p.id and t.ended_at is null
  ) as slots
`;

const invitedRow = row({
  user_id: int,
  email_id: text,
  role: oneOf(registrationRoles),
  invited_by: text.nullable(),
  sent_at: instant.nullable(),
  expires_at: instant.nullable(),
  state: oneOf(invitationStates),
  mail: oneOf(mailStates).nullable(),
  courses: int,
  slots: int,
});

const listInvited = (db: Db, person: Person): Promise<InvitationRow[]> =>
  many(
    db,
    invitedRow,
    sql`
      select p.id as user_id, p.email_id, p.main_role as role, inviter.fullname as invited_by,
        last.created_at as sent_at, last.expires_at,
        case when coalesce(
          last.expires_at > now() and last.revoked_at is null and last.role = p.main_role
            and exists (select from present_staff by where by.id = last.invited_by)
            and exists (select from present_staff invited where invited.id = p.id),
          false
        ) then 'open' else 'expired' end as state,
        ${shownState} as mail, ${duties}
      from people p
      left join lateral (
        select * from invites i where i.person_id = p.id order by i.id desc limit 1
      ) last on true
      left join people inviter on inviter.id = ${firstInviter}
      left join mails m on m.dedupe_key = 'invite:' || last.id
      where ${isPending} and p.main_role <> 'admin' and p.deleted_at is null and ${ownInvite(person)}
      order by last.id desc nulls last, p.id desc
    `,
  );

const foundRow = row({ email_id: text, role: oneOf(registrationRoles), courses: int, slots: int });

async function findInvited(db: Db, person: Person, uid: number) {
  const invited = await maybeOne(
    db,
    foundRow,
    sql`
      select p.email_id, p.main_role as role, ${duties}
      from present_staff p
      where p.id = ${uid} and ${isPending} and p.main_role <> 'admin' and ${ownInvite(person)}
    `,
  );
  if (invited === null) throw fail('not_found');
  return invited;
}

const hasPassword = (db: Db, uid: number) =>
  exists(db, sql`select from people where id = ${uid} and password_hash is not null`);
