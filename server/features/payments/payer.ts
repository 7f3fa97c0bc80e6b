import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { row, text } from '#server/db/columns.ts';
import { one } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';

const payerRow = row({ full_name: text, email_id: text, phone_number: text });

/**
 * The first guardian who pays, else the student. A course admin does not learn how to reach a guardian who is a
 * colleague or another's student.
 */
export const payerOf = (db: Db, person: Person, studentId: number): Promise<RowOf<typeof payerRow>> =>
  one(
    db,
    payerRow,
    sql`
      select y.fullname as full_name,
        case when y.is_shown then y.email_id else '' end as email_id,
        case when y.is_shown then coalesce(y.phone_number, '') else '' end as phone_number
      from (
        select g.fullname, g.email_id, g.phone_number,
          ${person.role === 'admin'} or g.main_role = 'guardian' as is_shown, 0 as rank, r.id
        from guardians r
        join people g on g.id = r.guardian_id and g.deleted_at is null
        where r.student_id = ${studentId} and r.pays
        union all
        select p.fullname, p.email_id, p.phone_number, true, 1, 0
        from people p
        where p.id = ${studentId}
      ) y
      order by y.rank, y.id
      limit 1
    `,
  );
