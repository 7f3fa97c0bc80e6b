import type { CourseStatusFilter, StudentSort } from '@gurukul/contract/students';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many, one } from '#server/db/rows.ts';

/**
 * Which rows of the student lists are shown, and in which order, as keys alone: a page of thirty among a hundred
 * thousand is found in an index, and only its rows are then joined to what they show. No single plan serves every
 * list, so each way of finding a page has a text of its own.
 */

/** A student in a course; without an enrolment one who is in none. */
export interface StudentKey {
  readonly enrolment_id: number | null;
  readonly student_id: number;
}

export interface Listing {
  /** Whose courses; null means every course. */
  readonly courseadminId: number | null;
  /** Also students who are in no course. */
  readonly withAlone: boolean;
  readonly course_status: CourseStatusFilter;
  readonly search: string;
  readonly sort: StudentSort | `-${StudentSort}` | '';
}

export interface Part {
  readonly offset: number;
  readonly size: number;
}

export interface Keys {
  readonly keys: readonly StudentKey[];
  readonly total: number;
}

/** Published courses are active; every other course, or none at all, is inactive. */
const mine = ({ courseadminId, course_status }: Listing) => sql`
  mine as materialized (
    select c.id, c.course_name
    from courses c
    where c.deleted_at is null
      and ${courseadminId === null ? sql`true` : sql`c.courseadmin_id = ${courseadminId}`}
      and (${course_status}::text = 'all' or (c.status = 'published') = (${course_status}::text = 'active'))
  )
`;

/** Condition on a student `p`: in no course. */
const isAlone = raw(`not exists (select from enrolments e where e.student_id = p.id and e.ended_on is null)`);

const isStudent = raw(`p.main_role = 'student' and p.deleted_at is null`);

interface Counts {
  readonly stays: number;
  readonly alone: number;
}

/**
 * From indexes alone. No row of a person is looked at: whoever is deleted, or whose course is, is in no course any more;
 * the database sees to it.
 */
