import type {
  CourseDuration,
  CourseRow,
  CourseStatus,
  CourseType,
  GlimpseRow,
  PriceRow,
  RegistrationState,
  WeekRow,
} from '@gurukul/contract/courses';
import { wrapHtml } from '@gurukul/contract/shared/html-json';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { many, maybeOne, one } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { fail } from '../../http/problem.ts';
import { ownCourses } from '../../http/scope.ts';
import { courseAbilities } from './rules.ts';

type StoredCourse = Omit<CourseRow, 'course_id' | 'flag' | 'student_enrolled' | 'can'> & {
  readonly version: number;
};

const toRow = (course: StoredCourse, can: CourseRow['can']): CourseRow & { version: number } => ({
  ...course,
  course_id: course.id,
  course_description: wrapHtml('description', course.course_description),
  what_we_learn: wrapHtml('what', course.what_we_learn),
  note: wrapHtml('note', course.note),
  student_enrolled: course.student_count,
  flag: course.student_count > 0,
  can,
});

/** Courses `c` that the person may see and that fulfil the condition. */
const selectCourses = (person: Person, condition: Sql) => sql`
  select
    c.id, c.course_name, c.course_image, c.courseadmin_id, a.fullname as courseadmin, c.course_duration,
    c.start_date, c.course_description, c.what_we_learn, c.note, c.price, c.type_id as type, c.email_id,
    c.status, c.reg_status, c.status_changed_at as course_publish_unpublish_date, c.created_at, c.version,
    enrolled.student_count
  from courses c
  left join people a on a.id = c.courseadmin_id
  cross join lateral (
    select count(*)::integer as student_count
    from enrolments e
    where e.course_id = c.id
      and e.ended_on is null
  ) enrolled
  where c.deleted_at is null
    and ${ownCourses(person)}
    and ${condition}
  order by c.id desc
`;

/** Those of the person's courses `c` that fulfil the condition, newest first. */
export async function listCoursesWhere(db: Db, person: Person, condition: Sql): Promise<CourseRow[]> {
  const courses = await many<StoredCourse>(db, selectCourses(person, condition));
  const can = courseAbilities(person.role);
  return courses.map((course) => toRow(course, can));
}

/** The person's courses; of one course admin where that is asked. */
export const listCourses = (db: Db, person: Person, courseadminId?: number) =>
  listCoursesWhere(
    db,
    person,
    courseadminId === undefined ? sql`true` : sql`c.courseadmin_id = ${courseadminId}`,
  );

export async function findCourse(db: Db, person: Person, courseId: number) {
  const course = await maybeOne<StoredCourse>(db, selectCourses(person, sql`c.id = ${courseId}`));
  if (course === null) throw fail('not_found');
  return toRow(course, courseAbilities(person.role));
}

/**
 * Takes the course for the rest of the transaction. Changes of its classes, timings and teachers come one after the
 * other this way, and none of them has to reckon with the others; reading and enrolling go on meanwhile.
 */
export async function lockCourse(db: Db, person: Person, courseId: number): Promise<void> {
  const course = await maybeOne(
    db,
    sql`
      select c.id
      from courses c
      where c.id = ${courseId}
        and c.deleted_at is null
        and ${ownCourses(person)}
      for no key update of c
    `,
  );
  if (course === null) throw fail('not_found');
}

/** For updates of rows below a course: repeats the scope in the statement that writes. */
export const inOwnCourse = (person: Person, courseId: Sql) => sql`
  exists (select from courses c where c.id = ${courseId} and c.deleted_at is null and ${ownCourses(person)})
`;

export interface CourseParts {
  readonly glimpses: GlimpseRow[];
  readonly prices: PriceRow[];
  readonly weeks: WeekRow[];
  readonly types: CourseType[];
}

/** Everything below a course that the caller was allowed to read, in one trip. */
export const findCourseParts = (db: Db, courseId: number) =>
  one<CourseParts>(
    db,
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

/** null when nobody of that id can be a course's admin: gone, a student, or without the role. */
export const insertCourse = (db: Db, course: NewCourse, createdBy: number) =>
  maybeOne<{ id: number }>(
    db,
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
        from people p
        where p.id = ${course.courseadmin_id}
          and p.deleted_at is null
          and (p.main_role = 'courseadmin' or p.as_role = 'courseadmin')
        for share
      ) a
      returning id
    `,
  );

/** false when the course is not the person's. The date moves only when the status does. */
export async function setStatus(
  db: Db,
  person: Person,
  courseId: number,
  status: CourseStatus,
): Promise<boolean> {
  const course = await maybeOne(
    db,
    sql`
      update courses c
      set status = ${status},
        status_changed_at = case when c.status = ${status} then c.status_changed_at else now() end,
        updated_at = now()
      where c.id = ${courseId}
        and c.deleted_at is null
        and ${ownCourses(person)}
      returning c.id
    `,
  );
  return course !== null;
}

/** The other state than before, or null when the course is not the person's. */
export const toggleRegistration = (db: Db, person: Person, courseId: number) =>
  maybeOne<{ reg_status: RegistrationState }>(
    db,
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
