import type { AboutStudent } from '@gurukul/contract/shared/person/about-person';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, int, row, text } from '#server/db/columns.ts';
import { many, maybeOne } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownStudents } from '#server/http/identity/scope.ts';
import { printOf } from '#server/http/requests/version.ts';
import { siblingsOf } from '../likeness/siblings.ts';
import { listContacts } from './contacts.ts';
import { personColumnsFor, personRow, shownPerson } from './written-person.ts';

/** Everything about a student that the office writes down. */

const guardianRow = row({
  guardian_id: int,
  name: text,
  relation: text,
  email_id: text,
  phone_number: text.nullable(),
  may_see: bool,
  pays: bool,
  is_only_guardian: bool,
});
export type StoredGuardian = RowOf<typeof guardianRow>;

const siblingRow = row({ user_id: int, fullname: text, dob: date.nullable() });

export const listGuardians = (db: Db, studentId: number): Promise<StoredGuardian[]> =>
  many(
    db,
    guardianRow,
    sql`
      select g.id as guardian_id, g.fullname as name, r.relation, g.email_id, g.phone_number, r.may_see, r.pays,
        g.main_role = 'guardian' as is_only_guardian
      from guardians r
      join people g on g.id = r.guardian_id and g.deleted_at is null
      where r.student_id = ${studentId}
      order by r.id
    `,
  );

const listSiblings = (db: Db, person: Person, studentId: number) =>
  many(
    db,
    siblingRow,
    sql`
      select p.id as user_id, p.fullname, p.dob
      from people p
      where p.id in (${siblingsOf(studentId)})
        and p.id <> ${studentId}
        and ${isStudent}
        and ${ownStudents(person)}
      order by p.dob nulls last, p.id
    `,
  );

/** Throws `not_found` for a student out of reach. `lock`: until the transaction ends. */
export async function readAbout(
  db: Db,
  person: Person,
  studentId: number,
  { lock = false } = {},
): Promise<AboutStudent> {
  const found = await maybeOne(
    db,
    personRow,
    sql`
      select ${personColumnsFor(person)}
      from people p
      where p.id = ${studentId} and ${isStudent} and ${ownStudents(person)}
      ${lock ? sql`for no key update of p` : sql``}
    `,
  );
  if (found === null) throw fail('not_found');
  const contacts = await listContacts(db, studentId);
  const stored = await listGuardians(db, studentId);
  const about = {
    ...shownPerson(found),
    contacts,
    guardians: stored.map(({ is_only_guardian: rename, ...guardian }) => {
      // A course admin does not learn how to reach colleagues and students of others by their being guardians.
      const isShown = person.role === 'admin' || rename;
      return {
        ...guardian,
        email_id: isShown ? guardian.email_id : '',
        phone_number: isShown ? (guardian.phone_number ?? '') : '',
        can: { rename },
      };
    }),
  };
  const version = printOf(JSON.stringify([found, contacts, stored]));
  return { ...about, version, siblings: await listSiblings(db, person, studentId) };
}
