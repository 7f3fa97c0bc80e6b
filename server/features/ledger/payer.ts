import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Person } from '#server/http/handlers.ts';

/**
 * Who pays for the student `p`, as the row `payer`: the guardian who pays, or else the student. Mails about money go to
 * `email_id`: the payer's address, else the student's.
 */
export const payerOf: Sql = sql`
  lateral (
    select coalesce(g.id, p.id) as id, coalesce(g.fullname, p.fullname) as fullname,
      coalesce(nullif(g.email_id, ''), p.email_id) as email_id,
      g.id is not null and g.main_role <> 'guardian' and g.email_id <> '' as is_somebody_else
    from (select) one
    left join lateral (
      select g.id, g.fullname, g.email_id, g.main_role
      from guardians r
      join people g on g.id = r.guardian_id and g.deleted_at is null
      where r.student_id = p.id and r.pays
      order by g.email_id = '', r.id
      limit 1
    ) g on true
  )
`;

/** A course admin does not learn the address of a colleague, or of a student of others, by their being a guardian. */
export const shownAddress = ({ role }: Person): Sql =>
  role === 'admin'
    ? sql`payer.email_id`
    : sql`case when payer.is_somebody_else then '' else payer.email_id end`;
