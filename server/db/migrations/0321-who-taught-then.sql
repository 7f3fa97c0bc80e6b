-- Past meetings showed the present teacher of their slot.

-- The meetings of these classes from one day to another, both included, on each slot's own calendar. A meeting that was
-- moved is where it was moved to. Of what does not take place, the state is `canceled` or `day_off`, and the reason says
-- why. A meeting that was moved from a day which the slot no longer has is gone with that day. The teacher of one that is
-- over is who had the slot then, as in the hours taught; before anybody had it, the first one. `is_covered`: another
-- teacher than that takes it. `assigned_at`: since when its teacher has it.
create or replace function meetings_of(classes bigint[], since date, until date)
returns table (
  class_id bigint, course_id bigint, slot_id bigint, on_date date, state text, held_on date, local_start timestamp,
  starts_at timestamptz, ends_at timestamptz, time_zone text, teacher_id bigint, reason text, slot_made_at timestamptz,
  assigned_at timestamptz, is_covered boolean
)
language sql stable rows 50 as $$
  with slot as (
    select s.*, c.start_date, course_end(c.start_date, c.course_duration) as course_end,
      array_position(
        array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], s.class_day
      ) as weekday
    from class_slots s
    join courses c on c.id = s.course_id and c.deleted_at is null
    where s.class_id = any(meetings_of.classes) and s.deleted_at is null
  ),
  meeting as (
    select slot.id as slot_id, d.on_date, coalesce(m.state, case when off.name is null then 'planned' else 'day_off' end) as state,
      d.on_date as held_on, slot.local_time, slot.duration_minutes, coalesce(off.name, m.reason, '') as reason,
      m.teacher_id
    from slot
    cross join lateral (
      select meetings_of.since + (slot.weekday - extract(isodow from meetings_of.since)::integer + 7) % 7 + 7 * n as on_date
      from generate_series(0, (meetings_of.until - meetings_of.since) / 7) n
    ) d
    left join meetings m on m.slot_id = slot.id and m.on_date = d.on_date and m.state is distinct from 'extra'
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
    select slot.id, m.on_date, m.state, m.held_on, m.local_time, m.duration_minutes, m.reason, m.teacher_id
    from slot
    join meetings m on m.slot_id = slot.id and m.held_on between meetings_of.since and meetings_of.until
    where m.state = 'extra' or extract(isodow from m.on_date)::integer = slot.weekday
  )
  select slot.class_id, slot.course_id, slot.id, x.on_date, x.state, x.held_on, x.held_on + x.local_time, i.starts_at,
    i.ends_at, slot.time_zone, coalesce(x.teacher_id, had.teacher_id, t.teacher_id), x.reason, slot.created_at,
    case when x.teacher_id is null then coalesce(had.assigned_at, t.assigned_at) else slot.created_at end,
    coalesce(x.teacher_id <> coalesce(had.teacher_id, t.teacher_id), x.teacher_id is not null)
  from slot
  join meeting x on x.slot_id = slot.id
  cross join lateral (
    select w.starts_at, w.starts_at + make_interval(mins => x.duration_minutes) as ends_at
    from (select class_instant(x.held_on + x.local_time, slot.time_zone) as starts_at) w
  ) i
  left join slot_teachers t on t.slot_id = slot.id and t.ended_at is null
  left join lateral (
    select e.teacher_id, e.assigned_at
    from slot_teachers e
    where e.slot_id = slot.id and e.ended_at > i.starts_at and i.ends_at <= now()
    order by e.assigned_at
    limit 1
  ) had on true
$$;
