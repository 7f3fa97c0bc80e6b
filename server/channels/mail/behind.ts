import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { payersFirst, payingGuardian } from '#server/db/payer.ts';
import { isStudent, studies } from '#server/db/student.ts';

/** An address that more students have proved as their own is an office's or a placeholder, and nobody's own. */
export const mostAtOneAddress = 8;

/** Condition on `mailboxes m`: its holder has proved it, and the day in which it can be refused is over. */
export const counts = sql`(
  m.proved_at is not null and m.counts_from <= now() and (m.left_at is null or m.left_at > now() - interval '1 day')
)`;

/** The ids of living people for whom a mailbox counts. */
const proved = (mailbox: Sql): Sql => sql`
  select q.id
  from mailboxes m
  join people q on q.id = m.person_id and q.deleted_at is null
  where m.mailbox = ${mailbox} and ${counts}`;

/** The ids of living people with whom the address is written, proved or not. */
export const namedWith = (mailbox: Sql): Sql => sql`
  select q.id from people q where lower(q.email_id) = ${mailbox} and q.email_id <> '' and q.deleted_at is null
  union
  select c.person_id from contacts c
  join people q on q.id = c.person_id and q.deleted_at is null
  where c.kind = 'email' and lower(c.value) = ${mailbox}`;

const studentsOf = (mailbox: Sql, readers: Sql, mostOwn: number | null): Sql => sql`
  select p.id as student_id, coalesce(by.guardian_id, p.id) as reader_id,
    coalesce(by.pays, ${payingGuardian(sql`p.id`)} is null) as pays
  from (
    select box.ids, box.named, own.ids as own
    from (select array(${readers}) as ids, array(${namedWith(mailbox)}) as named) box
    cross join lateral (
      select array(select s.id from people s where s.id = any(box.ids) and ${studies('s')}) as ids
    ) own
  ) reader
  join people p on ${isStudent} and p.id = any(array(
    select unnest(case when ${mostOwn === null} or cardinality(reader.own) <= ${mostOwn}::integer then reader.own else '{}' end)
    union
    select g.student_id from guardians g where g.guardian_id = any(reader.ids) and g.may_see
  ))
  left join lateral (
    select g.guardian_id, g.pays
    from guardians g
    join people y on y.id = g.guardian_id
    where g.student_id = p.id and g.guardian_id = any(reader.ids) and g.may_see
    order by ${payersFirst}
    limit 1
  ) by on true
  where not exists (
    select from guardians barred
    where barred.student_id = p.id and barred.guardian_id = any(reader.ids || reader.named) and not barred.may_see
  )`;

/**
 * The students whom the reader of a mailbox (in lower case) may see: `student_id`, with `reader_id`, the guardian whose
 * mailbox it is, or the student; and `pays`, that they pay for the student. Only people count who have the mailbox as a
 * proved one. An address of a guardian who may not see the student shows nothing of them, also where others have it.
 */
export const studentsBehind = (mailbox: Sql): Sql => studentsOf(mailbox, proved(mailbox), mostAtOneAddress);

/** The students whom the reader might see once they have proved the mailbox for all who are written with it. */
export const studentsNamedWith = (mailbox: Sql): Sql => studentsOf(mailbox, namedWith(mailbox), null);
