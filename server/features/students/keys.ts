import type { StudentSort } from '@gurukul/contract/students';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many, one } from '#server/db/rows.ts';
import { collectKeys } from './collect-keys.ts';
import { isAlone, isStudent, joinMine, mine, ofStatus, readSort, sortKeys, withMine } from './listing.ts';
import type { Keys, Listing, Part, StudentKey } from './listing.ts';

/**
 * Which rows of the student lists are shown, and in which order, as keys alone: a page of thirty among a hundred
 * thousand is found in an index, and only its rows are then joined to what they show. No single plan serves every
 * list, so each way of finding a page has a text of its own.
 */

interface Counts {
  readonly stays: number;
  readonly alone: number;
  /** Of everybody; null where only some courses are meant. */
  readonly current: number | null;
}

/**
 * From indexes and what triggers keep (`list_counts`). No row of a person is looked at: whoever is deleted, or whose
 * course is, is in no course any more; the database sees to it.
 */
const countStudents = (db: Db, listing: Listing) =>
  one<Counts>(db, listing.courseadminId === null ? countAll(listing) : countOfCourses(listing));

/** Of everybody is known how many there are; most courses are active, so those that are not are looked at. */
const countAll = ({ course_status, withAlone }: Listing) => sql`
  select
    ${
      course_status === 'all'
        ? sql`kept.stays`
        : course_status === 'inactive'
          ? inactiveStays
          : sql`kept.stays - ${inactiveStays}`
    } as stays,
    ${withAlone ? sql`kept.alone` : sql`0`} as alone,
    kept.stays as current
  from (
    select
      coalesce(sum(l.stays), 0)::bigint as stays,
      coalesce(sum(l.students) - sum(l.placed), 0)::bigint as alone
    from list_counts l
  ) kept
`;

const staysOf = (courses: Sql) => sql`
  (
    select coalesce(sum(of_course.stays), 0)::bigint
    from ${courses}
    cross join lateral (
      select count(*) as stays
      from enrolments e
      where e.course_id = c.id and e.ended_on is null
    ) of_course
  )
`;

const inactiveStays = staysOf(
  sql`(select i.id from courses i where i.status <> 'published' and i.deleted_at is null) c`,
);

const countOfCourses = (listing: Listing) => sql`
  with ${mine(listing)}
  select ${staysOf(sql`mine c`)} as stays, 0 as alone, null::bigint as current
`;

/** The newest of all, in the order of their index; while most of them are meant few are passed over. */
const newestOfAll = (db: Db, listing: Listing, { offset, size }: Part) =>
  many<StudentKey>(
    db,
    sql`
      select e.id as enrolment_id, e.student_id
      from enrolments e
      ${listing.course_status === 'all' ? sql`` : joinMine(listing)}
      where e.ended_on is null
      order by e.id desc
      limit ${size}::bigint offset ${offset}::bigint
    `,
  );

/** The newest of each course, from the index of the course, and the newest of those. */
const newestStays = (db: Db, listing: Listing, { offset, size }: Part) =>
  many<StudentKey>(
    db,
    sql`
      with ${mine(listing)},
      newest as (
        select of_course.id
        from mine
        cross join lateral (
          select e.id
          from enrolments e
          where e.course_id = mine.id and e.ended_on is null
          order by e.id desc
          limit ${offset + size}::bigint
        ) of_course
        order by of_course.id desc
        limit ${size}::bigint offset ${offset}::bigint
      )
      select e.id as enrolment_id, e.student_id
      from newest
      join enrolments e on e.id = newest.id
      order by e.id desc
    `,
  );

/** Course by course; only those are opened that reach into the page. */
const staysByCourse = (db: Db, listing: Listing, { offset, size }: Part, direction: Sql) =>
  many<StudentKey>(
    db,
    sql`
      with ${mine(listing)},
      counted as (
        select mine.id, of_course.stays,
          row_number() over in_order as position,
          sum(of_course.stays) over in_order - of_course.stays as before
        from mine
        cross join lateral (
          select count(*) as stays
          from enrolments e
          where e.course_id = mine.id and e.ended_on is null
        ) of_course
        window in_order as (order by lower(mine.course_name) ${direction}, mine.id ${direction} rows unbounded preceding)
      ),
      page as (
        select counted.position, of_course.id
        from counted
        cross join lateral (
          select e.id
          from enrolments e
          where e.course_id = counted.id and e.ended_on is null
          order by e.id desc
          limit greatest(${offset + size}::bigint - counted.before, 0)::bigint
          offset greatest(${offset}::bigint - counted.before, 0)::bigint
        ) of_course
        where counted.before < ${offset + size}::bigint
          and counted.before + counted.stays > ${offset}::bigint
      )
      select e.id as enrolment_id, e.student_id
      from page
      join enrolments e on e.id = page.id
      order by page.position, e.id desc
    `,
  );

