import { testResults, testStates } from '@gurukul/contract/tests';
import type { TestCourse, TestHours, TestRow } from '@gurukul/contract/tests';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { bool, instant, int, list, object, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { examinersOfCourse, isBooked, isEnrolled, isPassed, testLink } from '#server/db/tests.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownClasses, ownCourses } from '#server/http/identity/scope.ts';
import { readingZone } from '#server/time/reading-zone.ts';
import { whereaboutsColumns, whereaboutsShape } from '#server/time/whereabouts.ts';

/** Condition on `courses c`: the office's own, or one in which a teacher examines. */
export const coursesOfTests = (caller: Caller): Sql =>
  caller.role === 'teacher'
    ? sql`exists (select from ${examinersOfCourse} and p.id = ${caller.id})`
    : ownCourses(caller);

/** Condition on `tests x` and `courses c`: within reach; for a teacher, those that they take and of their own classes. */
export const testsInReach = (caller: Caller): Sql =>
  caller.role === 'teacher'
    ? sql`(x.examiner_id = ${caller.id} or exists (
        select from enrolments of_class
        join classes k on k.id = of_class.class_id and k.deleted_at is null
        where of_class.student_id = x.student_id and of_class.course_id = x.course_id and of_class.ended_on is null
          and ${ownClasses(caller)}
      ))`
    : ownCourses(caller);

const zoneRow = row({ id: int, provider_zone: text, ...whereaboutsShape });

/** The zones by which these people read times. */
export async function zonesOf(db: Db, ids: readonly number[]): Promise<(id: number) => string> {
  const found = await many(
    db,
    zoneRow,
    sql`
      select p.id, (select v.time_zone from provider v) as provider_zone, ${whereaboutsColumns}
      from people p
      where p.id = any(${[...new Set(ids)]}::bigint[])
    `,
  );
  const zones = new Map(
    found.map(({ id, provider_zone, ...where }) => [id, readingZone(where, provider_zone).zone]),
  );
  return (id) => zones.get(id)!;
}

/** Of a test `x`: its state. */
export const testState = sql`case when x.canceled_at is not null then 'canceled' else coalesce(x.result, 'booked') end`;

const testRow = row({
  test_id: int,
  course_id: int,
  course_name: text,
  portion_id: int,
  portion_name: text,
  student_id: int,
  student_name: text,
  has_left: bool,
  examiner_id: int,
  examiner_name: text,
  examiner_left: bool,
  starts_at: instant,
  ends_at: instant,
  join_link: text.nullable(),
  state: oneOf(testStates),
  words: text,
  decided_by: text.nullable(),
});

/** The tests that a condition on `tests x` and `courses c` chooses, within reach: what is booked, then the latest. */
export async function listTests(db: Db, person: Caller, which: Sql, now: Date): Promise<TestRow[]> {
  const found = await many(
    db,
    testRow,
    sql`
      select x.id as test_id, x.course_id, c.course_name, x.portion_id, o.name as portion_name, x.student_id,
        s.fullname as student_name, not ${isEnrolled} as has_left, x.examiner_id, e.fullname as examiner_name,
        not exists (select from ${examinersOfCourse} and p.id = x.examiner_id) as examiner_left, x.starts_at, x.ends_at,
        ${testLink} as join_link, ${testState} as state, x.words, by.fullname as decided_by
      from tests x
      join courses c on c.id = x.course_id and c.deleted_at is null
      join test_portions o on o.id = x.portion_id
      join people s on s.id = x.student_id and s.deleted_at is null
      join people e on e.id = x.examiner_id
      left join people by on by.id = x.decided_by
      where ${which} and ${testsInReach(person)}
      order by ${isBooked} desc, case when ${isBooked} then x.starts_at end, x.starts_at desc, x.id desc
      limit 1000
    `,
  );
  const zoneOf = await zonesOf(
    db,
    found.flatMap(({ student_id, examiner_id }) => [student_id, examiner_id]),
  );
  const isOffice = person.role !== 'teacher';
  return found.map((test) => ({
    ...test,
    student_zone: zoneOf(test.student_id),
    examiner_zone: zoneOf(test.examiner_id),
    can: {
      decide:
        test.state !== 'canceled' &&
        Date.parse(test.starts_at) <= now.getTime() &&
        (isOffice || test.examiner_id === person.id) &&
        test.student_id !== person.id,
      change: test.state === 'booked' && isOffice,
    },
  }));
}

const hoursRow = row({
  hours_id: int,
  course_id: int,
  examiner_id: int,
  examiner_name: text,
  starts_at: instant,
  ends_at: instant,
  minutes: int,
  join_link: text,
  booked: int,
});

/** Of hours `h`: the tests that are booked in them and not over. */
const bookedIn = sql`(
  select count(*)::integer
  from tests x
  where x.examiner_id = h.examiner_id and ${isBooked} and x.starts_at < h.ends_at and x.ends_at > h.starts_at
    and x.ends_at > now()
)`;

/** Hours within reach that a condition on `test_hours h` chooses and that are not over, the earliest first. */
export async function listHours(db: Db, person: Caller, which: Sql = sql`true`): Promise<TestHours[]> {
  const found = await many(
    db,
    hoursRow,
    sql`
      select h.id as hours_id, h.course_id, h.examiner_id, e.fullname as examiner_name, h.starts_at, h.ends_at,
        h.minutes, h.join_link, ${bookedIn} as booked
      from test_hours h
      join courses c on c.id = h.course_id and c.deleted_at is null
      join people e on e.id = h.examiner_id
      where ${which} and h.ends_at > now()
        and ${person.role === 'teacher' ? sql`h.examiner_id = ${person.id}` : ownCourses(person)}
      order by h.starts_at, h.id
      limit 1000
    `,
  );
  const zoneOf = await zonesOf(
    db,
    found.map(({ examiner_id }) => examiner_id),
  );
  return found.map((hours) => ({
    ...hours,
    join_link: hours.join_link || null,
    examiner_zone: zoneOf(hours.examiner_id),
    can: { withdraw: hours.booked === 0 },
  }));
}

const courseRow = row({
  course_id: int,
  course_name: text,
  portions: list(object({ portion_id: int, name: text })),
  examiners: list(object({ examiner_id: int, fullname: text, join_link: text.nullable() })),
});

/** The portions that a course `c` names, as JSON. */
export const portionsOfCourse = sql`(
  select coalesce(json_agg(json_build_object('portion_id', o.id, 'name', o.name) order by o.position, o.id), '[]')
  from test_portions o
  where o.course_id = c.id and o.deleted_at is null
)`;

/** The courses within reach whose tests the caller arranges, with those who can examine there. */
export async function listCourses(db: Db, person: Caller, which: Sql = sql`true`): Promise<TestCourse[]> {
  const found = await many(
    db,
    courseRow,
    sql`
      select c.id as course_id, c.course_name, ${portionsOfCourse} as portions, (
          select coalesce(json_agg(json_build_object(
            'examiner_id', x.examiner_id, 'fullname', x.fullname, 'join_link', ${testLink}
          ) order by x.fullname, x.examiner_id), '[]')
          from (
            select p.id as examiner_id, p.fullname, ct.course_id
            from ${examinersOfCourse} and ${person.role === 'teacher' ? sql`p.id = ${person.id}` : sql`true`}
          ) x
        ) as examiners
      from courses c
      where c.deleted_at is null and ${which} and ${coursesOfTests(person)}
      order by c.course_name, c.id
    `,
  );
  const zoneOf = await zonesOf(
    db,
    found.flatMap(({ examiners }) => examiners.map(({ examiner_id }) => examiner_id)),
  );
  return found.map((course) => ({
    ...course,
    examiners: course.examiners.map((one) => ({ ...one, zone: zoneOf(one.examiner_id) })),
    can: { edit: person.role !== 'teacher' },
  }));
}

const openRow = row({ course_id: int, course_name: text, portion_id: int, name: text });

/** The portions of the student's courses within reach that are neither passed nor booked. */
export const listOpenPortions = (db: Db, person: Caller, studentId: number) =>
  many(
    db,
    openRow,
    sql`
      select c.id as course_id, c.course_name, o.id as portion_id, o.name
      from enrolments e
      join courses c on c.id = e.course_id and c.deleted_at is null
      left join classes k on k.id = e.class_id and k.deleted_at is null
      join test_portions o on o.course_id = c.id and o.deleted_at is null
      where e.student_id = ${studentId} and e.ended_on is null and ${ownClasses(person)}
        and not exists (
          select from tests x
          where x.student_id = e.student_id and x.portion_id = o.id and (${isPassed} or ${isBooked})
        )
      order by c.course_name, c.id, o.position, o.id
    `,
  );

const shownRow = row({
  student_id: int,
  test_id: int,
  course_id: int,
  portion_id: int,
  portion_name: text,
  examiner_name: text,
  starts_at: instant,
  ends_at: instant,
  join_link: text.nullable(),
  result: oneOf(testResults).nullable(),
  words: text,
  was_changed: bool,
});

/** The tests of these students in their present courses that are booked or decided, the latest first, for their page. */
export const listTestsOfFamily = (db: Db, students: readonly number[]) =>
  many(
    db,
    shownRow,
    sql`
      select x.student_id, x.id as test_id, x.course_id, x.portion_id, o.name as portion_name,
        e.fullname as examiner_name, x.starts_at, x.ends_at, ${testLink} as join_link, x.result, x.words, x.was_changed
      from tests x
      join courses c on c.id = x.course_id and c.deleted_at is null
      join test_portions o on o.id = x.portion_id
      join people e on e.id = x.examiner_id
      where x.student_id = any(${students}::bigint[]) and x.canceled_at is null and ${isEnrolled}
      order by x.starts_at desc, x.id desc
      limit 200
    `,
  );

const portionsRow = row({ course_id: int, portions: list(object({ portion_id: int, name: text })) });

/** The portions of these courses. */
export const listPortions = (db: Db, courses: readonly number[]) =>
  many(
    db,
    portionsRow,
    sql`
      select c.id as course_id, ${portionsOfCourse} as portions
      from courses c
      where c.id = any(${courses}::bigint[]) and c.deleted_at is null
        and exists (select from test_portions o where o.course_id = c.id and o.deleted_at is null)
    `,
  );
