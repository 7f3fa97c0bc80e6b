import sql from 'sql-template-tag';
import type { Db } from '../db/pool.ts';
import { many } from '../db/rows.ts';

export interface Miscounted {
  readonly owner: number;
  readonly what: string;
  readonly bucket: string;
  readonly plain: number | null;
  readonly counted: number | null;
}

/**
 * Where what is kept for the dashboards differs from a plain count of the rows, both of one moment: of everybody (0) and
 * of whoever has or had courses; births by month and by day.
 */
export const miscounted = (db: Db): Promise<Miscounted[]> =>
  many<Miscounted>(
    db,
    sql`
      with owners as (
        select 0::bigint as owner
        union
        select p.id from people p where 'courseadmin' in (p.main_role, p.as_role)
        union
        select c.courseadmin_id from courses c where c.courseadmin_id is not null
      ),
      living as (
        select p.*, to_char(p.dob, 'YYYY-MM') as month,
          case when p.gender in ('male', 'female') then p.gender else 'neither' end as said
        from people p
        where p.deleted_at is null
      ),
      stays as (
        select o.owner, e.student_id, to_char(e.registered_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month
        from owners o
        join courses c on c.deleted_at is null and (o.owner = 0 or c.courseadmin_id = o.owner)
        join enrolments e on e.course_id = c.id and e.ended_on is null
        join living s on s.id = e.student_id and s.main_role = 'student'
      ),
      students as (
        select o.owner, s.*
        from owners o
        join living s on s.main_role = 'student'
          and (o.owner = 0 or s.id in (select t.student_id from stays t where t.owner = o.owner))
      ),
      months as (
        select coalesce(array_agg(distinct s.month), '{}') as all_months from students s where s.month is not null
      ),
      plain as (
        select s.owner, 'role' as what, 'student' as bucket, count(*) as n from students s group by 1
        union all
        select 0, 'role', h.role, count(*)
        from living p cross join lateral (values (p.main_role), (p.as_role)) h (role)
        where h.role <> 'student'
        group by h.role
        union all
        select s.owner, 'gender', s.said, count(*) from students s group by 1, 3
        union all
        select s.owner, 'region', case
          when lower(translate(s.region, ' .,_-', '')) = 'india' then 'India'
          when lower(translate(s.region, ' .,_-', '')) in ('uk', 'unitedkingdom') then 'UK'
          when lower(translate(s.region, ' .,_-', '')) in ('us', 'usa', 'unitedstates', 'unitedstatesofamerica') then 'USA'
          else 'Others'
        end, count(*) from students s group by 1, 3
        union all
        select s.owner, 'born in', s.month, count(*) from students s where s.dob is not null group by 1, 3
        union all
        select s.owner, 'born on', to_char(s.dob, 'YYYY-MM-DD'), count(*)
        from students s where s.dob is not null group by 1, 3
        union all
        select t.owner, 'enrolled', t.month, count(*) from stays t group by 1, 3
        union all
        select o.owner, 'course', to_char(c.created_at at time zone 'Asia/Kolkata', 'YYYY-MM'), count(*)
        from owners o
        join courses c on c.deleted_at is null and (o.owner = 0 or c.courseadmin_id = o.owner)
        group by 1, 3
      ),
      shown as (
        select o.owner, case when k.what = 'born' then 'born in' else k.what end as what, k.bucket, sum(k.n) as n
        from owners o cross join lateral counted(o.owner, '{}') k
        group by 1, 2, 3
        having sum(k.n) <> 0
        union all
        select o.owner, 'born on', k.bucket, sum(k.n)
        from owners o cross join months m cross join lateral counted(o.owner, m.all_months) k
        where k.what = 'born'
        group by 1, 3
        having sum(k.n) <> 0
      )
      select owner, what, bucket, p.n as plain, s.n::bigint as counted
      from plain p
      full join shown s using (owner, what, bucket)
      where p.n is distinct from s.n
      order by 1, 2, 3
    `,
  );
