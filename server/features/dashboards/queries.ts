import type { PortalRole } from '@gurukul/contract/shared/roles';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { maybeOne, one } from '#server/db/rows.ts';
import type { Count } from './figures.ts';
import type { Periods } from './periods.ts';

/** What a dashboard shows, before it is put into the words of the wire. */
export interface Figures {
  readonly associated_from: number;
  /** Only of teachers and course admins; of an admin they are among the counts. */
  readonly total_teachers: number | null;
  readonly counts: readonly Count[];
}

/** The person a dashboard is of, if he holds its role. */
const subject = (id: number, role: PortalRole): Sql => sql`
  select p.id, greatest(extract(year from age(now(), p.registered_at)), 0)::integer as associated_from
  from people p
  where p.id = ${id}
    and p.deleted_at is null
    and ${role}::text in (p.main_role, p.as_role)
`;

/**
 * Rows `k` of what, bucket and number, added up; births, of a day or of a month that lies on one side of every birthday,
 * as ages. A birthday still to come is a slip of the pen: the age is not known.
 */
const countsOf = ({ today, born: [is16, is31, is46] }: Periods, rows: Sql): Sql => sql`
  (
    select coalesce(json_agg(json_build_array(a.what, a.bucket, a.n)), '[]')
    from (
      select b.what, b.bucket, sum(b.n) as n
      from (
        select
          case when k.what = 'born' then 'age' else k.what end as what,
          case
            when k.what <> 'born' then k.bucket
            when k.bucket collate "C" > ${today} then 'not_known'
            when k.bucket collate "C" > ${is16} then 'age_01to15'
            when k.bucket collate "C" > ${is31} then 'age_16to30'
            when k.bucket collate "C" > ${is46} then 'age_31to45'
            else 'age_46to100'
          end as bucket,
          k.n
        from ${rows} k
      ) b
      group by b.what, b.bucket
    ) a
  )
`;

/** What is kept of everybody (0), or of a course admin: of births by day the months in which a birthday may lie. */
const kept = (owner: Sql, periods: Periods): Sql => {
  const { today, born } = periods;
  return countsOf(periods, sql`counted(${owner}, ${[today, ...born].map((day) => day.slice(0, 7))}::text[])`);
};

/** Null when nobody of that id is an admin. The same is true of the two below for their roles. */
export const countForAdmin = (db: Db, id: number, periods: Periods): Promise<Figures | null> =>
  maybeOne<Figures>(
    db,
    sql`
      select s.associated_from, null as total_teachers, ${kept(sql`0`, periods)} as counts
      from (${subject(id, 'admin')}) s
    `,
  );

/** His own courses; a student of several of them is one student. */
export const countForCourseAdmin = (db: Db, id: number, periods: Periods): Promise<Figures | null> =>
  maybeOne<Figures>(
    db,
    sql`
      select
        s.associated_from,
        (
          select count(*)
          from (
            select distinct ct.teacher_id
            from courses c
            join course_teachers ct on ct.course_id = c.id and ct.associated
            where c.courseadmin_id = ${id} and c.deleted_at is null
          ) a
          -- looked up one by one: a join may go through everybody
          where (
            select 'teacher' in (t.main_role, t.as_role) and t.deleted_at is null
            from people t
            where t.id = a.teacher_id
          )
        ) as total_teachers,
        ${kept(sql`${id}`, periods)} as counts
      from (${subject(id, 'courseadmin')}) s
    `,
  );

/**
 * His own classes, which are few, as they are. What the wire calls teachers is here the places he has left: what he can
 * take in the courses he belongs to, less the places taken in his classes, where a student of two courses takes two.
 */
export const countForTeacher = (db: Db, id: number, periods: Periods): Promise<Figures | null> =>
  maybeOne<Figures>(
    db,
    sql`
      with taught as materialized (
        select distinct s.class_id as id, s.course_id, c.created_at
        from slot_teachers st
        join class_slots s on s.id = st.slot_id and s.deleted_at is null
        join classes k on k.id = s.class_id and k.deleted_at is null
        join courses c on c.id = s.course_id and c.deleted_at is null
        where st.teacher_id = ${id} and st.ended_at is null
      ),
      stays as materialized (
        select e.student_id, e.registered_at
        from taught t
        cross join lateral (
          select e.student_id, e.registered_at from enrolments e where e.class_id = t.id and e.ended_on is null
        ) e
      ),
      counted as (
        select v.what, v.bucket, 1 as n
        from (select distinct t.student_id from stays t) t
        join people p on p.id = t.student_id and p.main_role = 'student' and p.deleted_at is null
        cross join lateral (
          values ('role', 'student'), ('gender', gender_of(p.gender)), ('region', region_of(p.region)),
            ('born', case when p.dob < date '10000-01-01' then to_char(p.dob, 'YYYY-MM-DD') end)
        ) v (what, bucket)
        where v.bucket is not null
        union all
        select 'enrolled', month_of(t.registered_at), 1 from stays t
        union all
        select 'course', month_of(o.created_at), 1 from (select distinct t.course_id, t.created_at from taught t) o
      )
      select
        s.associated_from,
        (
          select greatest(0, coalesce(sum(ct.strength), 0) - (select count(*) from stays))::bigint
          from course_teachers ct
          join courses c on c.id = ct.course_id and c.deleted_at is null
          where ct.teacher_id = s.id and ct.associated
        ) as total_teachers,
        ${countsOf(periods, sql`counted`)} as counts
      from (${subject(id, 'teacher')}) s
    `,
  );

/** Taken from what was written at a time: half a second of the database's, far from the limit of a statement. */
export const countedAtOnce = 5000;

/** Counts what was written since it was last counted; answers how many rows that were, 0 also while another counts. */
export async function countWhatChanged(db: Db): Promise<number> {
  const { told_of } = await one<{ told_of: number }>(
    db,
    sql`select count_what_changed(${countedAtOnce}) as told_of`,
  );
  return told_of;
}
