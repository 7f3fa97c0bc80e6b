import { keyed } from '@gurukul/contract/shared/keyed';
import type { PersonField } from '@gurukul/contract/shared/person/person';
import { homeFields, person, personFieldNames } from '@gurukul/contract/shared/person/person';
import type { Sql } from 'sql-template-tag';
import sql, { raw } from 'sql-template-tag';
import { unknownOf } from '#server/db/person.ts';
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

/** What stands there for the own field of a child. */
const insteadOf = {
  guardian: (field: PersonField) => ofGuardian(raw(`g.${field}`)),
  guardian_or_own: (field: PersonField) =>
    sql`coalesce(${ofGuardian(raw(`g.${field}`))}, ${raw(`p.${field}`)})`,
  nothing: unknownOf,
};

const homes: ReadonlySet<string> = new Set(homeFields);
/** Where a colleague lives only account admins see, also of one who studies. */
const ofStudentOnly = (field: PersonField) =>
  sql`case when p.main_role = 'student' then ${raw(`p.${field}`)} else ${unknownOf(field)} end`;

/**
 * What a viewer sees of `people p`. Of a child, a teacher sees the guardian's number and address instead of the child's
 * own, and no birthday and no town. A child without a guardian is often written down with the parents' mailbox, so that
 * one stays.
 */
export function seenBy({ role }: Viewer) {
  const isNarrow = role === 'teacher';
  return {
    ...keyed<Record<PersonField, Sql>>(personFieldNames, (field) => {
      const own = raw(`p.${field}`);
      const { ofChild } = person[field];
      if (role !== 'admin' && homes.has(field)) return ofStudentOnly(field);
      if (!isNarrow || ofChild === 'own') return own;
      return sql`case when ${isChild} then ${insteadOf[ofChild](field)} else ${own} end`;
    }),
    /** The viewer may be told nothing that only the child's own number would tell. */
    hasOwnContacts: isNarrow ? sql`not ${isChild}` : sql`true`,
  };
}

const digits = (of: Sql) => sql`right(regexp_replace(${of}, '\\D', '', 'g'), 9)`;

/** The value is that of a guardian who may not see `people p`: mostly the parent who once signed them up. */
const isOfBarred = (value: Sql, field: 'email_id' | 'phone_number', same: (of: Sql) => Sql) => sql`exists (
  select from guardians g
  join people b on b.id = g.guardian_id and b.deleted_at is null
  where g.student_id = p.id and not g.may_see and ${value} <> '' and ${same(value)} in (
    select ${same(raw(`b.${field}`))}
    union all
    select ${same(sql`c.value`)} from contacts c
    where c.person_id = b.id and c.kind = ${field === 'email_id' ? 'email' : 'phone'}
  )
)`;

/** Where people who look at `people p` write and call: in place of a guardian who may not see, one who may. */
export function reachedBy(viewer: Viewer): Record<'email_id' | 'phone_number', Sql> {
  const seen = seenBy(viewer);
  const reached = (field: 'email_id' | 'phone_number', same: (of: Sql) => Sql) => sql`
    case when ${isOfBarred(seen[field], field, same)} then coalesce(${ofGuardian(raw(`g.${field}`))}, '')
      else ${seen[field]} end
  `;
  return {
    email_id: reached('email_id', (of) => sql`lower(${of})`),
    phone_number: reached('phone_number', digits),
  };
}

/** The guardian to whom the office turns about `people p`, as JSON. */
export const guardianOf = ({ role }: Viewer): Sql =>
  role === 'teacher'
    ? sql`null::json`
    : sql`(
        select json_build_object('fullname', g.fullname, 'email_id', g.email_id, 'phone_number', g.phone_number)
        from guardians r
        join people g on g.id = r.guardian_id and g.deleted_at is null
        where r.student_id = p.id and r.may_see and ${role === 'admin' ? sql`true` : sql`g.main_role = 'guardian'`}
        order by r.pays desc, r.id
        limit 1
      )`;
