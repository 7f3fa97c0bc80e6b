import type { CourseStatusFilter, OfficeFilters, StudentSort } from '@gurukul/contract/students';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { allOf } from '#server/db/all-of.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, row } from '#server/db/columns.ts';
import { isNamed, likeText } from '#server/db/like.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import { isFiltered, ofAnswers, ofConsents, ofEnrolments, ofPeople } from './filters.ts';

/** Which rows a list of students contains, in which order: only their keys. The data of a page is read by them. */

/** A student in a course. Without an enrolment, a student in no course. */
export const studentKey = row({ enrolment_id: int.nullable(), student_id: int });
export type StudentKey = RowOf<typeof studentKey>;

/** Each student once. */
export const studentsIn = (keys: readonly StudentKey[]): number[] => [
  ...new Set(keys.map(({ student_id: student }) => student)),
];

export interface Listing {
  /** The course admin whose courses count; null means every course. */
  readonly courseadminId: number | null;
  /** Includes students who are in no course, unless a filter is about courses. */
  readonly withAlone: boolean;
  readonly course_status: CourseStatusFilter;
  readonly search: string;
  readonly filters: OfficeFilters;
  readonly sort: StudentSort | `-${StudentSort}` | '';
  /** Only rows of these students. */
  readonly students?: readonly number[] | undefined;
}

/** Without a size, the whole list. */
export interface Part {
  readonly offset: number;
  readonly size: number | null;
}

export const wholeList: Part = { offset: 0, size: null };

const ofEnrolment = raw('e.id, e.course_id, e.class_id, e.payment_status, e.registration_status, e.answers');

/**
 * What a search finds: students by an index, with their enrolments, and the enrolments in courses and classes of that
 * name. A text of one or two letters reads everybody.
 */
const found = (search: string) => sql`
  found as materialized (
    select p.id as student_id, ${ofEnrolment}
    from people p
    left join enrolments e on e.student_id = p.id and e.ended_on is null
    where ${isStudent} and ${isNamed(search)}
    union
    select e.student_id, ${ofEnrolment}
    from courses c
    join enrolments e on e.course_id = c.id and e.ended_on is null
    where lower(c.course_name) like ${likeText(search)}
    union
    select e.student_id, ${ofEnrolment}
    from classes k
    join enrolments e on e.class_id = k.id and e.ended_on is null
    where k.deleted_at is null and lower(k.class_name) like ${likeText(search)}
  )
`;

/** An order of its own index each. The id decides between equal names. */
const orders: Readonly<Record<StudentSort, readonly string[]>> = {
  fullname: ['p.fullname collate natural_order', 'p.id'],
  email_id: ['lower(p.email_id)', 'p.id'],
  register_at: ['p.registered_at', 'p.id'],
  course_name: ['lower(c.course_name)', 'c.id'],
};

function readSort(sort: Listing['sort']): { readonly keys: readonly string[]; readonly isDown: boolean } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `sort` says so
  const column = sort.replace('-', '') as StudentSort | '';
  return { keys: column === '' ? [] : orders[column], isDown: sort.startsWith('-') };
}

/** Students without a course come last, in either direction. */
function orderOf({ sort }: Listing, withAlone: boolean): Sql {
  const { keys, isDown } = readSort(sort);
  const last = withAlone ? ' nulls last' : '';
  const down = ` desc${keys.includes('c.id') ? last : ''}`;
  return raw(
    [...keys.map((key) => (isDown ? key + down : key)), `e.id desc${last}`, 'student_id desc'].join(),
  );
}

/** True for all rows. Such a condition lets PostgreSQL begin with the table of the order and read its index. */
function certainOf({ sort }: Listing, withAlone: boolean): Sql[] {
  const { keys } = readSort(sort);
  if (keys.includes('p.id')) return [isStudent];
  return keys.includes('c.id') && !withAlone ? [sql`c.id is not null`] : [];
}

/** The tables of a list: enrolment `e`, its student `p`, and the id of the student. */
function sourceOf(isFound: boolean, withAlone: boolean) {
  if (isFound) {
    return { from: sql`found e left join people p on p.id = e.student_id`, student: sql`e.student_id` };
  }
  return withAlone
    ? {
        from: sql`people p left join enrolments e on e.student_id = p.id and e.ended_on is null`,
        student: sql`p.id`,
        where: [isStudent],
      }
    : {
        from: sql`enrolments e left join people p on p.id = e.student_id`,
        student: sql`e.student_id`,
        where: [sql`e.ended_on is null`],
      };
}

