import sql, { join } from 'sql-template-tag';
import type { Db } from '../db/pool.ts';
import { many } from './rows.ts';
import { dueOf } from '../features/dashboards/today-queries.ts';

export interface Misjudged {
  readonly owner: number;
  readonly kind: string;
  readonly what: string;
  readonly plain: boolean;
}

const courseAdmins = (db: Db) =>
  many<{ id: number }>(db)`
    select p.id from people p where 'courseadmin' in (p.main_role, p.as_role) order by p.id
  `;

/**
 * The differences between Today's tasks and the rows of courses, enrolments, marks and payments at one moment: for an
 * admin (owner 0) and for everybody who may have courses; every item, and the numbers.
 */
export async function misjudged(db: Db): Promise<Misjudged[]> {
  const told = [
    sql`select 0::bigint as owner, n.* from (${dueOf({ id: 0, role: 'admin' }, 1000)}) n`,
    ...(await courseAdmins(db)).map(
      ({ id }) =>
        sql`select ${id}::bigint as owner, n.* from (${dueOf({ id, role: 'courseadmin' }, 1000)}) n`,
    ),
  ];
  return many<Misjudged>(db)`
    with owners as (
      select 0::bigint as owner
      union
      select p.id from people p where 'courseadmin' in (p.main_role, p.as_role)
    ),
    day as (select (now() at time zone 'Asia/Kolkata')::date as today),
    live as (
      select c.*, (select max(w.ends_on) + 1 from course_weeks w where w.course_id = c.id) as over_on
      from courses c
      where c.deleted_at is null
    ),
    slots as (
      select s.*, c.start_date, c.over_on
      from class_slots s
      join classes k on k.id = s.class_id and k.deleted_at is null
      join live c on c.id = s.course_id
      where s.deleted_at is null
    ),
    -- The weekly time of a slot at a moment is the first one that ended after it, else the present one.
    times as (
      select s.id, s.class_day, s.local_time, s.time_zone, s.duration_minutes, 'infinity'::timestamptz as ended_at
      from slots s
      union all
      select p.slot_id, p.class_day, p.local_time, p.time_zone, p.duration_minutes, p.ended_at from past_weekly_times p
    ),
    met as (
      select s.id, s.class_id, s.course_id, s.created_at, s.start_date, s.over_on, t.local_time, t.time_zone, d::date as date
      from slots s
      join times t on t.id = s.id
      cross join day
      cross join lateral generate_series(least(s.start_date, now()::date - 20), now()::date + 2, interval '1 day') d
      cross join lateral (
        select w.start, w.start + make_interval(mins => t.duration_minutes) as over_at
        from (select (d::date + t.local_time) at time zone t.time_zone as start) w
      ) o
      where trim(to_char(d, 'day')) = t.class_day and o.over_at <= now()
        and t.ended_at = (select min(v.ended_at) from times v where v.id = s.id and v.ended_at > o.start)
        and (s.over_on > day.today or o.over_at > now() - interval '7 days')
    ),
    plain as (
      select 'unmarked_class' as kind, m.course_id,
        format('slot %s on %s', m.id, m.date) as what, m.class_id as of_class
      from met m
      cross join day
      where m.date >= m.start_date and m.date < m.over_on
        -- Somebody dismissed it, is done with it, or put it off.
        and not exists (
          select from cases z
          where z.line = format('unmarked_class:%s:%s', m.id, m.date) and z.gone_at is null
            and (z.state <> 'open' or z.quiet_until > day.today)
        )
        and (m.date + m.local_time) at time zone m.time_zone >= m.created_at
        and exists (
          select from enrolments e
          join people p on p.id = e.student_id
          where e.class_id = m.class_id and e.started_on <= m.date
            and (e.ended_on is null or (e.ended_on > m.date and p.deleted_at is null))
            and e.student_id not in (
              select a.student_id
              from attendance a
              join attendance_registers r on r.id = a.register_id
              where a.class_id = m.class_id and a.attendance_date = m.date and coalesce(r.slot_id, m.id) = m.id
            )
        )
      union
      select 'class_without_teacher', s.course_id, format('slot %s', s.id), s.class_id
      from slots s, day
      where s.over_on > day.today
        and s.id not in (select t.slot_id from slot_teachers t where t.ended_at is null)
        and (
          s.course_id in (select t.course_id from course_teachers t)
          or s.course_id not in (
            select r.course_id from attendance_registers r where r.taken_at < r.attendance_date + 29
          )
        )
      union
      select 'paid_not_placed', c.id,
        format('student %s, payment %s, %s', p.id, money.id, case when was.is_there then 'there' else 'to come' end), null
      from people p
      cross join day
      cross join live c
      cross join lateral (
        select bool_or(e.ended_on is null and e.class_id is not null) as is_placed,
          bool_or(e.ended_on is null) as is_there, max(e.id) as last
        from enrolments e where e.student_id = p.id and e.course_id = c.id
      ) was
      cross join lateral (
        select m.id,
          case
            when m.amount <= (select sum(r.amount) from refunds r where r.payment_id = m.id and r.reversed_at is null)
              then 'went back'
            else lower(m.status)
          end as status
        from payments m
        where m.student_id = p.id and m.course_id = c.id and lower(m.status) in ('success', 'refunded')
          and m.kind = 'fee'
        order by m.paid_at desc, lower(m.status), m.id desc
        limit 1
      ) money
      where p.deleted_at is null and c.over_on > day.today and money.status = 'success'
        and was.is_placed is not true
        and (was.last is null
          or (select e.registration_status from enrolments e where e.id = was.last) = 'Registered')
      union
      select 'attending_unpaid', e.course_id,
        format('student %s in %s, last on %s', e.student_id, coalesce(e.class_id::text, 'no class'), came.last), null
      from enrolments e
      cross join day
      cross join lateral (
        select max(a.attendance_date) as last from attendance a
        where a.student_id = e.student_id and a.course_id = e.course_id and a.status = 'present'
      ) came
      where e.ended_on is null and coalesce(e.payment_status, 'Failed') in ('Failed', 'Refunded')
        and came.last is not null
        and case
          when exists (select from charges h where h.student_id = e.student_id and h.course_id = e.course_id)
            then exists (
              select from open_charges o
              where o.student_id = e.student_id and o.course_id = e.course_id and o.open > 0 and o.due_on <= day.today
            )
          else exists (select from course_prices x where x.course_id = e.course_id and x.price_value > 0)
            -- A payment of which more went back than it brought takes nothing from another one.
            and not exists (
              select from payments m
              left join payment_shares s on s.payment_id = m.id
              where lower(m.status) = 'success' and m.kind = 'fee'
                and (coalesce(s.student_id, m.student_id), coalesce(s.course_id, m.course_id)) = (e.student_id, e.course_id)
                and coalesce(s.amount, m.amount) > (
                  select coalesce(sum(f.amount), 0) from refunds f
                  where f.reversed_at is null and f.payment_id = m.id and coalesce(f.share_id = s.id, s.id is null)
                )
            )
        end
        and (came.last > day.today - 30 or exists (select from live c where c.id = e.course_id and c.over_on > day.today))
      union
      select 'three_absences', c.id, format('student %s in %s, last on %s', p.id, k.id, max(t.attendance_date)), k.id
      from enrolments e
      cross join day
      join people p on p.id = e.student_id and p.deleted_at is null
      join classes k on k.id = e.class_id and k.deleted_at is null
      join live c on c.id = k.course_id
      join attendance t on t.student_id = p.id and t.class_id = k.id and t.status = 'absent'
      where e.ended_on is null and c.over_on > day.today
        and not exists (
          select from attendance o
          where o.student_id = p.id and o.class_id = k.id and o.status <> 'absent'
            and o.attendance_date >= t.attendance_date
        )
      group by p.id, k.id, c.id
      -- Nobody brought the last of them long after its day.
      having count(*) >= 3
        and min(t.marked_at::date - t.attendance_date) filter (
          where t.attendance_date = (
            select max(u.attendance_date) from attendance u
            where u.student_id = p.id and u.class_id = k.id and u.status = 'absent'
          )
        ) <= 28
    ),
    truth as (
      select o.owner, f.kind, f.what
      from owners o
      join plain f on o.owner = 0 or f.course_id in (select c.id from live c where c.courseadmin_id = o.owner)
      union all
      select o.owner, f.kind, format('%s of them', count(*))
      from owners o
      join plain f on o.owner = 0 or f.course_id in (select c.id from live c where c.courseadmin_id = o.owner)
      group by o.owner, f.kind
    ),
    told as (
      select n.owner, n.kind, n.count,
        case n.kind
          when 'unmarked_class' then format('slot %s on %s', n.slot_id, n.on_day)
          when 'class_without_teacher' then format('slot %s', n.slot_id)
          when 'paid_not_placed' then format('student %s, payment %s, %s', n.student_id, n.payment,
            case when n.is_enrolled then 'there' else 'to come' end)
          else format('student %s in %s, last on %s', n.student_id, coalesce(n.class_id::text, 'no class'), n.on_day)
        end as what
      from (${join(told, ' union all ')}) n
    ),
    kept as (
      select t.owner, t.kind, t.what from told t
      union all
      select distinct t.owner, t.kind, format('%s of them', t.count) from told t
    )
    select coalesce(t.owner, k.owner) as owner, coalesce(t.kind, k.kind) as kind, coalesce(t.what, k.what) as what,
      t.owner is not null as plain
    from truth t
    full join kept k on k.owner = t.owner and k.kind = t.kind and k.what = t.what
    where t.owner is null or k.owner is null
  `;
}
