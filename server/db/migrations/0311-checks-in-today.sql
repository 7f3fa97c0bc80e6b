-- Outside a transaction
-- Checks that end soon or have ended are lines of Today.
create index concurrently if not exists cases_of_each_other_kind on cases (line)
  where kind in ('failed_mail', 'event_without_link', 'open_cover', 'homework_to_check', 'family_answer', 'correction',
    'registered_not_placed', 'check_ends');
drop index concurrently if exists cases_of_every_other_kind;

-- The checks of those who teach or are on the way that end within sixty days, and that nobody has renewed.
create or replace function ending_checks()
 returns setof bigint
 language sql
 stable
as $function$
  select c.id
  from checks c
  join people p on p.id = c.person_id and p.deleted_at is null
  where c.valid_until <= (now() at time zone (select office.time_zone from provider office))::date + 60
    and ('teacher' in (p.main_role, p.as_role) or exists (select from volunteers v where v.person_id = p.id))
    and not exists (
      select from checks n
      where n.person_id = c.person_id and lower(n.kind) = lower(c.kind)
        and coalesce(n.valid_until, 'infinity') > c.valid_until
    )
$function$;

create or replace function other_lines()
 returns table(kind text, id bigint, line text)
 language sql
 stable
as $function$
  select 'failed_mail', m.id, 'failed_mail:' || m.id
  from undelivered_mails() m (id)
  union all
  select 'event_without_link', v.id, 'event_without_link:' || v.id
  from events v
  join courses c on c.id = v.course_id and c.deleted_at is null
  where v.deleted_at is null and v.live_status = 'published' and trim(v.meeting_link) = '' and v.place = ''
    and v.starts_at > now()
  union all
  select 'open_cover', r.id, 'open_cover:' || r.id
  from cover_requests r
  join courses c on c.id = r.course_id and c.deleted_at is null
  join classes k on k.id = r.class_id and k.deleted_at is null
  where r.taken_by is null and r.closed_at is null and r.starts_at > now()
    and exists (
      select from meetings_of(array[r.class_id], r.starts_at::date - 2, r.starts_at::date + 2) m
      where m.slot_id = r.slot_id and m.on_date = r.on_date and (m.state = 'extra') = r.is_extra
        and m.state not in ('canceled', 'day_off') and m.starts_at = r.starts_at and m.teacher_id = r.teacher_id
    )
  union all
  select 'homework_to_check', h.id, 'homework_to_check:' || h.id
  from homework h
  join courses c on c.id = h.course_id and c.deleted_at is null
  join classes k on k.id = h.class_id and k.deleted_at is null
  join people p on p.id = h.student_id and p.deleted_at is null
  where h.status = 'pending'
  union all
  select 'family_answer', w.id, 'family_answer:' || w.id
  from answers w
  join courses c on c.id = w.course_id and c.deleted_at is null
  join classes k on k.id = w.class_id and k.deleted_at is null
  join people p on p.id = w.student_id and p.deleted_at is null
  where w.withdrawn_at is null and w.said_at > now() - interval '60 days'
    and (w.held_on is null or w.held_on >= current_date - 1)
    and not exists (select from answers_seen n where n.answer_id = w.id)
  union all
  select 'correction', n.id, 'correction:' || n.id
  from corrections n
  join people p on p.id = n.person_id and p.main_role = 'student' and p.deleted_at is null
  where n.decided_at is null
  union all
  select 'registered_not_placed', o.id, 'registered_not_placed:' || o.id
  from open_registrations o
  union all
  select 'check_ends', e.id, 'check_ends:' || e.id
  from ending_checks() e (id)
$function$;

-- As before, with that kind.
create or replace function settle_cases(courses bigint[])
 returns void
 language plpgsql
as $function$
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
    where x.course_id = any(settle_cases.courses)
      and x.kind not in ('failed_mail', 'event_without_link', 'open_cover', 'homework_to_check', 'family_answer', 'correction',
        'registered_not_placed', 'check_ends')
    union all
    select x.id, x.line in (select l.line from other_lines() l)
    from cases x
    where x.kind in ('failed_mail', 'event_without_link', 'open_cover', 'homework_to_check', 'family_answer', 'correction',
        'registered_not_placed', 'check_ends')
  ),
  changed as materialized (
    select x.id, l.stands
    from cases x
    join looked_at l on l.id = x.id
    where case when l.stands then x.gone_at is not null else x.gone_at is null or x.state = 'open' end
    order by x.id
    for no key update of x
  )
  update cases x set
    gone_at = case when l.stands then null else now() end,
    state = case when l.stands then 'open' when x.state = 'open' then 'done' else x.state end,
    outcome = case when l.stands then null when x.state = 'open' then outcome_of(x) else x.outcome end,
    reason = case when l.stands then '' else x.reason end,
    closed_by = case when l.stands or x.state = 'open' then null else x.closed_by end,
    closed_at = case when l.stands then null when x.state = 'open' then now() else x.closed_at end,
    version = x.version + 1
  from changed l
  where l.id = x.id;
end
$function$;
