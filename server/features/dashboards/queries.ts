import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { int, list, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import { studentGroup } from './figures.ts';
import type { Periods } from './periods.ts';

/** The numbers of a dashboard. */
const figures = row({
  associated_from: int,
  total_courses: int,
  total_teachers: int,
  groups: list(studentGroup),
  /** By month, oldest first. */
  enrolments: list(int),
  courses: list(int),
});
export type Figures = RowOf<typeof figures>;

const adminFigures = figures.extend({ total_course_admin: int, total_course_coordinates: int });
export type AdminFigures = RowOf<typeof adminFigures>;

/** The person of the dashboard, if they have its role. */
const subject = (id: number, role: PortalRole): Sql => sql`
  select p.id, greatest(extract(year from age(now(), p.registered_at)), 0)::integer as associated_from
  from people p
  where p.id = ${id}
    and p.deleted_at is null
    and ${role}::text in (p.main_role, p.as_role)
`;

/** The number of rows in each month. Each month is a range of an index. */
const byMonth = ({ months }: Periods, column: Sql, rows: Sql): Sql => sql`
  json_build_array(${join(
    months.map(
      ({ from, until }) =>
        sql`(select count(*) from ${rows} and ${column} >= ${from} and ${column} < ${until})`,
    ),
  )})
`;

/**
 * Students `p` that meet the condition, by region and gender. This is the order of an index that contains the birthdays
 * too, so no row of a person is read. For each group: how many are born, and how many are at least 16, 31 and 46.
 */
const groupsOf = ({ today, born: [is16, is31, is46] }: Periods, condition: Sql): Sql => sql`
  (
    select coalesce(json_agg(g), '[]')
    from (
      select
        p.gender, region_of(p.region) as region, count(*) as students,
        count(*) filter (where p.dob <= ${today}::date) as born,
        count(*) filter (where p.dob <= ${is16}::date) as from_16,
        count(*) filter (where p.dob <= ${is31}::date) as from_31,
        count(*) filter (where p.dob <= ${is46}::date) as from_46
      from people p
      where ${isStudent} and ${condition}
      group by p.region, p.gender
    ) g
  )
`;

/** Who has not signed up yet is not counted. */
const holders = (role: 'courseadmin' | 'teacher' | 'coordinator'): Sql => sql`
  (
    select count(*)
    from present_staff p
    where p.password_hash is not null and (p.main_role = ${role} or p.as_role = ${role})
  )
`;

/** Null when nobody with that id is an admin. The two functions below do the same for their roles. */
export const countForAdmin = (db: Db, id: number, periods: Periods): Promise<AdminFigures | null> =>
  maybeOne(
    db,
    adminFigures,
    sql`
      select
        s.associated_from,
        (select count(*) from courses c where c.deleted_at is null) as total_courses,
        ${holders('courseadmin')} as total_course_admin,
        ${holders('teacher')} as total_teachers,
        ${holders('coordinator')} as total_course_coordinates,
        ${groupsOf(periods, sql`true`)} as groups,
        ${byMonth(periods, sql`e.registered_at`, sql`enrolments e where e.ended_on is null`)} as enrolments,
        ${byMonth(periods, sql`c.created_at`, sql`courses c where c.deleted_at is null`)} as courses
      from (${subject(id, 'admin')}) s
    `,
  );

/** For their own courses. A student of several courses counts once. */
export const countForCourseAdmin = (db: Db, id: number, periods: Periods): Promise<Figures | null> =>
  maybeOne(
    db,
    figures,
    sql`
      with own as materialized (
        select c.id, c.created_at from courses c where c.courseadmin_id = ${id} and c.deleted_at is null
      ),
      current_enrolments as materialized (
        select e.student_id, e.registered_at from own join enrolments e on e.course_id = own.id and e.ended_on is null
      )
      select
        s.associated_from,
        (select count(*) from own) as total_courses,
        (
          select count(*)
          from (
            select distinct ct.teacher_id from own join course_teachers ct on ct.course_id = own.id and ct.associated
          ) a
          -- looked up one by one: a join may go through everybody
          where (
            select 'teacher' in (t.main_role, t.as_role) and t.password_hash is not null
            from present_staff t
            where t.id = a.teacher_id
          )
        ) as total_teachers,
        ${groupsOf(periods, sql`p.id = any(array(select c.student_id from current_enrolments c))`)} as groups,
        ${byMonth(periods, sql`e.registered_at`, sql`current_enrolments e where true`)} as enrolments,
        ${byMonth(periods, sql`c.created_at`, sql`own c where true`)} as courses
      from (${subject(id, 'courseadmin')}) s
    `,
  );

/**
 * For their own classes. The wire's field for teachers contains the free places here: their maximum in their courses,
 * less the places taken in their classes. A student of two courses takes two.
 */
export const countForTeacher = (db: Db, id: number, periods: Periods): Promise<Figures | null> =>
  maybeOne(
    db,
    figures,
    sql`
      with taught as materialized (
        select distinct s.class_id as id, s.course_id, c.created_at
        from slot_teachers st
        join class_slots s on s.id = st.slot_id and s.deleted_at is null
        join classes k on k.id = s.class_id and k.deleted_at is null
        join courses c on c.id = s.course_id and c.deleted_at is null
        where st.teacher_id = ${id} and st.ended_at is null
      ),
      own as materialized (
        select distinct t.course_id as id, t.created_at from taught t
      ),
      current_enrolments as materialized (
        select e.student_id, e.registered_at
        from taught t
        cross join lateral (
          select e.student_id, e.registered_at from enrolments e where e.class_id = t.id and e.ended_on is null
        ) e
      )
      select
        s.associated_from,
        (select count(*) from own) as total_courses,
        (
          select greatest(0, coalesce(sum(ct.strength), 0) - (select count(*) from current_enrolments))::bigint
          from course_teachers ct
          join courses c on c.id = ct.course_id and c.deleted_at is null
          where ct.teacher_id = s.id and ct.associated
        ) as total_teachers,
        ${groupsOf(periods, sql`p.id = any(array(select c.student_id from current_enrolments c))`)} as groups,
        ${byMonth(periods, sql`e.registered_at`, sql`current_enrolments e where true`)} as enrolments,
        ${byMonth(periods, sql`c.created_at`, sql`own c where true`)} as courses
      from (${subject(id, 'teacher')}) s
    `,
  );
