-- When classes meet. A slot is the weekly rule. `meetings` has what differs from the rule, `days_off` the days without
-- meetings. Nothing else is stored: `meetings_of` derives what takes place, for every reader.

create table meetings (
  id bigint generated always as identity constraint meetings_pkey primary key,
  course_id bigint not null,
  class_id bigint not null,
  slot_id bigint not null,
  -- the day that the rule gives, on the slot's own calendar; of an extra meeting, its day
  on_date date not null,
  -- planned: as the rule says, even on a day off. Null: rule and days off hold, and only the teacher differs
  state text constraint meetings_state_known check (state in ('planned', 'canceled', 'moved', 'extra')),
  -- of a moved and an extra meeting, in the slot's zone
  held_on date,
  local_time time(0),
  duration_minutes integer constraint meetings_duration_sane check (duration_minutes between 5 and 720),
  -- takes the meeting in place of the slot's teacher
  teacher_id bigint constraint meetings_teacher_fkey references people,
  reason text not null default '',
  created_by bigint constraint meetings_created_by_fkey references people,
  created_at timestamptz not null default now(),
  constraint meetings_class_fkey foreign key (class_id, course_id) references classes (id, course_id),
  constraint meetings_slot_fkey foreign key (slot_id, course_id) references class_slots (id, course_id),
  constraint meetings_time_of_their_own check (
    num_nonnulls(held_on, local_time, duration_minutes) = case when state in ('moved', 'extra') then 3 else 0 end
  )
);
create unique index meetings_once on meetings (slot_id, on_date, (state is not distinct from 'extra'));
create index meetings_held on meetings (slot_id, held_on) where held_on is not null;
create index meetings_covered on meetings (teacher_id, on_date) where teacher_id is not null;

-- Days without meetings, both ends included, on each class's own calendar: of a class, of a course, of everybody.
create table days_off (
  id bigint generated always as identity constraint days_off_pkey primary key,
  from_date date not null,
  until_date date not null,
  name text not null constraint days_off_name_present check (name <> ''),
  course_id bigint constraint days_off_course_fkey references courses,
  class_id bigint,
  created_by bigint constraint days_off_created_by_fkey references people,
  created_at timestamptz not null default now(),
  constraint days_off_class_fkey foreign key (class_id, course_id) references classes (id, course_id),
  constraint days_off_class_in_course check (class_id is null or course_id is not null),
  constraint days_off_in_order check (from_date <= until_date)
);
create index days_off_by_course on days_off (course_id) where course_id is not null;

-- The change that asked for the mail: its undo takes back what has not left. And the course that the mail is about, if it
-- is one.
alter table mails add column change_id bigint constraint mails_change_fkey references changes;
alter table mails add column course_id bigint constraint mails_course_fkey references courses;
-- Allowed: index, because both columns are new, so that the indexes are empty and only one look at the table is due.
create index mails_by_change on mails (change_id) where change_id is not null;
-- Allowed: index, for the same reason.
create index mails_by_course on mails (course_id, id desc) where course_id is not null;

create trigger meetings_audited after insert or update or delete on meetings for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger days_off_audited after insert or update or delete on days_off for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();

create trigger meetings_change_due after insert or update or delete on meetings
  for each row execute function note_due_change();

-- A day off of everybody changes every course.
create function note_due_days_off() returns trigger language plpgsql as $$
declare
  course bigint := coalesce(new.course_id, old.course_id);
begin
  insert into due_changes (course_id)
  select c.id from courses c where c.deleted_at is null and (course is null or c.id = course);
  return null;
end
$$;
create trigger days_off_change_due after insert or update or delete on days_off
  for each row execute function note_due_days_off();

-- The instant of a local time. A skipped time moves forward with the clocks; of a repeated one the first counts, while
-- PostgreSQL takes the second.
create function class_instant(wall timestamp, zone text) returns timestamptz language sql immutable parallel safe
  return case
    when (wall at time zone zone - interval '1 hour') at time zone zone = wall then wall at time zone zone - interval '1 hour'
    else wall at time zone zone
  end;

-- The meetings of these classes from one day to another, both included, on each slot's own calendar. A meeting that was
-- moved is where it was moved to. Of what does not take place, the state is `canceled` or `day_off`, and the reason says
-- why. A meeting that was moved from a day which the slot no longer has is gone with that day. `is_covered`: another
-- teacher than the slot's takes it. `assigned_at`: since when its teacher has it.
create function meetings_of(classes bigint[], since date, until date)
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
    i.starts_at + make_interval(mins => x.duration_minutes), slot.time_zone, coalesce(x.teacher_id, t.teacher_id),
    x.reason, slot.created_at, case when x.teacher_id is null then t.assigned_at else slot.created_at end,
    coalesce(x.teacher_id <> t.teacher_id, x.teacher_id is not null)
  from slot
  join meeting x on x.slot_id = slot.id
  cross join lateral (select class_instant(x.held_on + x.local_time, slot.time_zone) as starts_at) i
  left join slot_teachers t on t.slot_id = slot.id and t.ended_at is null
$$;

-- The meetings of these courses around that moment. Due is the roll of one that was over in the seven days before it
-- (`is_in_course`). `next_at`: when that changes for this meeting; of a slot without any near, a week later.
create or replace function last_meetings(courses bigint[], moment timestamptz)
returns table (
  slot_id bigint, class_id bigint, course_id bigint, date date, local_start timestamp, is_in_course boolean,
  next_at timestamptz
)
language sql stable as $$
  select m.slot_id, m.class_id, m.course_id, m.held_on, m.local_start,
    m.ends_at <= moment and m.ends_at > moment - interval '7 days' and m.starts_at >= m.slot_made_at,
    case
      when m.ends_at > moment then m.ends_at
      when m.ends_at > moment - interval '7 days' then m.ends_at + interval '7 days'
    end
  from meetings_of(
    array(select k.id from classes k where k.course_id = any(last_meetings.courses) and k.deleted_at is null),
    moment::date - 9, moment::date + 9
  ) m
  where m.state not in ('canceled', 'day_off')
  union all
  select s.id, s.class_id, s.course_id, null, null, false, (moment::date + 8)::timestamptz
  from class_slots s
  join courses c on c.id = s.course_id and c.deleted_at is null
  where s.course_id = any(last_meetings.courses) and s.deleted_at is null
    and course_end(c.start_date, c.course_duration) > moment::date
$$;
