import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';

/* Who pays for a student: a guardian who pays, or else the student. */

/** The order of guardians `g`, who are the people `y`: those who pay, of them those with a mailbox, then as written. */
export const payersFirst = sql`g.pays desc, y.email_id = '', g.id`;

/** The id of the guardian who pays for the student with this id. Null: the student pays for themselves. */
export const payingGuardian = (studentId: Sql): Sql => sql`(
  select y.id
  from guardians g
  join people y on y.id = g.guardian_id and y.deleted_at is null
  where g.student_id = ${studentId} and g.pays
  order by ${payersFirst}
  limit 1
)`;
