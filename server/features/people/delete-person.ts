import type { RegistrationRole } from '@gurukul/contract/accounts';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { bool, row } from '../../db/columns.ts';
import { maybeOne, run } from '../../db/rows.ts';
import type { Ctx } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { endAccess } from '../accounts/set-password.ts';
import { endCoversOf } from '../cover/answer.ts';

/**
 * Disables the account of a course admin or teacher and ends all of their work in both roles. The past stays. It takes
 * locks in the order of `lock-teachers`, so that nobody gives the person something new meanwhile. A second delete
 * changes nothing. An admin can have none of these roles, so the last admin cannot be deleted here.
 */
export async function deletePerson(ctx: Ctx, personId: number, role: RegistrationRole): Promise<void> {
  const { db: tx, person } = ctx;
  if (personId === person.id) throw fail('not_allowed_to_delete');
  await lockCoursesOf(tx, personId);
  const held = await lockHolder(tx, personId, role);
  if (held === null) throw fail('not_found');
  if (held.is_deleted) return;
  await stayStudent(tx, personId);
  await endWork(tx, personId, person.id);
  await endCoversOf(ctx, personId);
}

/** A colleague who studies too is a student from now on, and is not deleted. */
const stayStudent = (tx: Db, personId: number) =>
  run(
    tx,
    sql`
      update people
      set main_role = 'student', as_role = null, also_studies = false, suspended_at = null, updated_at = now()
      where id = ${personId} and also_studies
    `,
  );

/** Deletes a colleague and ends their access and work in all roles. `by`: null when the portal itself does it. */
export async function endWork(tx: Db, personId: number, by: number | null): Promise<void> {
  await run(
    tx,
    sql`
      update people set deleted_at = now(), updated_at = now() where id = ${personId} and main_role <> 'student'
    `,
  );
  await endAccess(tx, personId);
  await revokeInvitesBy(tx, personId);
  await leaveCourses(tx, personId);
  await endAssignmentsOf(tx, personId);
  await endAssociationsOf(tx, by, personId);
  await leaveCases(tx, personId);
}

export const lockCoursesOf = (tx: Db, courseadminId: number) =>
  run(
    tx,
    sql`
      select c.id
      from courses c
      where c.courseadmin_id = ${courseadminId}
        and c.deleted_at is null
      order by c.id
      for no key update
    `,
  );

const deletedRow = row({ is_deleted: bool });

const lockHolder = (tx: Db, personId: number, role: RegistrationRole) =>
  maybeOne(
    tx,
    deletedRow,
    sql`
      select p.deleted_at is not null as is_deleted
      from people p
      where p.id = ${personId}
        and (p.main_role = ${role} or p.as_role = ${role})
      for no key update
    `,
  );

/** Invitations of this person must be sent again, by somebody who is still here. */
export const revokeInvitesBy = (tx: Db, personId: number) =>
  run(
    tx,
    sql`
      update invites
      set revoked_at = now()
      where invited_by = ${personId}
        and used_at is null
        and revoked_at is null
    `,
  );

/** The courses stay without a course admin. A form that still names the person is refused by the course's version. */
const leaveCourses = (tx: Db, courseadminId: number) =>
  run(
    tx,
    sql`
      update courses
      set courseadmin_id = null,
        version = version + 1,
        updated_at = now()
      where courseadmin_id = ${courseadminId}
        and deleted_at is null
    `,
  );

/** Their open cases wait for another owner. */
const leaveCases = (tx: Db, ownerId: number) =>
  run(
    tx,
    sql`update cases set owner_id = null, version = version + 1 where owner_id = ${ownerId} and state = 'open'`,
  );

const endAssignmentsOf = (tx: Db, teacherId: number) =>
  run(
    tx,
    sql`
      update slot_teachers
      set ended_at = greatest(clock_timestamp(), assigned_at)
      where teacher_id = ${teacherId}
        and ended_at is null
    `,
  );

const endAssociationsOf = (tx: Db, by: number | null, teacherId: number) =>
  run(
    tx,
    sql`
      update course_teachers
      set associated = false,
        associated_by = ${by}::bigint
      where teacher_id = ${teacherId}
        and associated
    `,
  );
