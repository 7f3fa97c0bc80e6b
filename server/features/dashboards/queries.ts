import type { PortalRole } from '@gurukul/contract/shared/roles';
import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { maybeOne } from '#server/db/rows.ts';
import { ownClasses } from '#server/http/scope.ts';
import type { StudentGroup } from './figures.ts';
import type { Periods } from './periods.ts';

/** What a dashboard counts, before it is put into the words of the wire. */
export interface Figures {
  readonly associated_from: number;
  readonly total_courses: number;
  readonly total_course_admin: number;
  readonly total_teachers: number;
  readonly total_course_coordinates: number;
  readonly groups: readonly StudentGroup[];
  /** Of each month, oldest first. */
  readonly enrolments: readonly number[];
  readonly courses: readonly number[];
}

/** The person a dashboard is of, if he holds its role. */
const subject = (id: number, role: PortalRole): Sql => sql`
  select p.id, greatest(extract(year from age(now(), p.registered_at)), 0)::integer as associated_from
  from people p
  where p.id = ${id}
    and p.deleted_at is null
    and ${role}::text in (p.main_role, p.as_role)
`;

/** How many instants of the rows fall into each month. */
const byMonth = ({ months }: Periods, column: Sql, rows: Sql): Sql => sql`
  (
    select json_build_array(${join(
      months.map(
        ({ from, until }) => sql`count(*) filter (where ${column} >= ${from} and ${column} < ${until})`,
      ),
    )})
    from ${rows} and ${column} >= ${months[0]?.from} and ${column} < ${months.at(-1)?.until}
  )
`;

/**
 * Living students `p` that meet the condition, by region and gender: the order of an index that holds their birthdays
 * too, so that nobody's row is read. A birthday still to come is a slip of the pen: the age is not known.
 */
const groups = ({ today, born: [is16, is31, is46] }: Periods, condition: Sql): Sql => sql`
  select
    p.gender, p.region, count(*) as count,
    count(*) filter (where p.dob > ${is16}::date and p.dob <= ${today}::date) as age_01to15,
    count(*) filter (where p.dob > ${is31}::date and p.dob <= ${is16}::date) as age_16to30,
    count(*) filter (where p.dob > ${is46}::date and p.dob <= ${is31}::date) as age_31to45,
    count(*) filter (where p.dob <= ${is46}::date) as age_46to100
  from people p
  where p.main_role = 'student'
    and p.deleted_at is null
    and ${condition}
  group by p.region, p.gender
`;

/**
 * The students of `stays`. Each is looked up while there are few; of very many it is cheaper to go through everybody,
 * which the planner cannot know, since it plans once for all course admins. Only one of the two halves is run.
 */
const groupsOfStays = (periods: Periods): Sql => sql`
  ${groups(periods, sql`p.id in (select stays.student_id from stays) and (select count(*) from stays) < 10000`)}
  union all
  ${groups(
    periods,
    sql`(p.id in (select stays.student_id from stays)) is true and (select count(*) from stays) >= 10000`,
  )}
`;

const asJson = (rows: Sql): Sql => sql`(select coalesce(json_agg(g), '[]') from (${rows}) g)`;

const holders = (role: 'courseadmin' | 'teacher'): Sql => sql`
  (select count(*) from people p where p.deleted_at is null and (p.main_role = ${role} or p.as_role = ${role}))
`;

/** Null when nobody of that id is an admin. The same is true of the two below for their roles. */
export const countForAdmin = (db: Db, id: number, periods: Periods): Promise<Figures | null> =>
  maybeOne<Figures>(
    db,
    sql`
      select
        s.associated_from,
        (select count(*) from courses c where c.deleted_at is null) as total_courses,
        ${holders('courseadmin')} as total_course_admin,
        ${holders('teacher')} as total_teachers,
        (
          select count(*) from people p where p.main_role = 'coordinator' and p.deleted_at is null
        ) as total_course_coordinates,
        ${asJson(groups(periods, sql`true`))} as groups,
        ${byMonth(periods, sql`e.registered_at`, sql`enrolments e where e.ended_on is null`)} as enrolments,
        ${byMonth(periods, sql`c.created_at`, sql`courses c where c.deleted_at is null`)} as courses
      from (${subject(id, 'admin')}) s
    `,
  );

/** His own courses; a student of several of them is one student. */
export const countForCourseAdmin = (db: Db, id: number, periods: Periods): Promise<Figures | null> =>
  maybeOne<Figures>(
    db,
    sql`
      with own as materialized (
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
        ${asJson(groupsOfStays(periods))} as groups,
        ${byMonth(periods, sql`e.registered_at`, sql`stays e where true`)} as enrolments,
        ${byMonth(periods, sql`c.created_at`, sql`own c where true`)} as courses
      from (${subject(id, 'courseadmin')}) s
    `,
  );

/**
 * His own classes. What the wire calls teachers is here the places he has left: what he can take in the courses he
 * belongs to, less the places taken in his classes, where a student of two courses takes two.
 */
export const countForTeacher = (db: Db, id: number, periods: Periods): Promise<Figures | null> =>
  maybeOne<Figures>(
    db,
    sql`
      with taught as materialized (
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
        ${asJson(groupsOfStays(periods))} as groups,
        ${byMonth(periods, sql`e.registered_at`, sql`stays e where true`)} as enrolments,
        ${byMonth(periods, sql`c.created_at`, sql`own c where true`)} as courses
      from (${subject(id, 'teacher')}) s
    `,
  );
