import type { CourseDuration, CourseStatus } from '@gurukul/contract/courses';
import { courseStatuses, registrationStates } from '@gurukul/contract/courses';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import type { RowOf } from '../../db/columns.ts';
import { idRow, int, list, object, oneOf, row, text } from '../../db/columns.ts';
import { maybeOne, one, run } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { ownCourses } from '../../http/identity/scope.ts';

const courseStates = row({
  status: oneOf(courseStatuses),
  reg_status: oneOf(registrationStates),
});
type CourseStates = RowOf<typeof courseStates>;

/** SQL condition: the person `p` may be the course admin of a course. An account admin may run one beside all else. */
export const mayRunCourses = sql`(p.main_role in ('courseadmin', 'admin') or p.as_role = 'courseadmin')`;

/**
 * Locks the course for the rest of the transaction. Changes of its classes, slots and teachers wait for each other this
 * way; reading and enrolling go on. Returns the state of its switches. Throws not_found out of reach.
 */
export async function lockCourse(db: Db, person: Person, courseId: number): Promise<CourseStates> {
  const course = await maybeOne(
    db,
    courseStates,
    sql`
      select c.status, c.reg_status
      from courses c
      where c.id = ${courseId}
        and c.deleted_at is null
        and ${ownCourses(person)}
      for no key update of c
    `,
  );
  if (course === null) throw fail('not_found');
  return course;
}

/** Repeats the reach in the statement that updates rows below a course. */
export const inOwnCourse = (person: Person, courseId: Sql) => sql`
  exists (select from courses c where c.id = ${courseId} and c.deleted_at is null and ${ownCourses(person)})
`;

const courseParts = row({
  glimpses: list(
    object({ glimpse_id: int, glimpse_name: text, glimpse_description: text, glimpse_image: text }),
  ),
  prices: list(
    object({ id: int, country_name: text, currency_code: text, country_code: text, price_value: text }),
  ),
  weeks: list(
    object({
      week: text,
      topics: list(
        object({
          topic_id: int,
          weekCount: int,
          week: text,
          topicName: text,
          video: text,
          homework: oneOf(['true', 'false']),
          pdf: text,
          pdfName: text,
        }),
      ),
    }),
  ),
  types: list(object({ id: int, type: text })),
});

/** Everything below a course, in one round trip. The caller has checked the reach. */
export const findCourseParts = (db: Db, courseId: number) =>
  one(
    db,
    courseParts,
    sql`
      with course as (
        select c.id, c.start_date from courses c where c.id = ${courseId}
      ),
      -- a topic keeps its week when the dates move, also one that then lies behind the end
      week as (
        select course.id as course_id, n as week_count, course.start_date + 7 * (n - 1) as starts_on
        from course
        cross join lateral generate_series(
          1,
          greatest(
            (select count(*) from course_weeks w where w.course_id = course.id),
            (select max(t.week_count) from topics t where t.course_id = course.id)
          )::integer
        ) as n
      )
      select
        coalesce((
          select json_agg(json_build_object(
              'glimpse_id', g.id,
              'glimpse_name', g.glimpse_name,
              'glimpse_description', g.glimpse_description,
              'glimpse_image', g.glimpse_image
            ) order by g.position, g.id)
          from glimpses g
          join course on course.id = g.course_id
        ), '[]') as glimpses,
        coalesce((
          select json_agg(json_build_object(
              'id', p.id,
              'country_name', p.country_name,
              'currency_code', p.currency_code,
              'country_code', p.country_code,
              'price_value', coalesce(p.price_value::text, '')
            ) order by p.position, p.id)
          from course_prices p
          join course on course.id = p.course_id
        ), '[]') as prices,
        coalesce((
          select json_agg(json_build_object('week', named.week, 'topics', topic_rows.topics) order by week.week_count)
          from week
          cross join lateral (
            select to_char(week.starts_on, 'DD-MM-YYYY') || '/' || to_char(week.starts_on + 6, 'DD-MM-YYYY') as week
          ) named
          cross join lateral (
            select coalesce(json_agg(json_build_object(
                'topic_id', t.id,
                'weekCount', t.week_count,
                'week', named.week,
                'topicName', t.topic_name,
                'video', t.video,
                'homework', t.homework::text,
                'pdf', t.pdf,
                'pdfName', t.pdf_name
              ) order by t.position, t.id), '[]') as topics
            from topics t
            where t.course_id = week.course_id
              and t.week_count = week.week_count
          ) topic_rows
        ), '[]') as weeks,
        coalesce((
          select json_agg(json_build_object('id', t.id, 'type', t.type) order by lower(t.type))
          from course_types t
        ), '[]') as types
    `,
  );

export interface NewCourse {
  readonly course_name: string;
  readonly course_image: string;
  readonly courseadmin_id: number;
  readonly course_duration: CourseDuration;
  readonly start_date: string;
  readonly course_description: string;
  readonly what_we_learn: string;
  readonly note: string;
  readonly price: string | null;
}

/** Null when the person cannot be a course's admin: deleted, a student, or without the role. */
export const insertCourse = (db: Db, course: NewCourse, createdBy: number) =>
  maybeOne(
    db,
    idRow,
    sql`
      insert into courses (
        course_name, course_image, courseadmin_id, course_duration, start_date, course_description, what_we_learn,
        note, price, created_by
      )
      select
        ${course.course_name}, ${course.course_image}, a.id, ${course.course_duration}, ${course.start_date}::date,
        ${course.course_description}, ${course.what_we_learn}, ${course.note}, ${course.price}, ${createdBy}
      from (
        select p.id
        from present_staff p
        where p.id = ${course.courseadmin_id}
          and ${mayRunCourses}
        for share
      ) a
      returning id
    `,
  );

/** The course must be locked. The date changes only with the status. */
export const setStatus = (db: Db, person: Person, courseId: number, status: CourseStatus) =>
  run(
    db,
    sql`
      update courses c
      set status = ${status},
        status_changed_at = case when c.status = ${status} then c.status_changed_at else now() end,
        updated_at = now()
      where c.id = ${courseId}
        and c.deleted_at is null
        and ${ownCourses(person)}
    `,
  );

const regStatusRow = row({ reg_status: oneOf(registrationStates) });

/** The course must be locked. Sets the opposite state. */
export const toggleRegistration = (db: Db, person: Person, courseId: number) =>
  one(
    db,
    regStatusRow,
    sql`
      update courses c
      set reg_status = case c.reg_status when 'opened' then 'closed' else 'opened' end,
        updated_at = now()
      where c.id = ${courseId}
        and c.deleted_at is null
        and ${ownCourses(person)}
      returning c.reg_status
    `,
  );
