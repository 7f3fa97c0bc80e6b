import sql from 'sql-template-tag';
import { instant, int, row, text } from './columns.ts';
import type { Db } from './pool.ts';
import { many } from './rows.ts';

/* Pieces of queries about tests by appointment. */

/** Condition on `tests x`: booked, and nobody has decided it. */
export const isBooked = sql`(x.result is null and x.canceled_at is null)`;

/** Condition on `tests x`: the student has passed the portion. */
export const isPassed = sql`(x.result = 'passed' and x.canceled_at is null)`;

/** Of a test `x`: where it is joined, the link that its examiner gave last in the course. Null: none. */
export const testLink = sql`(
  select h.join_link
  from test_hours h
  where h.examiner_id = x.examiner_id and h.course_id = x.course_id and h.join_link <> ''
  order by h.id desc
  limit 1
)`;

/** Condition on a test `x`: its student is in the course. */
export const isEnrolled = sql`exists (
  select from enrolments here
  where here.student_id = x.student_id and here.course_id = x.course_id and here.ended_on is null
)`;

/** The examiners of the course with the id of column `c.id`: its teachers who are here, `p`. */
export const examinersOfCourse = sql`
  course_teachers ct
  join present_staff p on p.id = ct.teacher_id and 'teacher' in (p.main_role, p.as_role)
  where ct.course_id = c.id and ct.associated
`;

const aheadRow = row({
  test_id: int,
  portion_name: text,
  student_name: text,
  starts_at: instant,
  ends_at: instant,
  join_link: text.nullable(),
});

/** The tests that this examiner takes: on now, or within a day, the earliest first. */
export const listTestsOfDay = (db: Db, examinerId: number) =>
  many(
    db,
    aheadRow,
    sql`
      select x.id as test_id, o.name as portion_name, p.fullname as student_name, x.starts_at, x.ends_at,
        ${testLink} as join_link
      from tests x
      join test_portions o on o.id = x.portion_id
      join people p on p.id = x.student_id
      where x.examiner_id = ${examinerId} and ${isBooked} and x.ends_at > now()
        and x.starts_at < now() + interval '1 day'
      order by x.starts_at, x.id
    `,
  );
