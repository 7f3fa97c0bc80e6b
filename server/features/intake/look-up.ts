import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { fit, nameOf } from '../likeness/names.ts';
import { findPeople, findPeopleByRef } from '../student-import/queries.ts';
import { distinct } from '../student-import/save-students.ts';
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

interface OfStudent {
  readonly email_id: string;
  readonly person_ref?: string | undefined;
  /** Of a payment: the payer's. */
  readonly full_name?: string | undefined;
}

/**
 * The students of items, in their order: an id, or the reason why there is none. The site's own number says who is
 * meant. Without it several students behind an address are told apart by a name, if the item has one.
 */
export async function studentsOf(db: Db, items: readonly OfStudent[]): Promise<(number | Judged)[]> {
  const people = await findPeople(db, distinct(items.map((item) => item.email_id.toLowerCase())));
  const behind = Map.groupBy(
    people.filter(({ role }) => role === 'student'),
    ({ email }) => email,
  );
  const refs = distinct(items.flatMap((item) => item.person_ref ?? []));
  const numbered = refs.length === 0 ? [] : await findPeopleByRef(db, refs);
  const byRef = new Map(numbered.map((person) => [person.site_ref, person.id]));

  return items.map(({ email_id: email, person_ref: ref, full_name: fullname = '' }) => {
    const known = ref === undefined ? undefined : byRef.get(ref);
    if (known !== undefined) return known;
    const all = behind.get(email.toLowerCase()) ?? [];
    if (ref === undefined && all.length <= 1) return all[0]?.id ?? unknownStudent;
    const name = nameOf(fullname);
    // Somebody with another number of the site is not meant.
    const named = all.filter(
      (each) =>
        (ref === undefined || each.site_ref === null) &&
        [each.fullname, ...each.other_names].some((text) => fit(nameOf(text), name) === 'same'),
    );
    if (named.length === 1) return named[0]!.id;
    return rejected(ref === undefined ? 'several_students' : 'person_ref_unknown');
  });
}

export const unknownStudent = rejected('student_unknown');