/** The same while there are few before the page: courses in the order of their index, until the page is full. */
const walkCourses = (db: Db, listing: Listing, { offset, size }: Part, direction: Sql) =>
  many<StudentKey>(
    db,
    sql`
      select stay.id as enrolment_id, stay.student_id
      from courses c
      cross join lateral (
        select e.id, e.student_id
        from enrolments e
        where e.course_id = c.id and e.ended_on is null
        order by e.id desc
      ) stay
      where c.deleted_at is null and ${ofStatus(listing.course_status, sql`c.status`)}
      order by lower(c.course_name) ${direction}, c.id ${direction}, stay.id desc
      limit ${size}::bigint offset ${offset}::bigint
    `,
  );

/** Those in no course, newest first; they stand behind everybody who is in one. */
const newestAlone = (db: Db, { offset, size }: Part) =>
  many<StudentKey>(
    db,
    sql`
      select null as enrolment_id, p.id as student_id
      from people p
      where ${isStudent} and ${isAlone}
      order by p.id desc
      limit ${size}::bigint offset ${offset}::bigint
    `,
  );

const personSorts: ReadonlySet<StudentSort | null> = new Set(['fullname', 'email_id', 'register_at']);

/**
 * Students in the order of their index, each with his courses, until the page is full. The inner order keeps the
 * planner from turning the walk into a join of everybody with everything.
 */
export const walkPeople = (db: Db, listing: Listing, { offset, size }: Part) => {
  const [column, isDescending] = readSort(listing.sort);
  const order = raw(column === null ? 'p.id' : sortKeys[column]);
  const direction = isDescending ? sql`desc` : sql`asc`;
  return many<StudentKey>(
    db,
    sql`
      ${withMine(listing)}
      select stay.enrolment_id, p.id as student_id
      from people p
      cross join lateral (
        select e.id as enrolment_id
        from enrolments e
        ${joinMine(listing)}
        where e.student_id = p.id and e.ended_on is null
        ${listing.withAlone ? sql`union all select null where ${isAlone}` : sql``}
        order by enrolment_id desc nulls last
      ) stay
      where ${isStudent}
      order by ${order} ${direction}, p.id ${direction}, stay.enrolment_id desc nulls last
      limit ${size}::bigint offset ${offset}::bigint
    `,
  );
};

/** Up to here collecting and sorting everybody is quicker than walking an index in which most are somebody else's. */
const fewRows = 5_000;
/** From here on, too: a walk pays for every row it passes. */
const longWalk = 10_000;

/** One page, and how many rows there are in all. */
export async function keysOfPage(db: Db, listing: Listing, part: Part): Promise<Keys> {
  if (listing.search !== '') return collectKeys(db, listing, part);

  const { stays, alone, current } = await countStudents(db, listing);
  const total = stays + alone;
  const { offset, size } = part;
  const areMost = current !== null && stays * 10 >= current;
  const newest = areMost ? newestOfAll : newestStays;
  const byCourse = areMost && offset < longWalk ? walkCourses : staysByCourse;
  const [column, isDescending] = readSort(listing.sort);
  if (personSorts.has(column)) {
    if (total <= fewRows || offset >= longWalk) return collectKeys(db, listing, part);
    return { keys: await walkPeople(db, listing, part), total };
  }

  const inCourses = Math.max(0, Math.min(size, stays - offset));
  const first =
    inCourses === 0
      ? []
      : column === null
        ? await newest(db, listing, { offset, size: inCourses })
        : await byCourse(db, listing, { offset, size: inCourses }, isDescending ? sql`desc` : sql`asc`);
  const left = Math.min(size - first.length, alone);
  const last = left === 0 ? [] : await newestAlone(db, { offset: Math.max(0, offset - stays), size: left });
  return { keys: [...first, ...last], total };
}
