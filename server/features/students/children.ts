import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import type { Person } from '#server/http/handlers.ts';

type Viewer = Pick<Person, 'role'>;

/** Condition on `people p`: under 18, as far as anybody said. */
const isChild = sql`(p.dob is not null and p.dob > (today_in_kolkata() - interval '18 years')::date)`;

/** Of the first guardian who may see the student and has one. */
const ofGuardian = (column: Sql) => sql`(
  select ${column} from guardians r
  join people g on g.id = r.guardian_id and g.deleted_at is null
  where r.student_id = p.id and r.may_see and ${column} <> ''
  order by r.id
  limit 1
)`;

/**
 * What a viewer sees of `people p`. Of a child, a teacher sees the guardian's number and address instead of the child's
 * own, and no birthday and no town. A child without a guardian is often written down with the parents' mailbox, so that
 * one stays.
 */
export function seenBy({ role }: Viewer) {
  const isNarrow = role === 'teacher';
  const unlessChild = (seen: Sql, instead: Sql) =>
    isNarrow ? sql`case when ${isChild} then ${instead} else ${seen} end` : seen;
  return {
    email_id: unlessChild(sql`p.email_id`, sql`coalesce(${ofGuardian(sql`g.email_id`)}, p.email_id)`),
    phone_number: unlessChild(sql`p.phone_number`, ofGuardian(sql`g.phone_number`)),
    dob: unlessChild(sql`p.dob`, sql`null`),
    city: unlessChild(sql`p.city`, sql`''`),
    state: unlessChild(sql`p.state`, sql`''`),
    /** The viewer may be told nothing that only the child's own number would tell. */
    hasOwnContacts: isNarrow ? sql`not ${isChild}` : sql`true`,
  };
}
