import { dashboardMonths } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { maybeOne } from '#server/db/rows.ts';
import { ownClasses } from '#server/http/scope.ts';
import type { MonthCount, StudentGroup } from './figures.ts';

/** What a dashboard counts, before it is put into the words of the wire. */
export interface Figures {
  readonly associated_from: number;
  readonly total_courses: number;
  readonly total_course_admin: number;
  readonly total_teachers: number;
  readonly total_course_coordinates: number;
  readonly groups: readonly StudentGroup[];
  readonly months: readonly MonthCount[];
}

/**
 * The person a dashboard is of, if he holds its role. Read first by everything else, so that nothing is counted for
 * somebody who is none.
 */
const subject = (id: number, role: PortalRole): Sql => sql`
  select p.id, greatest(extract(year from age(now(), p.registered_at)), 0)::integer as associated_from
  from people p
  where p.id = ${id}
    and p.deleted_at is null
    and ${role}::text in (p.main_role, p.as_role)
`;

/** The last months, this one included, on the calendar in Kolkata, where the office is. */
const months = sql`
  select
    m.first_day::date as month,
    m.first_day at time zone 'Asia/Kolkata' as starts_at,
    (m.first_day + interval '1 month') at time zone 'Asia/Kolkata' as ends_at
  from (select date_trunc('month', now() at time zone 'Asia/Kolkata') as this_month) t
  cross join generate_series(
    t.this_month - make_interval(months => ${dashboardMonths}::integer - 1), t.this_month, interval '1 month'
  ) as m (first_day)
`;

/**
 * Students `p` by gender, age and region. Whoever was born on 29 February is a year older on 1 March of a common year.
 * A birthday still to come is a slip of the pen: the age is not known.
 */
const groupsOf = (students: Sql): Sql => sql`
  select coalesce(json_agg(json_build_array(g.gender, g.age_group, g.region, g.count)), '[]')
  from (
    select p.gender, p.region, count(*) as count,
      case
        when p.dob > d.today - interval '16 years' then case when p.dob <= d.today then 1 else 0 end
        when p.dob > d.today - interval '31 years' then 2
        when p.dob > d.today - interval '46 years' then 3
        when p.dob is not null then 4
        else 0
      end as age_group
    from (select (now() at time zone 'Asia/Kolkata')::date as today) d
    cross join ${students}
    group by p.gender, p.region, age_group
  ) g
`;

/** The counts of each month of one list of instants. */
const byMonth = (table: Sql, column: Sql): Sql => sql`
  (select count(*) from ${table} and ${column} >= m.starts_at and ${column} < m.ends_at)
`;

const monthsJson = (enrolments: Sql, courses: Sql): Sql => sql`
  (
    select json_agg(json_build_object(
      'month', m.month,
      'students', ${byMonth(enrolments, sql`e.registered_at`)},
      'courses', ${byMonth(courses, sql`c.created_at`)}
    ) order by m.month)
    from months m
  )
`;

const holders = (role: 'courseadmin' | 'teacher'): Sql => sql`
  (select count(*) from people p where p.deleted_at is null and (p.main_role = ${role} or p.as_role = ${role}))
`;

/** Null when nobody of that id is an admin. The same is true of the two below for their roles. */
export const countForAdmin = (db: Db, id: number): Promise<Figures | null> =>
  maybeOne<Figures>(
    db,
    sql`
      with months as (${months})
      select
        s.associated_from,
        (select count(*) from courses c where c.deleted_at is null) as total_courses,
        ${holders('courseadmin')} as total_course_admin,
        ${holders('teacher')} as total_teachers,
        (
          select count(*) from people p where p.main_role = 'coordinator' and p.deleted_at is null
        ) as total_course_coordinates,
        (${groupsOf(sql`people p where p.main_role = 'student' and p.deleted_at is null`)}) as groups,
        ${monthsJson(
          sql`enrolments e where e.ended_on is null`,
          sql`courses c where c.deleted_at is null`,
        )} as months
      from (${subject(id, 'admin')}) s
    `,
  );

/** His own courses; a student of several of them is one student. */
export const countForCourseAdmin = (db: Db, id: number): Promise<Figures | null> =>
  maybeOne<Figures>(
    db,
    sql`
      with months as (${months}),
      own as materialized (
        select c.id, c.created_at from courses c where c.courseadmin_id = ${id} and c.deleted_at is null
      ),
      stays as materialized (
        select e.student_id, e.registered_at from own join enrolments e on e.course_id = own.id and e.ended_on is null
      )
      select
        s.associated_from,
        (select count(*) from own) as total_courses,
        0 as total_course_admin,
        (
          select count(distinct ct.teacher_id)
          from own
          join course_teachers ct on ct.course_id = own.id and ct.associated
          join people t on t.id = ct.teacher_id and t.deleted_at is null
          where t.main_role = 'teacher' or t.as_role = 'teacher'
        ) as total_teachers,
        0 as total_course_coordinates,
        (${groupsOf(sql`
          people p
          where p.id in (select stays.student_id from stays) and p.main_role = 'student' and p.deleted_at is null
        `)}) as groups,
        ${monthsJson(sql`stays e where true`, sql`own c where true`)} as months
      from (${subject(id, 'courseadmin')}) s
    `,
  );

/**
 * His own classes. What the wire calls teachers is here the places he has left: what he can take in the courses he
 * belongs to, less the places taken in his classes, where a student of two courses takes two.
 */
export const countForTeacher = (db: Db, id: number): Promise<Figures | null> =>
  maybeOne<Figures>(
    db,
    sql`
      with months as (${months}),
      taught as materialized (
        select k.id, k.course_id
        from classes k
        join courses c on c.id = k.course_id and c.deleted_at is null
        where k.deleted_at is null and ${ownClasses({ id, role: 'teacher' })}
      ),
      own as materialized (
        select c.id, c.created_at from courses c where c.id in (select taught.course_id from taught)
      ),
      stays as materialized (
        select e.student_id, e.registered_at
        from taught
        join enrolments e on e.class_id = taught.id and e.ended_on is null
      )
      select
        s.associated_from,
        (select count(*) from own) as total_courses,
        0 as total_course_admin,
        (
          select greatest(0, coalesce(sum(ct.strength), 0) - (select count(*) from stays))::bigint
          from course_teachers ct
          join courses c on c.id = ct.course_id and c.deleted_at is null
          where ct.teacher_id = s.id and ct.associated
        ) as total_teachers,
        0 as total_course_coordinates,
        (${groupsOf(sql`
          people p
          where p.id in (select stays.student_id from stays) and p.main_role = 'student' and p.deleted_at is null
        `)}) as groups,
        ${monthsJson(sql`stays e where true`, sql`own c where true`)} as months
      from (${subject(id, 'teacher')}) s
    `,
  );
