-- Lines of Today that somebody took in hand: who does it, until when, and what came of it. A line is what Today lists; its
-- key names the trigger and no other. Nothing drops out of Today by its age any more.

-- Allowed: drop, because the two functions are called by others of the database only.
-- Allowed: index, because `due` is a cache of some thousand rows.

create table cases (
  id bigint generated always as identity constraint cases_pkey primary key,
  kind text collate "C" not null,
  -- the key of the line
  line text collate "C" not null constraint cases_line_unique unique,
  course_id bigint constraint cases_course_fkey references courses,
  class_id bigint,
  student_id bigint constraint cases_student_fkey references people,
  -- of three absences the first one
  since date,
  owner_id bigint constraint cases_owner_fkey references people,
  due_on date,
  -- Today shows the line again from this day on
  quiet_until date,
  state text not null default 'open' constraint cases_state_known check (state in ('open', 'done', 'dismissed')),
  -- the last four are said by the portal alone
  outcome text constraint cases_outcome_known check (
    outcome in ('coming_back', 'moved', 'left', 'wrong_mark', 'other', 'mended', 'came', 'excused', 'course_over')
  ),
  reason text not null default '',
  opened_by bigint constraint cases_opened_by_fkey references people,
  opened_at timestamptz not null default now(),
  -- null while closed: the portal
  closed_by bigint constraint cases_closed_by_fkey references people,
  closed_at timestamptz,
  -- since when Today does not have the line any more
  gone_at timestamptz,
  version integer not null default 1,
  constraint cases_class_fkey foreign key (class_id, course_id) references classes (id, course_id),
  constraint cases_closed_whole check ((state = 'open') = (closed_at is null)),
  constraint cases_done_with_outcome check ((state = 'done') = (outcome is not null))
);
create index cases_standing on cases (line) include (state, quiet_until) where gone_at is null;
create index cases_by_course on cases (course_id, id);
create index cases_by_student on cases (student_id, id desc) where student_id is not null;
create index cases_of_owners on cases (owner_id, due_on) where state = 'open' and owner_id is not null;

create trigger cases_audited after insert or update or delete on cases for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();

-- `days`: of three absences all of the row.
alter table due add column line text collate "C", add column days date[];
create index due_by_line on due (line);

-- An excuse changes what counts as an absence. And a case that is opened while its line goes away is closed by the next
-- look.
create trigger answers_change_due after insert or update or delete on answers
  for each row execute function note_due_change();
create trigger cases_come_due after insert or update of state, line on cases
  for each row when (new.state = 'open' and new.course_id is not null) execute function note_due_change();

drop function last_meetings(bigint[], timestamptz);
-- The meetings of these courses around that moment. Due is the roll of one that was over in the seven days before it
-- (`is_in_course`), with its register. `next_at`: when that changes for this meeting; of a slot without any near, a week
-- later.
create function last_meetings(courses bigint[], moment timestamptz)
returns table (
  slot_id bigint, class_id bigint, course_id bigint, date date, local_start timestamp, is_in_course boolean,
  next_at timestamptz, register_id bigint, on_date date, is_extra boolean
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
    ) end,
    m.on_date, m.state = 'extra'
  from meetings_of(
    array(select k.id from classes k where k.course_id = any(last_meetings.courses) and k.deleted_at is null),
    moment::date - 9, moment::date + 9
  ) m
  where m.state not in ('canceled', 'day_off')
  union all
  select s.id, s.class_id, s.course_id, null, null, false, (moment::date + 8)::timestamptz, null, null, false
  from class_slots s
  join courses c on c.id = s.course_id and c.deleted_at is null
  where s.course_id = any(last_meetings.courses) and s.deleted_at is null
    and course_end(c.start_date, c.course_duration) > moment::date
$$;

