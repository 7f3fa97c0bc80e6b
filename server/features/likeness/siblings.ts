import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** Two siblings and their parents share an address; an office's address has hundreds behind it. */
const mostOfAFamily = 8;

/** The ids of everybody who shares a guardian or a family's address with the student, the student among them. */
export const siblingsOf = (studentId: number): Sql => sql`
  select o.student_id
  from guardians r
  join guardians o on o.guardian_id = r.guardian_id
  where r.student_id = ${studentId}
  union
  select b.person_id
  from people_behind_emails b
  -- an array, so that each part of the view looks it up in its index
  where b.email = any(array(
    select own.email
    from people_behind_emails own
    where own.person_id = ${studentId}
      and (select count(distinct every.person_id) from people_behind_emails every where every.email = own.email)
        <= ${mostOfAFamily}
  ))
`;
