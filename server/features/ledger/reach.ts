import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownCourses } from '#server/http/identity/scope.ts';

const studentRow = row({ id: int, fullname: text });

/** Was, or is, in one of the caller's own courses: somebody who left may still owe. */
const wasInOwnCourse = (person: Person): Sql => sql`exists (
  select from enrolments e
  join courses c on c.id = e.course_id and c.deleted_at is null
  where e.student_id = p.id and ${ownCourses(person)}
)`;

/** Throws not_found for a student of whom the caller reaches no ledger. */
export async function studentInReach(db: Db, person: Person, studentId: number) {
  const student = await maybeOne(
    db,
    studentRow,
    sql`
      select p.id, p.fullname
      from people p
      where p.id = ${studentId} and ${isStudent}
        and ${person.role === 'admin' ? sql`true` : wasInOwnCourse(person)}
    `,
  );
  if (student === null) throw fail('not_found');
  return student;
}

/** Locks the courses of some ledgers by id, and then their students: the order in which all code locks them. */
export async function lockLedgers(
  tx: Db,
  person: Person,
  of: readonly { readonly user_id?: number; readonly course_id: number }[],
): Promise<void> {
  const courses = [...new Set(of.map(({ course_id: course }) => course))];
  const students = [...new Set(of.flatMap(({ user_id: student }) => student ?? []))];
  const found = await many(
    tx,
    row({ id: int }),
    sql`
      select c.id from courses c
      where c.id = any(${courses}::bigint[]) and c.deleted_at is null and ${ownCourses(person)}
      order by c.id
      for no key update
    `,
  );
  if (found.length < courses.length) throw fail('not_found');
  const people = await many(
    tx,
    row({ id: int }),
    sql`
      select p.id from people p
      where p.id = any(${students}::bigint[]) and ${isStudent}
      order by p.id
      for no key update
    `,
  );
  if (people.length < students.length) throw fail('not_found');
}

const pair = row({ id: int, student_id: int, course_id: int });

/** The charge in one of the caller's own courses. */
export async function chargeInReach(db: Db, person: Person, chargeId: number): Promise<RowOf<typeof pair>> {
  const found = await maybeOne(
    db,
    pair,
    sql`
      select h.id, h.student_id, h.course_id
      from charges h
      join courses c on c.id = h.course_id and c.deleted_at is null
      where h.id = ${chargeId} and ${ownCourses(person)}
    `,
  );
  if (found === null) throw fail('not_found');
  return found;
}
