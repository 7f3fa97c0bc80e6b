import { said } from '@gurukul/contract/shared/messages';
import type { accounts, SwitchRole } from '@gurukul/contract/accounts';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import { secondRoles } from '@gurukul/contract/shared/roles';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { oneOf, row } from '../../db/columns.ts';
import { one, run } from '../../db/rows.ts';
import type { Handlers } from '../../http/handlers.ts';
import { fail } from '../../http/problem.ts';

export const heldRoleHandlers: Pick<Required<Handlers<typeof accounts>>, 'switch_role' | 'act_as'> = {
  /** Naming the other role takes it, naming the main role drops the other. This session acts as before. */
  async switch_role({ role }, { db, person }) {
    const { mainRole } = person;
    // The switch belongs to who acts in the main role; from the other one it would cut off its own branch.
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

/** Takes a role away and ends the sessions that act in it; or names the duty that keeps it, and changes nothing. */
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

/** The row that whoever gives him a class or a course takes hold of too: either he has been given it, or he is no more. */
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

/** SQL for the classes or courses that would be left with somebody who may no longer look after them. */
export const dutyOf = (personId: Sql, role: Sql): Sql => sql`
  case
    when ${role} = 'teacher' and exists (
      select from slot_teachers t
      join class_slots s on s.id = t.slot_id and s.deleted_at is null
      join courses c on c.id = t.course_id and c.deleted_at is null
      where t.teacher_id = ${personId} and t.ended_at is null
    ) then 'teaches'
    when ${role} = 'courseadmin' and exists (
      select from courses c where c.courseadmin_id = ${personId} and c.deleted_at is null
    ) then 'runs'
  end
`;

/** Otherwise they would come back to life with the role, if it is taken again. */
const endSessionsActingAs = (db: Db, personId: number, role: PortalRole) =>
  run(db, sql`delete from sessions where person_id = ${personId} and active_role = ${role}`);

const setActiveRole = (db: Db, sessionId: number, role: SwitchRole) =>
  run(db, sql`update sessions set active_role = ${role} where id = ${sessionId}`);
