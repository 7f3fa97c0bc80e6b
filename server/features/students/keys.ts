import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, row } from '#server/db/columns.ts';
import { many, one } from '#server/db/rows.ts';
import { collectKeys } from './collect-keys.ts';
import {
  isAlone,
  isMine,
  isStudent,
  joinMine,
  mine,
  readSort,
  sortKeys,
  studentKey,
  withMine,
} from './listing.ts';
import type { Keys, Listing, Part, StudentKey } from './listing.ts';

/**
 * Finds the rows of a page of the student lists, in order, as keys only. An index finds thirty rows among a hundred
 * thousand, and only those are joined to their data. Each order has an index and a function that walks it. Few rows and
 * far pages are collected and sorted instead.
 */

const counts = row({ enrolments: int, alone: int });
export type Counts = RowOf<typeof counts>;

/** Uses indexes only. The database ends the enrolments of deleted students and courses. */
export const countStudents = (db: Db, listing: Listing) =>
  one(
    db,
    counts,
    sql`
      with ${mine(listing)}
      select
        (
          select coalesce(sum(of_course.enrolments), 0)::bigint
          from mine
          cross join lateral (
            select count(*) as enrolments from enrolments e where e.course_id = mine.id and e.ended_on is null
          ) of_course
        ) as enrolments,
        ${listing.withAlone ? countAlone : sql`0`} as alone
    `,
  );

const countAlone = sql`
  (select count(*) from people p where ${isStudent})
  - (select count(distinct e.student_id) from enrolments e where e.ended_on is null)
`;

const isEverything = ({ courseadminId, course_status }: Listing) =>
  courseadminId === null && course_status === 'all';

/** The newest, in the order of their index. */
const walkNewest = (db: Db, listing: Listing, { offset, size }: Part) =>
  many(
    db,
    studentKey,
    sql`
      ${withMine(listing)}
      select e.id as enrolment_id, e.student_id
      from enrolments e
      ${isEverything(listing) ? sql`` : joinMine(listing)}
      where e.ended_on is null
      order by e.id desc
      limit ${size}::bigint offset ${offset}::bigint
    `,
  );

/** Walks the courses in the order of their index, each with its newest enrolments, until the page is full. */
const walkCourses = (db: Db, listing: Listing, { offset, size }: Part, direction: Sql) =>
  many(
    db,
    studentKey,
    sql`
      select enrolment.id as enrolment_id, enrolment.student_id
      from courses c
      cross join lateral (
        select e.id, e.student_id
        from enrolments e
        where e.course_id = c.id and e.ended_on is null
        order by e.id desc
      ) enrolment
      where ${isMine(listing)}
      order by lower(c.course_name) ${direction}, c.id ${direction}, enrolment.id desc
      limit ${size}::bigint offset ${offset}::bigint
    `,
  );

/**
 * Walks the students in the order of their index, each with their courses, until the page is full. The inner order
 * keeps the planner from joining everybody with everything.
 */
const walkPeople = (db: Db, listing: Listing, { offset, size }: Part, order: Sql, direction: Sql) =>
  many(
    db,
    studentKey,
    sql`
      ${withMine(listing)}
      select enrolment.enrolment_id, p.id as student_id
      from people p
      cross join lateral (
        select e.id as enrolment_id
        from enrolments e
        ${joinMine(listing)}
        where e.student_id = p.id and e.ended_on is null
        ${listing.withAlone ? sql`union all select null where ${isAlone}` : sql``}
        order by enrolment_id desc nulls last
      ) enrolment
      where ${isStudent}
      order by ${order} ${direction}, p.id ${direction}, enrolment.enrolment_id desc nulls last
      limit ${size}::bigint offset ${offset}::bigint
    `,
  );

/** Students in no course, newest first. */
const walkAlone = (db: Db, { offset, size }: Part) =>
  many(
    db,
    studentKey,
    sql`
      select null::bigint as enrolment_id, p.id as student_id
      from people p
      where ${isStudent} and ${isAlone}
      order by p.id desc
      limit ${size}::bigint offset ${offset}::bigint
    `,
  );

/** A page of students with a course, newest first or by course. Students without a course come last. */
async function walkEnrolments(db: Db, listing: Listing, part: Part, counts: Counts): Promise<StudentKey[]> {
  const { offset, size } = part;
  const placed = offset < counts.enrolments ? await walkPlaced(db, listing, part) : [];
  const left = Math.min(size - placed.length, counts.alone);
  if (left === 0) return placed;
  const alone = await walkAlone(db, { offset: Math.max(0, offset - counts.enrolments), size: left });
  return [...placed, ...alone];
}

const walkPlaced = (db: Db, listing: Listing, part: Part) => {
  const [column, isDescending] = readSort(listing.sort);
  return column === null
    ? walkNewest(db, listing, part)
    : walkCourses(db, listing, part, isDescending ? sql`desc` : sql`asc`);
};

/** A page in the order of an index. */
export function walk(db: Db, listing: Listing, part: Part, counts: Counts): Promise<StudentKey[]> {
  const [column, isDescending] = readSort(listing.sort);
  return column === null || column === 'course_name'
    ? walkEnrolments(db, listing, part, counts)
    : walkPeople(db, listing, part, raw(sortKeys[column]), isDescending ? sql`desc` : sql`asc`);
}

/**
 * Up to this number of rows, collecting and sorting is quicker than walking an index that mostly contains other rows.
 */
const fewRows = 5_000;
/** From this offset on it is quicker too, where people are walked, because each passed one costs a look-up. */
const longWalk = 10_000;

/** The keys of one page, and the number of all rows. */
export async function keysOfPage(db: Db, listing: Listing, part: Part): Promise<Keys> {
  if (listing.search !== '') return collectKeys(db, listing, part);

  const counts = await countStudents(db, listing);
  const total = counts.enrolments + counts.alone;
  const ofPeople = !['', 'course_name', '-course_name'].includes(listing.sort);
  return total <= fewRows || (ofPeople && part.offset >= longWalk)
    ? collectKeys(db, listing, part)
    : { keys: await walk(db, listing, part, counts), total };
}
