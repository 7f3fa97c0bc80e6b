import sql from 'sql-template-tag';
import { bool, instant, int, list, object, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';

const found = row({
  user_id: int,
  fullname: text,
  image: text,
  is_account: bool,
  is_admin: bool,
  is_deleted: bool,
  erased_at: instant.nullable(),
  ids: list(int),
  emails: list(text),
  guardians: list(object({ user_id: int, fullname: text })),
});
export type FoundPerson = RowOf<typeof found>;

/**
 * People who are nothing but guardians, no guests of events, and of nobody outside the rows `same (id)`. Also those who were their guardians
 * before, as the trail has it, and are nobody's now.
 */
const guardiansOfThemAlone = sql`
  select p.id
  from people p
  where p.main_role = 'guardian' and p.erased_at is null and p.merged_into is null
    and p.id in (
      select g.guardian_id from guardians g where g.student_id in (select s.id from same s)
      union
      select coalesce(e.before ->> 'guardian_id', e.after ->> 'guardian_id')::bigint
      from audit_entries e
      where e.table_name = 'guardians' and e.about_person_id in (select s.id from same s)
    )
    and not exists (
      select from guardians g where g.guardian_id = p.id and g.student_id not in (select s.id from same s)
    )
    and not exists (select from event_registrations r where r.student_id = p.id and r.removed_at is null)
`;

interface Whose {
  /** Nobody but these, each of them also when merged into somebody else. */
  readonly only?: readonly number[];
  /** With the guardians who are nobody else's. */
  readonly withGuardians?: boolean;
}

/**
 * A person with those who were merged into them, and the addresses that are theirs alone: an address that somebody else
 * uses too belongs to them as well. Throws `not_found`, also for somebody who was merged into another person.
 */
export async function findPerson(
  db: Db,
  id: number,
  { only, withGuardians = false }: Whose = {},
): Promise<FoundPerson> {
  const isMeant = only === undefined ? sql`p.merged_into is null` : sql`true`;
  const isTheirs = only === undefined ? sql`true` : sql`p.id = any(${[...only]}::bigint[])`;
  const person = await maybeOne(
    db,
    found,
    sql`
      with recursive same (id) as (
        select p.id from people p where p.id = ${id} and ${isMeant}
        union
        select p.id from people p join same s on p.merged_into = s.id and ${isTheirs}
      ),
      guardian (id) as (
        select p.id from people p
        where ${withGuardians} and ${isTheirs} and p.id in (${guardiansOfThemAlone})
        union
        select p.id from people p join guardian g on p.merged_into = g.id and ${isTheirs}
      ),
      whole (id) as (
        select s.id from same s
        union
        select g.id from guardian g
      ),
      own (email) as (
        select lower(p.email_id) from people p where p.id in (select s.id from whole s) and p.email_id <> ''
        union
        select lower(c.value) from contacts c where c.person_id in (select s.id from whole s) and c.kind = 'email'
      ),
      alone (email) as (
        select o.email from own o
        where not exists (
          select from people p
          where lower(p.email_id) = o.email and p.deleted_at is null and p.id not in (select s.id from whole s)
        ) and not exists (
          select from contacts c
          join people p on p.id = c.person_id and p.deleted_at is null
          where c.kind = 'email' and lower(c.value) = o.email and p.id not in (select s.id from whole s)
        )
      )
      select p.id as user_id, p.fullname, p.image, p.main_role not in ('student', 'guardian') as is_account,
        p.main_role = 'admin' as is_admin,
        p.deleted_at is not null as is_deleted, p.erased_at,
        array(select s.id from whole s order by s.id) as ids,
        array(select a.email from alone a order by a.email) as emails,
        array(
          select json_build_object('user_id', w.id, 'fullname', w.fullname)
          from people w join guardian g on g.id = w.id
          order by w.id
        ) as guardians
      from people p
      where p.id = ${id} and ${isMeant}
    `,
  );
  if (person === null) throw fail('not_found');
  return person;
}
