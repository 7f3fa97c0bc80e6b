import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { row, text } from '#server/db/columns.ts';
import { payingGuardian } from '#server/db/payer.ts';
import { one } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';

const payerRow = row({ full_name: text, email_id: text, phone_number: text });

/**
 * The guardian who pays, else the student. A course admin does not learn how to reach a guardian who is a
 * colleague or another's student.
 */
export const payerOf = (db: Db, person: Person, studentId: number): Promise<RowOf<typeof payerRow>> =>
  one(
    db,
    payerRow,
    sql`
      select payer.fullname as full_name,
        case when payer.is_shown then payer.email_id else '' end as email_id,
        case when payer.is_shown then coalesce(payer.phone_number, '') else '' end as phone_number
      from (
        select q.*, ${person.role === 'admin'} or q.main_role = 'guardian' or q.id = ${studentId} as is_shown
        from people q
        where q.id = coalesce(${payingGuardian(sql`${studentId}`)}, ${studentId})
      ) payer
    `,
  );
