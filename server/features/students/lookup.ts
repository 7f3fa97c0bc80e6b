import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownCourses } from '#server/http/identity/scope.ts';
import type { StudentKey } from './listing.ts';
import { studentKey } from './listing.ts';

/**
 * The keys of the students who are meant, newest first: one per course, or one without a course. A course admin finds
 * their own courses only, and nobody when there are none. An address means everybody behind it.
 */
export const keysOfStudent = (
  db: Db,
  person: Person,
  student: { readonly email: string } | { readonly id: number },
): Promise<StudentKey[]> =>
  many(
    db,
    studentKey,
    sql`
      select e.id as enrolment_id, p.id as student_id
      from people p
      left join (
        enrolments e
        join courses c on c.id = e.course_id and c.deleted_at is null and ${ownCourses(person)}
      ) on e.student_id = p.id and e.ended_on is null
      where ${
        'id' in student
          ? sql`p.id = ${student.id}`
          : sql`p.id in (select b.person_id from people_behind_emails b where b.email = lower(${student.email}))`
      }
        and ${isStudent}
        and (e.id is not null or ${person.role === 'admin'})
      order by e.id desc
    `,
  );