const countStudents = (db: Db, listing: Listing) =>
  one<Counts>(
    db,
    sql`
      with ${mine(listing)}
      select
        (
          select coalesce(sum(of_course.stays), 0)::bigint
          from mine
          cross join lateral (
            select count(*) as stays
            from enrolments e
            where e.course_id = mine.id and e.ended_on is null
          ) of_course
        ) as stays,
        ${
          listing.withAlone
            ? sql`
                (select count(*) from people p where ${isStudent})
                  - (select count(distinct e.student_id) from enrolments e where e.ended_on is null)
              `
            : sql`0`
        } as alone
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

const personOrder: Readonly<Partial<Record<StudentSort, string>>> = {
  fullname: 'lower(p.fullname)',
  email_id: 'lower(p.email_id)',
  register_at: 'p.registered_at',
};

/**
 * Students in the order of their index, each with his courses, until the page is full. The inner order keeps the
 * planner from turning the walk into a join of everybody with everything.
 */
export const walkPeople = (db: Db, listing: Listing, { offset, size }: Part) => {
  const [column, isDescending] = readSort(listing.sort);
  const order = raw((column === null ? undefined : personOrder[column]) ?? 'p.id');
  const direction = isDescending ? sql`desc` : sql`asc`;
  return many<StudentKey>(
    db,
    sql`
      with ${mine(listing)}
      select stay.enrolment_id, p.id as student_id
      from people p
      cross join lateral (
        select e.id as enrolment_id
        from enrolments e
        join mine on mine.id = e.course_id
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

const likeText = (search: string) => `%${search.toLowerCase().replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;

const isFound = ({ search }: Listing) =>
  search === ''
    ? sql`true`
    : sql`lower(p.fullname || ' ' || p.email_id || ' ' || coalesce(p.phone_number, '')) like ${likeText(search)}`;

const collectedOrder: Readonly<Record<StudentSort, string>> = {
  fullname: 'lower(fullname)',
  email_id: 'lower(email_id)',
  register_at: 'registered_at',
  course_name: 'lower(course_name)',
};

function orderOf({ sort }: Listing): Sql {
  const [column, isDescending] = readSort(sort);
  const newest = sql`enrolment_id desc nulls last, student_id desc`;
  if (column === null) return newest;
  const direction = isDescending ? sql`desc nulls last` : sql`asc`;
  return sql`${raw(collectedOrder[column])} ${direction}, ${
    column === 'course_name' ? sql`course_id` : sql`student_id`
  } ${direction}, ${newest}`;
}

const stays = raw(`join enrolments e on e.student_id = p.id and e.ended_on is null`);

/**
 * The same, looked up for each person found: the planner expects more of them than a search finds, and would read all
 * stays instead (4,200 found among 100,000: 98 ms against 30).
 */
const staysOfFound = raw(`cross join lateral (
  select e.id, e.course_id from enrolments e where e.student_id = p.id and e.ended_on is null offset 0
) e`);

/** Everybody that is meant, put in order: for what a search found, for few, and for whole lists. */
export async function collectKeys(db: Db, listing: Listing, part?: Part): Promise<Keys> {
  const order = orderOf(listing);
  const limit = part === undefined ? sql`` : sql`limit ${part.size}::bigint offset ${part.offset}::bigint`;
  const rows = await many<StudentKey & { total: number }>(
    db,
    sql`
      with ${mine(listing)},
      keys as materialized (
        select e.id as enrolment_id, p.id as student_id, p.fullname, p.email_id, p.registered_at, mine.id as course_id,
          mine.course_name
        from people p
        ${listing.search === '' ? stays : staysOfFound}
        join mine on mine.id = e.course_id
        where ${isStudent} and ${isFound(listing)}
        ${
          listing.withAlone
            ? sql`
                union all
                select null, p.id, p.fullname, p.email_id, p.registered_at, null, null
                from people p
                where ${isStudent} and ${isFound(listing)} and ${isAlone}
              `
            : sql``
        }
      ),
      page as (
        select enrolment_id, student_id, row_number() over (order by ${order}) as position
        from keys
        order by position
        ${limit}
      )
      select total.total, page.enrolment_id, page.student_id
      from (select count(*) as total from keys) total
      left join page on true
      order by page.position
    `,
  );
  return { keys: rows.filter((row) => row.student_id !== null), total: rows[0]?.total ?? 0 };
}

function readSort(sort: Listing['sort']): [StudentSort | null, boolean] {
  if (sort === '') return [null, false];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `sort` says so
  return sort.startsWith('-') ? [sort.slice(1) as StudentSort, true] : [sort as StudentSort, false];
}

/** Up to here collecting and sorting everybody is quicker than walking an index in which most are somebody else's. */
const fewRows = 5_000;
/** From here on, too: a walk pays for every row it passes. */
const longWalk = 10_000;

/** One page, and how many rows there are in all. */
export async function keysOfPage(db: Db, listing: Listing, part: Part): Promise<Keys> {
  if (listing.search !== '') return collectKeys(db, listing, part);

  const { stays, alone } = await countStudents(db, listing);
  const total = stays + alone;
  const { offset, size } = part;
  const [column, isDescending] = readSort(listing.sort);
  if (column !== null && column in personOrder) {
    if (total <= fewRows || offset >= longWalk) return collectKeys(db, listing, part);
    return { keys: await walkPeople(db, listing, part), total };
  }

  const inCourses = Math.max(0, Math.min(size, stays - offset));
  const first =
    inCourses === 0
      ? []
      : column === null
        ? await newestStays(db, listing, { offset, size: inCourses })
        : await staysByCourse(db, listing, { offset, size: inCourses }, isDescending ? sql`desc` : sql`asc`);
  const left = Math.min(size - first.length, alone);
  const last = left === 0 ? [] : await newestAlone(db, { offset: Math.max(0, offset - stays), size: left });
  return { keys: [...first, ...last], total };
}
