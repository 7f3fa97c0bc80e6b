-- A roll belongs to a meeting, so a day with two meetings has two. A meeting is named as in `meetings`: by its slot, the
-- day that the rule gives, and whether it is extra. A register without a name is of the whole day: of a day without
-- meetings, or from before this migration.

-- Allowed: drop, because no key of one roll a day can stay. Until the portals of the version before are away, the rolls
-- that they are sent wait on their devices, which try again. The functions are called by each other only.
-- Allowed: unvalidated, because registers are a thirtieth of the marks, and the new columns are empty.

alter table attendance_registers
  add column slot_id bigint,
  add column on_date date,
  add column is_extra boolean not null default false,
  add constraint attendance_registers_slot_fkey foreign key (slot_id, course_id) references class_slots (id, course_id),
  add constraint attendance_registers_meeting_whole
    check (num_nonnulls(slot_id, on_date) in (0, 2) and (slot_id is not null or not is_extra)),
  drop constraint attendance_registers_one_per_day,
  add constraint attendance_registers_one_each
    unique nulls not distinct (class_id, attendance_date, slot_id, on_date, is_extra);

alter table attendance
  drop constraint attendance_once_a_day,
  add constraint attendance_once_a_roll unique using index attendance_once_a_roll;

-- Whether somebody who was in the class on that day has no mark in that register; of no register, whether anybody was
-- there. `offset 0` as before.
drop function lacks_a_mark(bigint, date);
create function lacks_a_mark(class_id bigint, attendance_date date, register_id bigint) returns boolean language sql stable
  return exists (
    select from enrolments e
    where e.class_id = lacks_a_mark.class_id
      and e.started_on <= lacks_a_mark.attendance_date
      and (e.ended_on is null or e.ended_on > lacks_a_mark.attendance_date)
      and (
        e.ended_on is null
        or exists (select from people p where p.id = e.student_id and p.deleted_at is null offset 0)
      )
      and not exists (
        select from attendance a
        where a.class_id = e.class_id
          and a.attendance_date = lacks_a_mark.attendance_date
          and a.student_id = e.student_id
          and a.register_id = lacks_a_mark.register_id
        offset 0
      )
  );

drop function last_meetings(bigint[], timestamptz);
-- The meetings of these courses around that moment. Due is the roll of one that was over in the seven days before it
-- (`is_in_course`), with its register. `next_at`: when that changes for this meeting; of a slot without any near, a week
-- later.
create function last_meetings(courses bigint[], moment timestamptz)
returns table (
  slot_id bigint, class_id bigint, course_id bigint, date date, local_start timestamp, is_in_course boolean,
  next_at timestamptz, register_id bigint
)
language sql stable as $$
  select m.slot_id, m.class_id, m.course_id, m.held_on, m.local_start,
    m.ends_at <= moment and m.ends_at > moment - interval '7 days' and m.starts_at >= m.slot_made_at,
    case
      when m.ends_at > moment then m.ends_at
      when m.ends_at > moment - interval '7 days' then m.ends_at + interval '7 days'
    end,
    case when m.ends_at <= moment and m.ends_at > moment - interval '7 days' then (
      select r.id
      from attendance_registers r
      where r.class_id = m.class_id and r.attendance_date = m.held_on
        and (r.slot_id is null or r.slot_id = m.slot_id and r.on_date = m.on_date and r.is_extra = (m.state = 'extra'))
      order by r.slot_id
      limit 1
    ) end
  from meetings_of(
    array(select k.id from classes k where k.course_id = any(last_meetings.courses) and k.deleted_at is null),
    moment::date - 9, moment::date + 9
  ) m
  where m.state not in ('canceled', 'day_off')
  union all
  select s.id, s.class_id, s.course_id, null, null, false, (moment::date + 8)::timestamptz, null
  from class_slots s
  join courses c on c.id = s.course_id and c.deleted_at is null
  where s.course_id = any(last_meetings.courses) and s.deleted_at is null
    and course_end(c.start_date, c.course_duration) > moment::date
$$;

