import { todayShown } from '@gurukul/contract/dashboards';
import type { TodayItem } from '@gurukul/contract/dashboards';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { ownClasses, ownCourses } from '#server/http/scope.ts';
import type { Caller } from '#server/http/scope.ts';
import type { WeeklySlot } from '#server/time/slots.ts';

/** One of the most pressing, and how many there are in all. */
export type Due = TodayItem & { readonly count: number };

/** With the timing it is about: its instants are derived elsewhere. */
export type DueSlot = Due & { readonly slot: WeeklySlot };

const today = sql`(now() at time zone 'Asia/Kolkata')::date`;

/** The day after the last week of the courses `c`: a week that has begun is taught to its end. */
const end = sql`
  c.start_date + (
    ((c.start_date + make_interval(months => course_months(c.course_duration)))::date - c.start_date + 6) / 7
  ) * 7
`;

const shown = sql`limit ${todayShown}::integer`;

const slot = sql`
  json_build_object('class_day', s.class_day, 'time', to_char(s.local_time, 'HH24:MI'), 'zone', s.time_zone) as slot
`;

/**
 * Of each timing the last meeting that is over, which is one of the last seven days, unless everybody who was in the
 * class that day is marked. One that was over before the timing was entered, or lies outside the course, was none.
 * The longest forgotten first.
 */
export const listUnmarked = (db: Db, person: Caller): Promise<DueSlot[]> =>
  many<DueSlot>(
    db,
    sql`
      with clocks as materialized (
        select z.time_zone, wall::date as today, d.class_day,
          wall::date - (extract(isodow from wall)::integer - d.weekday::integer + 7) % 7 as date
        from (select distinct s.time_zone from class_slots s where s.deleted_at is null) z
        cross join lateral (select now() at time zone z.time_zone as wall) w
        cross join unnest(
          array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
        ) with ordinality as d (class_day, weekday)
      ),
      running as materialized (
        select c.id, c.courseadmin_id, c.start_date, ${end} as ends_on
        from courses c
        where c.deleted_at is null and ${ownCourses(person)}
      ),
      over as materialized (
        select s.id, s.class_id, c.start_date, c.ends_on,
          case
            when l.date < l.today - 1 then l.date
            when (l.date + s.local_time) at time zone s.time_zone + make_interval(mins => s.duration_minutes) <= now()
              then l.date
            else l.date - 7
          end as date
        from running c
        join class_slots s on s.course_id = c.id and s.deleted_at is null
        cross join lateral (select s.class_id as id) k
        join clocks l on l.time_zone = s.time_zone and l.class_day = s.class_day
        where c.ends_on > l.date - 7 and c.start_date <= l.date and ${ownClasses(person)}
      ),
      meetings as materialized (
        select o.class_id, o.date, min(o.id) as slot_id
        from over o
        where o.date >= o.start_date and o.date < o.ends_on
        group by o.class_id, o.date
      ),
      taken as materialized (
        select r.class_id, r.attendance_date, r.id,
          exists (select from open_registers o where o.register_id = r.id) as is_open
        from attendance_registers r
        where r.attendance_date >= (select min(m.date) from meetings m)
      ),
      doubtful as materialized (
        select m.class_id, m.date, m.slot_id
        from meetings m
        left join taken r on r.class_id = m.class_id and r.attendance_date = m.date
        where r.id is null or r.is_open
      ),
      open as materialized (
        select d.class_id, d.date, d.slot_id from doubtful d where lacks_a_mark(d.class_id, d.date)
      )
      select
        count(*) over () as count, c.id as course_id, c.course_name, k.id as class_id, k.class_name,
        o.date as attendance_date, ${slot}
      from open o
      join class_slots s on s.id = o.slot_id
      join classes k on k.id = o.class_id and k.deleted_at is null
      join courses c on c.id = k.course_id
      where (o.date + s.local_time) at time zone s.time_zone >= s.created_at
      order by o.date, s.local_time, k.id
      ${shown}
    `,
  );