/**
 * The rows of a list, as `from` and `where`. PostgreSQL leaves out a joined table that nothing uses. Triggers end the
 * enrolments of deleted students and courses.
 */
function rowsOf(listing: Listing, withAlone: boolean, certain: readonly Sql[] = []) {
  const { courseadminId, course_status, search, filters, students } = listing;
  const { from, student, where = [] } = sourceOf(search !== '', withAlone);
  const conditions = [
    ...where,
    !withAlone && sql`e.id is not null`,
    ...certain,
    students !== undefined && sql`${student} = any(${students}::bigint[])`,
    courseadminId !== null && sql`c.courseadmin_id = ${courseadminId}`,
    // Published courses are active. Every other course, or none at all, is inactive.
    course_status === 'active' && sql`c.status = 'published'`,
    course_status === 'inactive' && sql`c.status is distinct from 'published'`,
    ...ofEnrolments(filters),
    ...ofPeople(filters),
    ...ofAnswers(filters),
    ...ofConsents(filters),
  ].filter((condition) => condition !== false);
  return {
    student,
    rows: sql`
      from ${from}
      left join courses c on c.id = e.course_id and c.deleted_at is null
      where ${allOf(conditions)}
    `,
  };
}

/**
 * The number of rows when every student is listed: each one once, and once more for each further course. It takes a
 * third of the work of joining all of them.
 */
const everyRow = sql`
  (select count(*) from people p where ${isStudent})
    + (select count(*) - count(distinct e.student_id) from enrolments e where e.ended_on is null)
`;

const isEverybody = ({ courseadminId, withAlone, course_status, search, filters, students }: Listing) =>
  courseadminId === null &&
  withAlone &&
  course_status === 'all' &&
  search === '' &&
  !isFiltered(filters) &&
  students === undefined;

/** The number of rows of whole courses, whose sizes are kept. */
const countInCourses = ({ courseadminId, course_status }: Listing) => sql`
  (
    select coalesce(sum(z.enrolments), 0)::bigint
    from course_sizes z
    join courses c on c.id = z.course_id and c.deleted_at is null
    where ${allOf([
      ...(courseadminId === null ? [] : [sql`c.courseadmin_id = ${courseadminId}`]),
      ...(course_status === 'active' ? [sql`c.status = 'published'`] : []),
      ...(course_status === 'inactive' ? [sql`c.status is distinct from 'published'`] : []),
    ])}
  )
`;

const isOfCourses = ({ courseadminId, course_status, search, filters, students }: Listing) =>
  (courseadminId !== null || course_status === 'active') &&
  search === '' &&
  !isFiltered(filters) &&
  students === undefined;

function countOf(listing: Listing, hasAlone: boolean): Sql {
  if (isEverybody(listing)) return everyRow;
  return isOfCourses(listing)
    ? countInCourses(listing)
    : sql`(select count(*) ${rowsOf(listing, hasAlone).rows})`;
}

const keyRow = row({ ...studentKey.shape, total: int });

export interface Keys {
  readonly keys: readonly StudentKey[];
  readonly total: number;
}

/** The keys of a part of the list, and the number of all rows. */
export async function keysOfPage(db: Db, listing: Listing, { offset, size }: Part): Promise<Keys> {
  const { course_status, filters, search } = listing;
  const hasAlone = listing.withAlone && course_status !== 'active' && ofEnrolments(filters).length === 0;
  const read = (withAlone: boolean) => {
    const { student, rows } = rowsOf(listing, withAlone, certainOf(listing, withAlone));
    return many(
      db,
      keyRow,
      sql`
        ${search === '' ? sql`` : sql`with ${found(search)}`}
        select
          e.id as enrolment_id, ${student} as student_id,
          ${countOf(listing, hasAlone)} as total
        ${rows}
        order by ${orderOf(listing, withAlone)}
        limit ${size}::bigint offset ${offset}::bigint
      `,
    );
  };
  // Students without a course come last: most pages end before them, and are read from the index of the order.
  const isCut = hasAlone && size !== null && search === '' && !readSort(listing.sort).keys.includes('p.id');
  let keys = await read(hasAlone && !isCut);
  if (isCut && keys.length < size) keys = await read(hasAlone);
  if (keys.length > 0 || offset === 0) return { keys, total: keys[0]?.total ?? 0 };
  // Behind the last row.
  const { total } = await keysOfPage(db, listing, { offset: 0, size: 1 });
  return { keys, total };
}
