-- What the history of changes still knows. A value was, before a change, what the next change of it found.
with changed as (
  select s.id as slot_id, s.created_at, e.id, e.at, e.row_id, s.class_day, s.local_time, s.time_zone, s.duration_minutes
  from audit_entries e
  join class_slots s on s.id = e.row_id::bigint
  where e.table_name = 'class_slots' and e.action = 'update'
    and e.before ?| array['class_day', 'local_time', 'time_zone', 'duration_minutes']
),
was as (
  select c.slot_id, c.at, lag(c.at, 1, c.created_at) over (partition by c.slot_id order by c.id) as since,
    coalesce(v.class_day, c.class_day) as class_day,
    coalesce(v.local_time::time, c.local_time) as local_time,
    coalesce(v.time_zone, c.time_zone) as time_zone,
    coalesce(v.duration_minutes::integer, c.duration_minutes) as duration_minutes
  from changed c
  cross join lateral (
    select
      (array_agg(n.before ->> 'class_day' order by n.id) filter (where n.before ? 'class_day'))[1] as class_day,
      (array_agg(n.before ->> 'local_time' order by n.id) filter (where n.before ? 'local_time'))[1] as local_time,
      (array_agg(n.before ->> 'time_zone' order by n.id) filter (where n.before ? 'time_zone'))[1] as time_zone,
      (array_agg(n.before ->> 'duration_minutes' order by n.id) filter (where n.before ? 'duration_minutes'))[1]
        as duration_minutes
    from audit_entries n
    where n.table_name = 'class_slots' and n.row_id = c.row_id and n.id >= c.id and n.action = 'update'
  ) v
)
insert into past_weekly_times (slot_id, ended_at, class_day, local_time, time_zone, duration_minutes)
select w.slot_id, w.at, w.class_day, w.local_time, w.time_zone, w.duration_minutes
from was w
where meets_between(w.class_day, w.local_time, w.time_zone, w.since, w.at)
on conflict do nothing;

-- The meetings of these classes from one day to another, both included, on each slot's own calendar. A meeting that was
-- moved is where it was moved to. Of what does not take place, the state is `canceled` or `day_off`, and the reason says
-- why. Each weekly time of a slot has the meetings that were to begin while it was valid. A meeting that was moved from a
-- day which the slot no longer has is gone with that day. The teacher of one that is over is who had the slot then, as in
-- the hours taught; before anybody had it, the first one. `is_covered`: another teacher than that takes it.
-- `assigned_at`: since when its teacher has it.
create or replace function meetings_of(classes bigint[], since date, until date)
returns table (
  class_id bigint, course_id bigint, slot_id bigint, on_date date, state text, held_on date, local_start timestamp,
  starts_at timestamptz, ends_at timestamptz, time_zone text, teacher_id bigint, reason text, slot_made_at timestamptz,
  assigned_at timestamptz, is_covered boolean
)
language sql stable rows 50 as $$
  with slot as (
    select s.id as slot_id, s.class_id, s.course_id, s.created_at, c.start_date,
      course_end(c.start_date, c.course_duration) as course_end, w.*,
      array_position(
        array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], w.class_day
      ) as weekday
    from class_slots s
    join courses c on c.id = s.course_id and c.deleted_at is null
    cross join lateral (
      select s.class_day, s.local_time, s.time_zone, s.duration_minutes,
        (select max(p.ended_at) from past_weekly_times p where p.slot_id = s.id) as valid_from,
        null::timestamptz as valid_until
      union all
      select p.class_day, p.local_time, p.time_zone, p.duration_minutes,
        lag(p.ended_at) over (order by p.ended_at), p.ended_at
      from past_weekly_times p
      where p.slot_id = s.id
    ) w
    where s.class_id = any(meetings_of.classes) and s.deleted_at is null
  ),
  meeting as (
    select slot.slot_id, slot.class_id, slot.course_id, slot.created_at, slot.time_zone, slot.valid_from, slot.valid_until,
      slot.local_time as weekly_time, d.on_date,
      coalesce(m.state, case when off.name is null then 'planned' else 'day_off' end) as state, d.on_date as held_on,
      slot.local_time, slot.duration_minutes, coalesce(off.name, m.reason, '') as reason, m.teacher_id
    from slot
    cross join lateral (
      select meetings_of.since + (slot.weekday - extract(isodow from meetings_of.since)::integer + 7) % 7 + 7 * n as on_date
      from generate_series(0, (meetings_of.until - meetings_of.since) / 7) n
    ) d
    left join meetings m on m.slot_id = slot.slot_id and m.on_date = d.on_date and m.state is distinct from 'extra'
    left join lateral (
      select o.name
      from days_off o
      where m.state is null and d.on_date between o.from_date and o.until_date
        and (o.course_id is null or o.course_id = slot.course_id) and (o.class_id is null or o.class_id = slot.class_id)
      order by o.class_id, o.course_id, o.id
      limit 1
    ) off on true
    where d.on_date <= meetings_of.until and d.on_date >= slot.start_date and d.on_date < slot.course_end
      and m.state is distinct from 'moved'
    union all
    select slot.slot_id, slot.class_id, slot.course_id, slot.created_at, slot.time_zone, slot.valid_from, slot.valid_until,
      slot.local_time, m.on_date, m.state, m.held_on, m.local_time, m.duration_minutes, m.reason, m.teacher_id
    from slot
    join meetings m on m.slot_id = slot.slot_id and m.held_on between meetings_of.since and meetings_of.until
    where m.state = 'extra' or extract(isodow from m.on_date)::integer = slot.weekday
  )
  select x.class_id, x.course_id, x.slot_id, x.on_date, x.state, x.held_on, x.held_on + x.local_time, i.starts_at,
    i.ends_at, x.time_zone, coalesce(x.teacher_id, had.teacher_id, t.teacher_id), x.reason, x.created_at,
    case when x.teacher_id is null then coalesce(had.assigned_at, t.assigned_at) else x.created_at end,
    coalesce(x.teacher_id <> coalesce(had.teacher_id, t.teacher_id), x.teacher_id is not null)
  from meeting x
  cross join lateral (
    select w.starts_at, w.starts_at + make_interval(mins => x.duration_minutes) as ends_at
    from (select class_instant(x.held_on + x.local_time, x.time_zone) as starts_at) w
  ) i
  left join slot_teachers t on t.slot_id = x.slot_id and t.ended_at is null
  left join lateral (
    select e.teacher_id, e.assigned_at
    from slot_teachers e
    where e.slot_id = x.slot_id and e.ended_at > i.starts_at and i.ends_at <= now()
    order by e.assigned_at
    limit 1
  ) had on true
  -- An extra meeting is of the slot itself.
  where coalesce(x.valid_from, x.valid_until) is null
    or case x.state
      when 'extra' then x.valid_until is null
      else class_instant(x.on_date + x.weekly_time, x.time_zone) >= coalesce(x.valid_from, '-infinity')
        and class_instant(x.on_date + x.weekly_time, x.time_zone) < coalesce(x.valid_until, 'infinity')
    end
$$;