/** Timings that nobody teaches, of published courses that are not over; those that began first come first. */
export const listUntaught = (db: Db, person: Caller): Promise<DueSlot[]> =>
  many<DueSlot>(
    db,
    sql`
      select
        count(*) over () as count, c.id as course_id, c.course_name, k.id as class_id, k.class_name, ${slot}
      from class_slots s
      join classes k on k.id = s.class_id and k.deleted_at is null
      join courses c on c.id = s.course_id and c.deleted_at is null
      where s.deleted_at is null
        and c.status = 'published'
        and ${end} > ${today}
        and not exists (select from slot_teachers t where t.slot_id = s.id and t.ended_at is null)
        and ${ownCourses(person)}
      order by c.start_date, lower(k.class_name), s.id
      ${shown}
    `,
  );

/** Condition on a column that names a course: one of the caller's own. */
const inOwnCourse = (person: Caller, column: Sql): Sql =>
  person.role === 'admin'
    ? sql`true`
    : sql`${column} in (select c.id from courses c where c.deleted_at is null and ${ownCourses(person)})`;

/**
 * Students who paid for a course that is not over, did not get it back, and wait for a class: in the course without
 * one, or not in it. Whoever the office has marked as gone or done waits for nothing. The longest waiting first.
 */
export const listUnplaced = (db: Db, person: Caller): Promise<Due[]> =>
  many<Due>(
    db,
    sql`
      with running as materialized (
        select c.id, c.course_name
        from courses c
        where c.deleted_at is null and ${end} > ${today} and ${ownCourses(person)}
      ),
      unplaced as materialized (
        select u.student_id, u.course_id
        from unmet_payments u
        join running c on c.id = u.course_id
        union
        select e.student_id, e.course_id
        from enrolments e
        join running c on c.id = e.course_id
        where e.registration_status = 'Registered' and (e.class_id is null or e.ended_on is not null)
      ),
      -- Each of them is looked up once among the stays, and once among the payments.
      waiting as materialized (
        select u.student_id, u.course_id, coalesce(stays.is_enrolled, false) as is_enrolled
        from unplaced u
        cross join lateral (
          select
            bool_or(e.ended_on is null) as is_enrolled,
            bool_or(e.ended_on is null and e.class_id is not null) as is_placed,
            (array_agg(e.registration_status order by e.id desc))[1] as latest
          from enrolments e
          where e.student_id = u.student_id and e.course_id = u.course_id
        ) stays
        where stays.is_placed is not true and coalesce(stays.latest, 'Registered') = 'Registered'
      )
      select
        d.count, c.id as course_id, c.course_name, p.id as student_id, p.fullname as student_name, d.payment, d.at,
        d.is_enrolled
      from (
        select
          u.student_id, u.course_id, u.is_enrolled, paid.id as payment, paid.paid_at as at, count(*) over () as count
        from waiting u
        cross join lateral (
          select m.id, m.paid_at, lower(m.status) as status
          from payments m
          where m.student_id = u.student_id and m.course_id = u.course_id and lower(m.status) in ('success', 'refunded')
          -- of two at one moment the refund came later
          order by m.paid_at desc, lower(m.status) = 'success', m.id desc
          limit 1
        ) paid
        where paid.status = 'success'
          -- looked up one by one: a join may go through everybody
          and (select p.deleted_at is null from people p where p.id = u.student_id)
        order by paid.paid_at, paid.id
        ${shown}
      ) d
      join courses c on c.id = d.course_id
      join people p on p.id = d.student_id
      order by d.at, d.payment
    `,
  );

