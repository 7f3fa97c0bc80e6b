import type { SecondRole } from '@gurukul/contract/access';
import { portalRoles, roles } from '@gurukul/contract/shared/calls/roles';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { instant, int, oneOf, row, text } from '#server/db/columns.ts';
import { many, maybeOne } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';
import { dropSecondRole, dutyOf } from '../accounts/held-roles.ts';

const secondRolesRow = row({
  user_id: int,
  fullname: text,
  email_id: text,
  main_role: oneOf(roles),
  second_role: oneOf(roles),
  taken_at: instant.nullable(),
  taken_by: text.nullable(),
  duty: oneOf(['teaches', 'runs']).nullable(),
});

/** People with a second role, the latest first. Time and author come from the audit trail. */
export async function listSecondRoles(db: Db): Promise<SecondRole[]> {
  const rows = await many(
    db,
    secondRolesRow,
    sql`
      select
        p.id as user_id, p.fullname, p.email_id, p.main_role, p.as_role as second_role, taken.at as taken_at,
        taken.by as taken_by, ${dutyOf(sql`p.id`, sql`p.as_role`)} as duty
      from people p
      left join lateral (
        select e.at, by.fullname as by
        from audit_entries e
        left join people by on by.id = e.person_id
        where e.table_name = 'people'
          and e.row_id = p.id::text
          and e.after ->> 'as_role' = p.as_role
        order by e.at desc
        limit 1
      ) taken on true
      where p.as_role is not null
        and p.deleted_at is null
      order by taken.at desc nulls last, lower(p.fullname), p.id
    `,
  );
  return rows.map((row) => ({ ...row, can: { take_back: row.duty === null } }));
}

const dutyCodes = { teaches: 'person_teaches', runs: 'person_runs_course' } as const;

const asRoleRow = row({ as_role: oneOf(portalRoles).nullable() });

/** Ends a second role as the person could. A duty of the person prevents it. */
export async function takeBackRole(db: Db, personId: number): Promise<void> {
  const holder = await maybeOne(
    db,
    asRoleRow,
    sql`
      select p.as_role
      from people p
      where p.id = ${personId} and p.deleted_at is null and p.main_role <> 'student'
      for update
    `,
  );
  if (holder === null) throw fail('not_found');
  if (holder.as_role === null) throw fail('no_second_role');
  const duty = await dropSecondRole(db, personId, holder.as_role);
  if (duty !== null) throw fail(dutyCodes[duty]);
}
