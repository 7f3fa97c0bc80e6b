import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { rejected } from './results.ts';
import type { Judged } from './results.ts';

const namedCourse = row({ id: int, name: text });
export type NamedCourse = RowOf<typeof namedCourse>;

export const listLivingCourses = (db: Db): Promise<NamedCourse[]> =>
  many(
    db,
    namedCourse,
    sql`
      select c.id, c.course_name as name
      from courses c
      where c.deleted_at is null
      order by c.id
    `,
  );

interface OfCourse {
  readonly course_id?: number | undefined;
  readonly course_name?: string | undefined;
}

/** A name for comparison: spaces, case and forms of letters do not count. */
export const plainName = (name: string) =>
  name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** The course of an item, or the reason why there is none. */
export function courseOf(
  { course_id: id, course_name: name = '' }: OfCourse,
  courses: readonly NamedCourse[],
): NamedCourse | Judged {
  if (id !== undefined) return courses.find((course) => course.id === id) ?? rejected('no_such_course');
  if (plainName(name) === '') return rejected('course_missing');
  const named = courses.filter((course) => plainName(course.name) === plainName(name));
  if (named.length > 1) return rejected('several_courses');
  return named[0] ?? rejected('no_such_course');
}

const studentsByEmailRow = row({ id: int, email: text });

/** Students by their addresses in lower case, without deleted ones. */
export async function studentsByEmail(
  db: Db,
  emails: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await many(
    db,
    studentsByEmailRow,
    sql`
      select p.id, lower(p.email_id) as email
      from people p
      where lower(p.email_id) = any(${emails.map((email) => email.toLowerCase())}::text[])
        and p.main_role = 'student'
        and p.deleted_at is null
    `,
  );
  return new Map(found.map(({ id, email }) => [email, id]));
}

export const unknownStudent = rejected('student_unknown');