/** Students who came within thirty days to a course that is not paid for; whoever came last comes first. */
export const listUnpaid = (db: Db, person: Caller): Promise<Due[]> =>
  many<Due>(
    db,
    sql`
      with not_known as materialized (
        select u.enrolment_id, came.attendance_date as came_on
        from unpaid_stays u
        cross join lateral (
          select a.attendance_date
          from attendance a
          where a.student_id = u.student_id
            and a.course_id = u.course_id
            and a.status = 'present'
            and a.attendance_date > ${today} - 30
          order by a.attendance_date desc
          limit 1
        ) came
        where u.came_on is null and ${inOwnCourse(person, sql`u.course_id`)}
      ),
      latest as materialized (
        select u.enrolment_id, u.came_on
        from unpaid_stays u
        where u.came_on > ${today} - 30 and ${inOwnCourse(person, sql`u.course_id`)}
        order by u.came_on desc, u.enrolment_id
        ${shown}
      ),
      number as materialized (
        select
          (
            select count(*)
            from unpaid_stays u
            where u.came_on > ${today} - 30 and ${inOwnCourse(person, sql`u.course_id`)}
          ) + (select count(*) from not_known) as count
      )
      select
        u.count, c.id as course_id, c.course_name, k.id as class_id, k.class_name,
        p.id as student_id, p.fullname as student_name, u.came_on as attendance_date
      from (
        select l.enrolment_id, l.came_on, n.count
        from (select * from latest union all select * from not_known) l
        cross join number n
        order by l.came_on desc, l.enrolment_id
        ${shown}
      ) u
      join enrolments e on e.id = u.enrolment_id
      join courses c on c.id = e.course_id
      join people p on p.id = e.student_id
      left join classes k on k.id = e.class_id and k.deleted_at is null
      order by u.came_on desc, u.enrolment_id
    `,
  );

/**
 * Students whose last three marks in the class they are in all say absent, while the course goes on; all three of the
 * last eight weeks, so that an absence of long ago is nobody's task for today.
 */
export const listAbsent = (db: Db, person: Caller): Promise<Due[]> =>
  many<Due>(
    db,
    sql`
      select
        count(*) over () as count, c.id as course_id, c.course_name, k.id as class_id, k.class_name,
        p.id as student_id, p.fullname as student_name, w.last_on as attendance_date
      from three_absences w
      join classes k on k.id = w.class_id and k.deleted_at is null
      join courses c on c.id = k.course_id and c.deleted_at is null
      join people p on p.id = w.student_id and p.deleted_at is null
      where w.first_on > ${today} - 56
        and ${end} > ${today}
        and ${ownClasses(person)}
        and exists (
          select from enrolments e
          where e.class_id = w.class_id and e.student_id = w.student_id and e.ended_on is null
        )
      order by w.last_on desc, lower(p.fullname), p.id
      ${shown}
    `,
  );

/** Letters that were given up, the latest first; of a course admin's, those about events of his courses. */
export const listFailedMails = (db: Db, person: Caller): Promise<Due[]> =>
  many<Due>(
    db,
    sql`
      select
        count(*) over () as count, m.id as mail_id, m.failed_at as at, v.id as event_id, v.event_name,
        v.course_id, c.course_name
      from mails m
      left join events v on v.id = m.event_id
      left join courses c on c.id = v.course_id
      where m.state = 'failed'
        and ${person.role === 'admin' ? sql`true` : sql`c.deleted_at is null and ${ownCourses(person)}`}
      order by m.failed_at desc, m.id desc
      ${shown}
    `,
  );

/** Published events of the next two weeks that nobody could join. */
export const listEventsWithoutLink = (db: Db, person: Caller): Promise<Due[]> =>
  many<Due>(
    db,
    sql`
      select
        count(*) over () as count, c.id as course_id, c.course_name, v.id as event_id, v.event_name,
        v.starts_at as at
      from events v
      join courses c on c.id = v.course_id and c.deleted_at is null
      where v.deleted_at is null
        and v.live_status = 'published'
        and trim(v.meeting_link) = ''
        and v.starts_at > now()
        and v.starts_at < now() + interval '14 days'
        and ${ownCourses(person)}
      order by v.starts_at, v.id
      ${shown}
    `,
  );
