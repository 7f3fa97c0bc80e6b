-- Who calls the rolls alone needs no teacher: nobody ever taught in the course, and a roll was called about its own day. A
-- roll of long ago was brought from elsewhere.
create function needs_teacher(course bigint)
 returns boolean
 language sql
 stable
as $function$
  select exists (select from course_teachers t where t.course_id = course)
    or not exists (
      select from attendance_registers r
      join classes k on k.id = r.class_id
      where k.course_id = course and r.taken_at < r.attendance_date + 29
    )
$function$;

-- In the lines of Today: a class without a teacher is one that needs one.
create or replace function due_of_courses(courses bigint[])
 returns table(kind text, course_id bigint, class_id bigint, student_id bigint, slot_id bigint, payment bigint, on_day date, is_enrolled boolean, rank bigint, tie bigint, until timestamptz, line text, days date[])
 language plpgsql
 stable rows 20
 set plan_cache_mode to 'force_generic_plan'
as $function$
#variable_conflict use_column
declare
  today constant date := today_in_kolkata();
  own bigint[];
  first_day date;
  void bigint[];
  void_days date[];
begin
  if cardinality(courses) = 0 then
    return;
  end if;
  own := array(select k.id from classes k where k.course_id = any(due_of_courses.courses) and k.deleted_at is null);
  -- Rolls of courses that run are asked for from their first day on. No slot has a meeting before it was made.
  first_day := least(today - 9, (
    select min(greatest(c.start_date, s.created_at::date - 1))
    from class_slots s
    join courses c on c.id = s.course_id
    where s.class_id = any(own) and s.deleted_at is null and course_end(c.start_date, c.course_duration) > today
  ));
  -- the registers of meetings that were canceled, or were on a day off
  void := array(
    select r.id
    from class_slots s
    join meetings m on m.slot_id = s.id and m.state = 'canceled'
    join attendance_registers r
      on r.class_id = m.class_id and r.attendance_date = m.on_date and r.slot_id = m.slot_id and not r.is_extra
    where s.course_id = any(due_of_courses.courses)
    union all
    select r.id
    from days_off o
    join classes k
      on k.course_id = any(due_of_courses.courses) and (o.course_id is null or o.course_id = k.course_id)
      and (o.class_id is null or o.class_id = k.id)
    join attendance_registers r
      on r.class_id = k.id and r.attendance_date between o.from_date and o.until_date and not r.is_extra
    where not exists (
      select from meetings m where m.slot_id = r.slot_id and m.on_date = r.on_date and m.state in ('planned', 'moved')
    )
  );
  void_days := array(select distinct r.attendance_date from attendance_registers r where r.id = any(void));
  return query
    with running as materialized (
      select c.id, c.start_date, e.ends_on, e.ends_on::timestamp at time zone 'Asia/Kolkata' as until
      from courses c
      cross join lateral (select course_end(c.start_date, c.course_duration) as ends_on) e
      where c.id = any(due_of_courses.courses) and c.deleted_at is null and e.ends_on > today
    ),
    enrolled as materialized (
      select e.id, e.student_id, e.course_id, e.class_id, e.payment_status
      from enrolments e
      where e.course_id = any(due_of_courses.courses) and e.ended_on is null
    ),
    meeting as materialized (
      select m.* from last_meetings(own, now()) m
    ),
    -- of courses that run, from their first day on
    older as materialized (
      select m.slot_id, m.class_id, m.course_id, m.held_on as date, m.local_start, m.on_date, m.state = 'extra' as is_extra
      from meetings_of(own, first_day, now()::date - 6) m
      join running r on r.id = m.course_id
      where m.state not in ('canceled', 'day_off') and m.ends_at <= now() - interval '7 days'
        and m.starts_at >= m.slot_made_at
    ),
    roll as materialized (
      select m.slot_id, m.class_id, m.course_id, m.date, m.local_start, m.on_date, m.is_extra, m.register_id
      from meeting m
      where m.is_in_course
      union all
      select m.slot_id, m.class_id, m.course_id, m.date, m.local_start, m.on_date, m.is_extra, (
          select r.id
          from attendance_registers r
          where r.class_id = m.class_id and r.attendance_date = m.date
            and (r.slot_id is null or r.slot_id = m.slot_id and r.on_date = m.on_date and r.is_extra = m.is_extra)
          order by r.slot_id
          limit 1
        )
      from older m
    ),
    marked as materialized (
      select a.register_id, a.student_id
      from attendance a
      where a.class_id = any(own) and a.attendance_date >= first_day
    ),
    member as materialized (
      select e.class_id, e.student_id, e.started_on, coalesce(e.ended_on, 'infinity') as ended_on
      from enrolments e
      where e.class_id = any(own)
        and (e.ended_on is null or (select p.deleted_at is null from people p where p.id = e.student_id))
    )
    select null, m.course_id, null::bigint, null::bigint, null::bigint, null::bigint, null::date, null::boolean,
      null::bigint, null::bigint, min(m.next_at), null::text, null::date[]
    from meeting m
    group by m.course_id
    union all
    -- One look at all the marks of a class costs less than one for each meeting and student. `not in` is always by hash.
    select distinct 'unmarked_class', l.course_id, l.class_id, null::bigint, l.slot_id, null::bigint, l.date, null::boolean,
      -extract(epoch from l.local_start)::bigint, l.class_id, coalesce(r.until, 'infinity'),
      format('unmarked_class:%s:%s%s', l.slot_id, l.on_date, case when l.is_extra then 'x' end), null::date[]
    from roll l
    join member e on e.class_id = l.class_id and e.started_on <= l.date and e.ended_on > l.date
    left join running r on r.id = l.course_id
    where l.register_id is null
      or (l.register_id, e.student_id) not in (select a.register_id, a.student_id from marked a)
    union all
    select 'class_without_teacher', r.id, s.class_id, null, s.id, null, null, null,
      (r.start_date - date '2000-01-01')::bigint, s.id, r.until, 'class_without_teacher:' || s.id, null
    from running r
    join class_slots s on s.course_id = r.id and s.deleted_at is null
    where (select k.deleted_at is null from classes k where k.id = s.class_id)
      and not exists (select from slot_teachers t where t.slot_id = s.id and t.ended_at is null)
      and needs_teacher(r.id)
    union all
    -- They paid last, were not refunded, are in no class, and are still meant to come.
    select 'paid_not_placed', r.id, null, paid.student_id, null, paid.id, null, e.id is not null,
      (extract(epoch from paid.paid_at) * 1000000)::bigint, paid.id, r.until, 'paid_not_placed:' || paid.id, null
    from running r
    cross join lateral (
      select distinct on (m.student_id) m.student_id, m.id, m.paid_at, m.status, m.amount
      from payments m
      where m.course_id = r.id and m.student_id is not null and lower(m.status) in ('success', 'refunded')
        and m.kind = 'fee'
        and (m.student_id, m.course_id) not in (
          select e.student_id, e.course_id from enrolled e where e.class_id is not null
        )
      -- of two at one moment the refund came later
      order by m.student_id, m.paid_at desc, lower(m.status) = 'success', m.id desc
    ) paid
    join people p on p.id = paid.student_id and p.deleted_at is null
    left join enrolled e on e.student_id = paid.student_id and e.course_id = r.id
    where lower(paid.status) = 'success'
      and not exists (
        select from refunds f
        where f.payment_id = paid.id and f.reversed_at is null
        having sum(f.amount) >= paid.amount
      )
      and coalesce((
        select e.registration_status
        from enrolments e
        where e.student_id = paid.student_id and e.course_id = r.id
        order by e.id desc
        limit 1
      ), 'Registered') = 'Registered'
    union all
    select 'attending_unpaid', e.course_id, e.class_id, e.student_id, null, null, came.day, null,
      (date '2000-01-01' - came.day)::bigint, e.id,
      greatest((came.day + 30)::timestamp at time zone 'Asia/Kolkata', r.until), 'attending_unpaid:' || e.id, null
    from enrolled e
    left join running r on r.id = e.course_id
    cross join lateral (
      select a.attendance_date as day
      from attendance a
      where a.student_id = e.student_id and a.course_id = e.course_id and a.status = 'present'
      order by a.attendance_date desc
      limit 1
    ) came
    where is_unpaid(e.payment_status) and (r.id is not null or came.day > today - 30)
    union all
    -- Three absences or more since the last mark that says something else. Of two on one day, that one counts as the later
    -- one. What was excused, or did not take place, is no mark.
    select 'three_absences', r.id, e.class_id, e.student_id, null, null, absent.days[cardinality(absent.days)], null,
      (date '2000-01-01' - absent.days[cardinality(absent.days)])::bigint, e.id, r.until,
      format('three_absences:%s:%s:%s', e.student_id, e.class_id, absent.days[1]), absent.days
    from running r
    join enrolled e on e.course_id = r.id
    cross join lateral (
      select greatest(
        (
          -- from the index alone, which does not have the register
          select a.attendance_date
          from attendance a
          where a.class_id = e.class_id and a.student_id = e.student_id and a.status <> 'absent'
            and a.attendance_date <> all(void_days)
          order by a.attendance_date desc
          limit 1
        ),
        (
          select max(a.attendance_date)
          from attendance a
          where a.class_id = e.class_id and a.student_id = e.student_id and a.status <> 'absent'
            and a.attendance_date = any(void_days) and a.register_id <> all(void)
        )
      ) as day
    ) other
    cross join lateral (
      select array_agg(a.attendance_date order by a.attendance_date) as days
      from attendance a
      where a.class_id = e.class_id and a.student_id = e.student_id and a.status = 'absent'
        and a.attendance_date > coalesce(other.day, '-infinity') and a.register_id <> all(void)
        and not is_excused(a.student_id, a.class_id, a.attendance_date, a.register_id)
      having count(*) >= 3
    ) absent
    where (
        -- Few have such a row, so what follows is looked at last.
        select k.deleted_at is null from classes k where k.id = e.class_id and absent.days is not null
      )
      and (select p.deleted_at is null from people p where p.id = e.student_id and absent.days is not null)
      -- A row whose last absence was entered more than four weeks later is history that somebody brought.
      and exists (
        select from attendance a
        where a.class_id = e.class_id and a.student_id = e.student_id and a.status = 'absent'
          and a.attendance_date = absent.days[cardinality(absent.days)] and a.marked_at < a.attendance_date + 29
        offset 0
      );
end
$function$;
