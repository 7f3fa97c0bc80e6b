-- A new weekly time of a class rewrote its past: rolls of meetings that never were stood in Today, and called ones had
-- no meeting any more.

-- Weekly times that slots had before, each until it was changed. Without those at which no meeting could begin: they were
-- corrected or taken back.
create table past_weekly_times (
  slot_id bigint not null constraint past_weekly_times_slot_fkey references class_slots on delete cascade,
  ended_at timestamptz not null,
  class_day text not null,
  local_time time(0) not null,
  time_zone text not null,
  duration_minutes integer not null,
  constraint past_weekly_times_pkey primary key (slot_id, ended_at)
);
grant select, insert, delete on past_weekly_times to gurukul_app;

-- A weekly time meets between two moments.
create function meets_between(class_day text, local_time time, time_zone text, since timestamptz, until timestamptz)
returns boolean
language sql stable
as $$
  select exists (
    select
    from generate_series(greatest(since, until - interval '8 days')::date - 1, until::date + 1, interval '1 day') d
    where trim(to_char(d, 'day')) = meets_between.class_day
      and class_instant(d::timestamp + meets_between.local_time, meets_between.time_zone) between since and until
  )
$$;

create function keep_weekly_time() returns trigger
language plpgsql
as $$
declare
  last constant timestamptz := (select max(p.ended_at) from past_weekly_times p where p.slot_id = old.id);
begin
  if meets_between(old.class_day, old.local_time, old.time_zone, coalesce(last, old.created_at), now()) then
    insert into past_weekly_times (slot_id, ended_at, class_day, local_time, time_zone, duration_minutes)
    values (old.id, now(), old.class_day, old.local_time, old.time_zone, old.duration_minutes)
    on conflict do nothing;
  else
    -- What was before goes on when it is taken back.
    delete from past_weekly_times p
    where p.slot_id = old.id and p.ended_at = last
      and (p.class_day, p.local_time, p.time_zone, p.duration_minutes)
        = (new.class_day, new.local_time, new.time_zone, new.duration_minutes);
  end if;
  return null;
end
$$;
create trigger class_slots_keep_time
  after update of class_day, local_time, time_zone, duration_minutes on class_slots
  for each row when (
    (old.class_day, old.local_time, old.time_zone, old.duration_minutes)
      is distinct from (new.class_day, new.local_time, new.time_zone, new.duration_minutes)
  )
  execute function keep_weekly_time();
