import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { payingGuardian } from '#server/db/payer.ts';
import type { Person } from '#server/http/handlers.ts';

/**
 * Who pays for the student `p`, as the row `payer`: the guardian who pays, or else the student. Mails about money go to
 * `email_id`: the payer's address, else the student's.
 */
export const payerOf: Sql = sql`
  lateral (
    select q.id, q.fullname, coalesce(nullif(q.email_id, ''), p.email_id) as email_id,
      q.id <> p.id and q.main_role <> 'guardian' and q.email_id <> '' as is_somebody_else
    from people q
    where q.id = coalesce(${payingGuardian(sql`p.id`)}, p.id)
  )
`;

/** A course admin does not learn the address of a colleague, or of a student of others, by their being a guardian. */
export const shownAddress = ({ role }: Person): Sql =>
  role === 'admin'
    ? sql`payer.email_id`
    : sql`case when payer.is_somebody_else then '' else payer.email_id end`;
