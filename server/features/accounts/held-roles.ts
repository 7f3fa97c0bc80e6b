import { said } from '@gurukul/contract/shared/words/messages';
import type { accounts, SwitchRole } from '@gurukul/contract/accounts';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { secondRoles } from '@gurukul/contract/shared/calls/roles';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { oneOf, row } from '../../db/columns.ts';
import { one, run } from '../../db/rows.ts';
import type { Handlers } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';

export const heldRoleHandlers: Pick<Handlers<typeof accounts>, 'switch_role' | 'act_as'> = {
  /** Takes the other role when it is named, and drops it when the main role is named. The session acts as before. */
  async switch_role({ role }, { db, person }) {
    const { mainRole } = person;
    // Only a session in the main role may switch. In the other role it would remove the role it acts in.
    if (person.role !== mainRole) throw fail('not_allowed');
    const other = secondRoles[mainRole];
    if (role === other) {
      await setSecondRole(db, person.id, other);
      return { status: 200, message: 'success' };
    }
    if (role !== mainRole || other === undefined) throw fail('not_allowed');

    const duty = await dropSecondRole(db, person.id, other);
    return { status: 200, ...(duty === null ? { message: 'success' } : said(dutyCodes[duty])) };
  },

  async act_as({ role }, { db, person }) {
    if (role !== person.mainRole && role !== person.asRole) throw fail('not_allowed');
    await setActiveRole(db, person.sessionId, role);
    return { status: 200, message: 'success', role, mainrole: person.mainRole };
  },
};

const dutyCodes = { teaches: 'you_teach', runs: 'you_run_course' } as const;

const dutyRow = row({ duty: oneOf(['teaches', 'runs']).nullable() });

/**
 * Removes a second role and ends the sessions that act in it. Returns the duty that prevents this, in which case
 * nothing changes.
 */
export async function dropSecondRole(db: Db, personId: number, role: PortalRole): Promise<Duty | null> {
  await lockPerson(db, personId);
  const { duty } = await one(
    db,
    dutyRow,
    sql`select ${dutyOf(sql`${personId}::bigint`, sql`${role}::text`)} as duty`,
  );
  if (duty !== null) return duty;
  await setSecondRole(db, personId, null);
  await endSessionsActingAs(db, personId, role);
  return null;
}

/** Locks the person's row. Giving somebody a class or a course locks the same row, so the two cannot overlap. */
const lockPerson = (db: Db, personId: number) =>
  run(db, sql`select id from people where id = ${personId} for update`);

const setSecondRole = (db: Db, personId: number, role: PortalRole | null) =>
  run(
    db,
    sql`
      update people set as_role = ${role}, updated_at = now()
      where id = ${personId} and as_role is distinct from ${role}
    `,
  );

export type Duty = 'teaches' | 'runs';

/** SQL for the classes or courses whose teacher or course admin would no longer have the role. */
export const dutyOf = (personId: Sql, role: Sql): Sql => sql`
  case
    when ${role} = 'teacher' and exists (
      select from slot_teachers t
      join class_slots s on s.id = t.slot_id and s.deleted_at is null
      join courses c on c.id = t.course_id and c.deleted_at is null
      where t.teacher_id = ${personId} and t.ended_at is null
    ) or ${role} = 'teacher' and exists (
      select from meetings m
      where m.teacher_id = ${personId} and coalesce(m.held_on, m.on_date) >= current_date
    ) then 'teaches'
    when ${role} = 'courseadmin' and exists (
      select from courses c where c.courseadmin_id = ${personId} and c.deleted_at is null
    ) then 'runs'
  end
`;

/** Otherwise these sessions would work again if the role were taken again. */
const endSessionsActingAs = (db: Db, personId: number, role: PortalRole) =>
  run(db, sql`delete from sessions where person_id = ${personId} and active_role = ${role}`);

const setActiveRole = (db: Db, sessionId: number, role: SwitchRole) =>
  run(db, sql`update sessions set active_role = ${role} where id = ${sessionId}`);