-- As before, with a roll for each meeting: what is due of these courses at this moment, from the rows as they are.
-- `until`: the day in Kolkata on which it ends by itself. A row without a kind says when the next meeting of a course will be over.
create or replace function due_of_courses(courses bigint[])
returns table (
  kind text, course_id bigint, class_id bigint, student_id bigint, slot_id bigint, payment bigint, on_day date,
  is_enrolled boolean, rank bigint, tie bigint, until timestamptz
)
language plpgsql stable rows 20 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  today constant date := today_in_kolkata();
begin
  if cardinality(courses) = 0 then
    return;
  end if;
  return query
    with running as materialized (
      select c.id, c.start_date, e.ends_on, e.ends_on::timestamp at time zone 'Asia/Kolkata' as until
      from courses c
      cross join lateral (select course_end(c.start_date, c.course_duration) as ends_on) e
      where c.id = any(due_of_courses.courses) and c.deleted_at is null and e.ends_on > today
    ),
    meeting as materialized (
      select m.* from last_meetings(due_of_courses.courses, now()) m
    )
    select null, m.course_id, null::bigint, null::bigint, null::bigint, null::bigint, null::date, null::boolean,
      null::bigint, null::bigint, min(m.next_at)
    from meeting m
    group by m.course_id
    union all
    select 'unmarked_class', m.course_id, m.class_id, null, m.slot_id, null, m.date, null,
      extract(epoch from m.local_start)::bigint, m.class_id, 'infinity'
    from meeting m
    where m.is_in_course and lacks_a_mark(m.class_id, m.date, m.register_id)
    union all
    select 'class_without_teacher', r.id, s.class_id, null, s.id, null, null, null,
      (r.start_date - date '2000-01-01')::bigint, s.id, r.until
    from running r
    join class_slots s on s.course_id = r.id and s.deleted_at is null
    where (select k.deleted_at is null from classes k where k.id = s.class_id)
      and not exists (select from slot_teachers t where t.slot_id = s.id and t.ended_at is null)
    union all
    -- They paid last, were not refunded, are in no class, and are still meant to come.
    select 'paid_not_placed', r.id, null, paid.student_id, null, paid.id, null, e.id is not null,
      (extract(epoch from paid.paid_at) * 1000000)::bigint, paid.id, r.until
    from running r
    cross join lateral (
      select distinct on (m.student_id) m.student_id, m.id, m.paid_at, m.status
      from payments m
      where m.course_id = r.id and m.student_id is not null and lower(m.status) in ('success', 'refunded')
        and not exists (
          select from enrolments e
          where e.student_id = m.student_id and e.course_id = m.course_id and e.ended_on is null and e.class_id is not null
        )
      -- of two at one moment the refund came later
      order by m.student_id, m.paid_at desc, lower(m.status) = 'success', m.id desc
    ) paid
    join people p on p.id = paid.student_id and p.deleted_at is null
    left join enrolments e on e.student_id = paid.student_id and e.course_id = r.id and e.ended_on is null
    where lower(paid.status) = 'success'
      and coalesce((
        select e.registration_status
        from enrolments e
        where e.student_id = paid.student_id and e.course_id = r.id
        order by e.id desc
        limit 1
      ), 'Registered') = 'Registered'
    union all
    select 'attending_unpaid', e.course_id, e.class_id, e.student_id, null, null, came.day, null,
      (date '2000-01-01' - came.day)::bigint, e.id, (came.day + 30)::timestamp at time zone 'Asia/Kolkata'
    from enrolments e
    cross join lateral (
      select a.attendance_date as day
      from attendance a
      where a.student_id = e.student_id and a.course_id = e.course_id and a.status = 'present'
        and a.attendance_date > today - 30
      order by a.attendance_date desc
      limit 1
    ) came
    where e.course_id = any(due_of_courses.courses) and e.ended_on is null and is_unpaid(e.payment_status)
    union all
    -- The last three marks all say absent. Of two on one day, the one that does not counts as the later one.
    select 'three_absences', r.id, e.class_id, e.student_id, null, null, absent.last_on, null,
      (date '2000-01-01' - absent.last_on)::bigint, e.id,
      least((absent.first_on + 56)::timestamp at time zone 'Asia/Kolkata', r.until)
    from running r
    join enrolments e on e.course_id = r.id and e.ended_on is null
    cross join lateral (
      select min(m.attendance_date) as first_on, max(m.attendance_date) as last_on
      from (
        select a.status, a.attendance_date
        from attendance a
        where a.class_id = e.class_id and a.student_id = e.student_id and a.attendance_date > today - 56
        order by a.attendance_date desc, a.status desc
        limit 3
      ) m
      having count(*) = 3 and bool_and(m.status = 'absent')
    ) absent
    where (select k.deleted_at is null from classes k where k.id = e.class_id)
      and (select p.deleted_at is null from people p where p.id = e.student_id);
end
$$;