-- The meetings of these running courses that were over seven days ago, and in whose roll somebody has no mark. One look
-- at all the marks of a class costs less than one for each meeting and student, so joins are by hash.
create function older_meetings_without_roll(courses bigint[], moment timestamptz)
returns table (
  slot_id bigint, class_id bigint, course_id bigint, date date, local_start timestamp, on_date date, is_extra boolean
)
language plpgsql stable rows 10 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  first_day constant date := (select min(c.start_date) from courses c where c.id = any(older_meetings_without_roll.courses));
  own constant bigint[] := array(
    select k.id from classes k where k.course_id = any(older_meetings_without_roll.courses) and k.deleted_at is null
  );
begin
  if first_day is null or first_day > moment::date - 7 then
    return;
  end if;
  return query
    with meeting as materialized (
      select m.*, m.state = 'extra' as is_extra
      from meetings_of(own, first_day, moment::date - 6) m
      where m.state not in ('canceled', 'day_off') and m.ends_at <= moment - interval '7 days'
        and m.starts_at >= m.slot_made_at
    ),
    register as materialized (
      select r.id, r.class_id, r.attendance_date, r.slot_id, r.on_date, r.is_extra
      from attendance_registers r
      where r.class_id = any(own) and r.attendance_date >= first_day
    ),
    roll as materialized (
      select m.slot_id, m.class_id, m.course_id, m.held_on, m.local_start, m.on_date, m.is_extra,
        coalesce(of_meeting.id, of_day.id) as register_id
      from meeting m
      left join register of_meeting
        on of_meeting.slot_id = m.slot_id and of_meeting.on_date = m.on_date and of_meeting.is_extra = m.is_extra
        and of_meeting.class_id = m.class_id and of_meeting.attendance_date = m.held_on
      left join register of_day
        on of_day.class_id = m.class_id and of_day.attendance_date = m.held_on and of_day.slot_id is null
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
    select distinct r.slot_id, r.class_id, r.course_id, r.held_on, r.local_start, r.on_date, r.is_extra
    from roll r
    join member e on e.class_id = r.class_id and e.started_on <= r.held_on and e.ended_on > r.held_on
    left join marked a on a.register_id = r.register_id and a.student_id = e.student_id
    where a.student_id is null;
end
$$;

-- Whether somebody said before that the student cannot come to the meeting of this register.
create function is_excused(student_id bigint, class_id bigint, day date, register_id bigint) returns boolean
language sql stable
  return exists (
    select from answers w
    join attendance_registers r on r.id = is_excused.register_id
    where w.student_id = is_excused.student_id and w.kind = 'cannot_come' and w.withdrawn_at is null
      and (
        w.slot_id = r.slot_id and w.on_date = r.on_date and w.is_extra = r.is_extra
        or r.slot_id is null and w.class_id = is_excused.class_id and w.held_on = is_excused.day
      )
  );

drop function due_of_courses(bigint[]);
-- What is due of these courses at this moment, from the rows as they are. `until`: when it ends by itself. A row without
-- a kind says when the next meeting of a course will be over, or a week ago.
create function due_of_courses(courses bigint[])
returns table (
  kind text, course_id bigint, class_id bigint, student_id bigint, slot_id bigint, payment bigint, on_day date,
  is_enrolled boolean, rank bigint, tie bigint, until timestamptz, line text, days date[]
)
language plpgsql stable rows 20 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  today constant date := today_in_kolkata();
  -- the registers of meetings that were canceled, or were on a day off
  void constant bigint[] := array(
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
  void_days constant date[] := array(select distinct r.attendance_date from attendance_registers r where r.id = any(void));
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
      null::bigint, null::bigint, min(m.next_at), null::text, null::date[]
    from meeting m
    group by m.course_id
    union all
    select 'unmarked_class', m.course_id, m.class_id, null, m.slot_id, null, m.date, null,
      extract(epoch from m.local_start)::bigint, m.class_id, 'infinity',
      format('unmarked_class:%s:%s%s', m.slot_id, m.on_date, case when m.is_extra then 'x' end), null
    from meeting m
    where m.is_in_course and lacks_a_mark(m.class_id, m.date, m.register_id)
    union all
    select 'unmarked_class', m.course_id, m.class_id, null, m.slot_id, null, m.date, null,
      extract(epoch from m.local_start)::bigint, m.class_id, r.until,
      format('unmarked_class:%s:%s%s', m.slot_id, m.on_date, case when m.is_extra then 'x' end), null
    from older_meetings_without_roll(array(select r.id from running r), now()) m
    join running r on r.id = m.course_id
    union all
    select 'class_without_teacher', r.id, s.class_id, null, s.id, null, null, null,
      (r.start_date - date '2000-01-01')::bigint, s.id, r.until, 'class_without_teacher:' || s.id, null
    from running r
    join class_slots s on s.course_id = r.id and s.deleted_at is null
    where (select k.deleted_at is null from classes k where k.id = s.class_id)
      and not exists (select from slot_teachers t where t.slot_id = s.id and t.ended_at is null)
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
    from enrolments e
    left join running r on r.id = e.course_id
    cross join lateral (
      select a.attendance_date as day
      from attendance a
      where a.student_id = e.student_id and a.course_id = e.course_id and a.status = 'present'
      order by a.attendance_date desc
      limit 1
    ) came
    where e.course_id = any(due_of_courses.courses) and e.ended_on is null and is_unpaid(e.payment_status)
      and (r.id is not null or came.day > today - 30)
    union all
    -- Three absences or more since the last mark that says something else. Of two on one day, that one counts as the later
    -- one. What was excused, or did not take place, is no mark.
    select 'three_absences', r.id, e.class_id, e.student_id, null, null, absent.days[cardinality(absent.days)], null,
      (date '2000-01-01' - absent.days[cardinality(absent.days)])::bigint, e.id, r.until,
      format('three_absences:%s:%s:%s', e.student_id, e.class_id, absent.days[1]), absent.days
    from running r
    join enrolments e on e.course_id = r.id and e.ended_on is null
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
    where (select k.deleted_at is null from classes k where k.id = e.class_id)
      and (select p.deleted_at is null from people p where p.id = e.student_id);
end
$$;

-- Whether a line about no course's cache still stands.
create function other_line_stands(kind text, id bigint) returns boolean language sql stable
  return case other_line_stands.kind
    when 'failed_mail' then exists (select from mails m where m.id = other_line_stands.id and m.state = 'failed')
    when 'event_without_link' then exists (
      select from events v
      join courses c on c.id = v.course_id and c.deleted_at is null
      where v.id = other_line_stands.id and v.deleted_at is null and v.live_status = 'published'
        and trim(v.meeting_link) = '' and v.starts_at > now()
    )
    when 'open_cover' then exists (
      select from cover_requests r
      where r.id = other_line_stands.id and r.taken_by is null and r.closed_at is null and r.starts_at > now()
    )
    when 'homework_to_check' then exists (
      select from homework h where h.id = other_line_stands.id and h.status = 'pending'
    )
  end;

-- Why the line of a case went away.
create function outcome_of(gone cases) returns text language sql stable
  return case
    when not exists (
      select from courses c
      where c.id = gone.course_id and c.deleted_at is null
        and course_end(c.start_date, c.course_duration) > today_in_kolkata()
    ) and gone.course_id is not null then 'course_over'
    when gone.kind <> 'three_absences' then 'mended'
    when not exists (
      select from enrolments e
      join people p on p.id = e.student_id and p.deleted_at is null
      where e.student_id = gone.student_id and e.class_id = gone.class_id and e.ended_on is null
    ) then case
      when exists (
        select from enrolments e
        where e.student_id = gone.student_id and e.course_id = gone.course_id and e.class_id is not null
          and e.ended_on is null
      ) then 'moved'
      else 'left'
    end
    else coalesce(
      (
        select case when a.corrected_at is null then 'came' else 'wrong_mark' end
        from attendance a
        where a.student_id = gone.student_id and a.class_id = gone.class_id and a.attendance_date >= gone.since
          and a.status <> 'absent'
        order by a.corrected_at desc nulls last
        limit 1
      ),
      case
        when exists (
          select from attendance a
          where a.student_id = gone.student_id and a.class_id = gone.class_id and a.attendance_date = gone.since
        ) and not exists (
          -- its row is a part of a longer one by now
          select from due d
          where d.kind = gone.kind and d.course_id = gone.course_id and d.student_id = gone.student_id
            and gone.since between d.days[1] and d.on_day
        ) then 'excused'
        else 'wrong_mark'
      end
    )
  end;

-- Brings the cases of these courses, and those about none of `due`, up to the lines that stand. A case follows its row of
-- absences when that begins earlier than it was known to. A case whose line is gone is closed, and one whose line is back
-- is open again.
create function settle_cases(courses bigint[]) returns void language plpgsql as $$
begin
  if not exists (select from cases) then
    return;
  end if;
  perform from cases x where x.course_id = any(settle_cases.courses) order by x.id for no key update;
  update cases x set line = d.line, since = d.days[1], version = x.version + 1
  from due d
  where x.kind = 'three_absences' and x.course_id = any(settle_cases.courses)
    and d.kind = x.kind and d.course_id = x.course_id and d.student_id = x.student_id and d.class_id = x.class_id
    and d.line <> x.line and x.since between d.days[1] and d.on_day
    and not exists (select from cases y where y.line = d.line);
  with looked_at as materialized (
    select x.id, exists (select from due d where d.line = x.line) as stands
    from cases x
    where x.course_id = any(settle_cases.courses) and x.kind in ('unmarked_class', 'class_without_teacher', 'paid_not_placed', 'attending_unpaid', 'three_absences')
    union all
    select x.id, other_line_stands(x.kind, split_part(x.line, ':', 2)::bigint)
    from cases x
    where x.gone_at is null and x.kind not in ('unmarked_class', 'class_without_teacher', 'paid_not_placed', 'attending_unpaid', 'three_absences')
  )
  update cases x set
    gone_at = case when l.stands then null else now() end,
    state = case when l.stands then 'open' when x.state = 'open' then 'done' else x.state end,
    outcome = case when l.stands then null when x.state = 'open' then outcome_of(x) else x.outcome end,
    reason = case when l.stands then '' else x.reason end,
    closed_by = case when l.stands or x.state = 'open' then null else x.closed_by end,
    closed_at = case when l.stands then null when x.state = 'open' then now() else x.closed_at end,
    version = x.version + 1
  from looked_at l
  where l.id = x.id
    and case when l.stands then x.gone_at is not null else x.gone_at is null or x.state = 'open' end;
end
$$;

-- As before, and with the cases of these courses.
create or replace function refresh_due(most integer) returns integer language plpgsql as $$
declare
  refreshed bigint[];
begin
  if not pg_try_advisory_xact_lock(7312) then
    return 0;
  end if;
  with told as (
    insert into due_changes (course_id) select s.course_id from courses_of_changed_students s
  )
  delete from due_changes where student_id is not null;
  with stale as materialized (
    select array(select s.course_id from stale_courses s limit most) as courses
  ),
  fresh as materialized (
    select f.* from stale cross join lateral due_of_courses(stale.courses) f
  ),
  told as (
    delete from due_changes d using stale where d.course_id = any(stale.courses)
  ),
  gone as (
    delete from due d using stale where d.course_id = any(stale.courses)
  ),
  come as (
    insert into due (kind, course_id, class_id, student_id, slot_id, payment, on_day, is_enrolled, rank, tie, line, days)
    select f.kind, f.course_id, f.class_id, f.student_id, f.slot_id, f.payment, f.on_day, f.is_enrolled, f.rank,
      f.tie, f.line, f.days
    from fresh f
    where f.kind is not null
  ),
  expiry as (
    select f.course_id, min(f.until) as expires_at from fresh f where f.until < 'infinity' group by f.course_id
  ),
  timeless as (
    delete from due_expiries x
    using stale
    where x.course_id = any(stale.courses) and x.course_id not in (select e.course_id from expiry e)
  ),
  timed as (
    insert into due_expiries (course_id, expires_at) select e.course_id, e.expires_at from expiry e
    on conflict (course_id) do update set expires_at = excluded.expires_at
  )
  select stale.courses into refreshed from stale;
  perform settle_cases(refreshed);
  return cardinality(refreshed);
end
$$;
