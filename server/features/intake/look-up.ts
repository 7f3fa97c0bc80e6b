import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { plainName } from '#server/plain-name.ts';
import { fit, nameOf } from '../likeness/names.ts';
import type { Name } from '../likeness/names.ts';
import { findPeople, findPeopleByRef } from '../student-import/queries.ts';
import { distinct } from '../student-import/save-students.ts';
import { rejected } from './results.ts';
import type { ItemResult } from './results.ts';

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

/** The course of an item, or the reason why there is none. */
export function courseOf(
  { course_id: id, course_name: name = '' }: OfCourse,
  courses: readonly NamedCourse[],
): NamedCourse | ItemResult {
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

const guardianRow = row({ student_id: int, fullname: text });

/** The names of the guardians of these students, by student. */
async function guardiansOf(
  db: Db,
  studentIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Name[]>> {
  if (studentIds.length === 0) return new Map();
  const found = await many(
    db,
    guardianRow,
    sql`
      select r.student_id, g.fullname
      from guardians r
      join people g on g.id = r.guardian_id and g.deleted_at is null
      where r.student_id = any(${studentIds}::bigint[])
    `,
  );
  const byStudent = Map.groupBy(found, ({ student_id: id }) => id);
  return new Map([...byStudent].map(([id, all]) => [id, all.map(({ fullname }) => nameOf(fullname))]));
}

/**
 * The students of items, in their order: an id, or the reason why there is none. The site's own number says who is
 * meant. Else a name does, if the item has one: the student's, also with a typing mistake where nobody else has the
 * address, or the name of a guardian of only one of them. Nothing is done to another name than the one written.
 */
export async function studentsOf(db: Db, items: readonly OfStudent[]): Promise<(number | ItemResult)[]> {
  const people = await findPeople(db, distinct(items.map((item) => item.email_id.toLowerCase())));
  const behind = Map.groupBy(
    people.filter(({ role }) => role === 'student'),
    ({ email }) => email,
  );
  const refs = distinct(items.flatMap((item) => item.person_ref ?? []));
  const numbered = refs.length === 0 ? [] : await findPeopleByRef(db, refs);
  const byRef = new Map(numbered.map((person) => [person.site_ref, person.id]));

  const paid = items.filter(({ full_name: fullname = '' }) => fullname !== '');
  const payable = paid.flatMap(({ email_id: email }) => behind.get(email.toLowerCase()) ?? []);
  const guardians = await guardiansOf(db, distinct(payable.map(({ id }) => id)));

  return items.map(({ email_id: email, person_ref: ref, full_name: fullname = '' }) => {
    const known = ref === undefined ? undefined : byRef.get(ref);
    if (known !== undefined) return known;
    const all = behind.get(email.toLowerCase()) ?? [];
    const name = nameOf(fullname);
    const isAlone = ref === undefined && all.length <= 1;
    if (isAlone && (all.length === 0 || name.joined === '')) return all[0]?.id ?? unknownStudent;
    // Somebody with another number of the site is not meant.
    const named = all.filter(
      (each) =>
        (ref === undefined || each.site_ref === null) &&
        [each.fullname, ...each.other_names]
          .map((text) => fit(nameOf(text), name))
          .some((fits) => (isAlone ? fits !== null : fits === 'same')),
    );
    if (ref !== undefined) return named.length === 1 ? named[0]!.id : rejected('person_ref_unknown');
    const children = all.filter(({ id }) => guardians.get(id)?.some((each) => fit(each, name) === 'same'));
    // A student who is a guardian too may pay for themselves or for a child.
    const meant = distinct([...named, ...children].map(({ id }) => id));
    if (meant.length === 1) return meant[0]!;
    return rejected(isAlone ? 'payment_of_another_name' : 'several_students');
  });
}

export const unknownStudent = rejected('student_unknown');
