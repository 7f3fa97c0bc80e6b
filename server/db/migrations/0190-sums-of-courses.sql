-- How many are enrolled, and what is charged, paid and open, of each course: kept as what is due is: recomputed for the courses that changed, and
-- computed by readers for those that are not yet. Adding up all ledgers for a page took fifty times as long as its rows.
create table course_sums (
  course_id bigint not null,
  of_day date not null,
  until_day date,
  enrolments bigint not null,
  constraint course_sums_pkey primary key (course_id)
);

create table course_money (
  course_id bigint not null,
  currency text not null,
  is_due boolean not null,
  is_gone boolean not null,
  ledgers bigint not null,
  charged numeric not null,
  waived numeric not null,
  received numeric not null,
  refunded numeric not null,
  open numeric not null,
  credit numeric not null,
  due numeric not null,
  overdue numeric not null,
  later numeric not null,
  constraint course_money_pkey primary key (course_id, currency, is_due, is_gone)
);
grant select, insert, update, delete on course_sums, course_money to gurukul_app;

-- Due is what should have been paid by today; of it, overdue what should have been paid before. Both change on
-- `until_day`, if nobody changes anything. A ledger is gone with its student.
create function money_of_courses(courses bigint[])
 returns table (course_id bigint, currency text, is_due boolean, is_gone boolean, ledgers bigint, charged numeric,
   waived numeric, received numeric, refunded numeric, open numeric, credit numeric, due numeric, overdue numeric,
   later numeric, until_day date)
 language sql
 stable rows 20
 set plan_cache_mode to 'force_generic_plan'
as $function$
  select s.course_id, s.currency, s.is_due, s.is_gone, count(*), sum(s.charged), sum(s.waived), sum(s.received),
    sum(s.refunded), sum(s.open), sum(s.credit), sum(s.due), sum(s.overdue), sum(s.open - s.due), min(s.until_day)
  from (
    select l.*, d.is_due, d.is_gone, h.until_day,
      case when d.is_due then least(l.open, greatest(0, h.by_today - (l.received - l.refunded))) else 0 end as due,
      case when d.is_due then least(l.open, greatest(0, h.before_today - (l.received - l.refunded))) else 0 end as overdue
    from ledger_sums l
    cross join lateral (
      select coalesce(l.open > 0 and l.open_since <= t.today, false) as is_due, t.today, exists (
        select from people p where p.id = l.student_id and p.deleted_at is not null
      ) as is_gone
      from (
        select (now() at time zone (select office.time_zone from provider office))::date as today
      ) t
    ) d
    cross join lateral (
      select coalesce(sum(o.owed) filter (where o.due_on <= d.today), 0) as by_today,
        coalesce(sum(o.owed) filter (where o.due_on < d.today), 0) as before_today,
        min(case when o.due_on > d.today then o.due_on when o.due_on = d.today then d.today + 1 end) as until_day
      from (
        select c.due_on, c.amount - coalesce((
            select sum(w.amount) from waivers w where w.charge_id = c.id and w.canceled_at is null
          ), 0) as owed
        from charges c
        where l.open > 0 and c.student_id = l.student_id and c.course_id = l.course_id and c.currency = l.currency
          and c.canceled_at is null
      ) o
    ) h
    where l.course_id = any(courses)
  ) s
  group by s.course_id, s.currency, s.is_due, s.is_gone
$function$;

create view fresh_course_sums as
 select s.course_id, s.enrolments
 from course_sums s
 cross join (select (now() at time zone office.time_zone)::date as today from provider office) t
 where s.of_day <= t.today and coalesce(s.until_day > t.today, true)
   and s.course_id not in (select c.course_id from stale_courses c);

create view course_sizes as
 with fresh as materialized (select f.course_id, f.enrolments from fresh_course_sums f)
 select f.course_id, f.enrolments from fresh f
 union all
 select c.id, (select count(*) from enrolments e where e.course_id = c.id and e.ended_on is null)
 from courses c
 where c.id not in (select f.course_id from fresh f);

create view course_totals as
 with fresh as materialized (select f.course_id from fresh_course_sums f)
 select m.course_id, m.currency, m.is_due, m.is_gone, m.ledgers, m.charged, m.waived, m.received, m.refunded, m.open,
   m.credit, m.due, m.overdue, m.later
 from course_money m
 where m.course_id in (select f.course_id from fresh f)
 union all
 select m.course_id, m.currency, m.is_due, m.is_gone, m.ledgers, m.charged, m.waived, m.received, m.refunded, m.open,
   m.credit, m.due, m.overdue, m.later
 from money_of_courses(
   array(select c.id from courses c where c.id not in (select f.course_id from fresh f))
 ) m;

-- In one statement, so that the sums and their days are of one moment.
create function keep_course_sums(most integer, changed bigint[])
 returns void
 language plpgsql
as $function$
declare
  today constant date := (now() at time zone (select office.time_zone from provider office))::date;
  old bigint[] := changed || array(
    select c.id
    from courses c
    left join course_sums s on s.course_id = c.id
    where s.course_id is null or s.of_day > today or s.until_day <= today
    limit most
  );
begin
  delete from course_money m where m.course_id = any(old);
  with fresh as materialized (select m.* from money_of_courses(old) m),
  kept as (
    insert into course_money (course_id, currency, is_due, is_gone, ledgers, charged, waived, received, refunded, open,
      credit, due, overdue, later)
    select m.course_id, m.currency, m.is_due, m.is_gone, m.ledgers, m.charged, m.waived, m.received, m.refunded, m.open,
      m.credit, m.due, m.overdue, m.later
    from fresh m
  )
  insert into course_sums (course_id, of_day, until_day, enrolments)
  select o.id, today, (select min(m.until_day) from fresh m where m.course_id = o.id),
    (select count(*) from enrolments e where e.course_id = o.id and e.ended_on is null)
  from (select distinct unnest(old)) o (id)
  on conflict on constraint course_sums_pkey do update
  set of_day = excluded.of_day, until_day = excluded.until_day, enrolments = excluded.enrolments;
end
$function$;

create or replace function refresh_due(most integer)
 returns integer
 language plpgsql
as $function$
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
  perform keep_course_sums(most, refreshed);
  return cardinality(refreshed);
end
$function$;

create or replace function settle_ledger(student bigint, course bigint)
 returns void
 language plpgsql
 set enable_seqscan to 'off'
as $function$
begin
  -- Its course changed; once in a transaction, which may settle thousands.
  insert into due_changes (course_id)
  select course
  where not exists (
    select from due_changes d where d.course_id = course and d.xmin = pg_current_xact_id()::xid
  );
  -- Of two changes of one ledger the second waits here, and then sees the first.
  perform from enrolments e
  where e.student_id = student and e.course_id = course and e.ended_on is null
  for no key update;
  perform from ledger_sums l where l.student_id = student and l.course_id = course order by l.currency for update;
  delete from ledger_sums l where l.student_id = student and l.course_id = course;
  if not exists (select from charges c where c.student_id = student and c.course_id = course) then
    return;
  end if;
  insert into ledger_sums (student_id, course_id, currency, charged, waived, received, refunded, open, credit)
  select b.student_id, b.course_id, b.currency, b.charged, b.waived, b.received, b.refunded, b.open, b.credit
  from balances b
  where b.student_id = student and b.course_id = course
  on conflict on constraint ledger_sums_pkey do update
  set charged = excluded.charged, waived = excluded.waived, received = excluded.received, refunded = excluded.refunded,
    open = excluded.open, credit = excluded.credit;
  -- Whose payment went back has a ledger also when nothing is left in it.
  insert into ledger_sums (student_id, course_id, currency, charged, waived, received, refunded, open, credit)
  select distinct m.student_id, m.course_id, m.currency, 0, 0, 0, 0, 0, 0
  from payments m
  where m.student_id = student and m.course_id = course and m.currency is not null and m.kind = 'fee'
    and lower(m.status) = 'refunded'
  on conflict on constraint ledger_sums_pkey do nothing;
  update ledger_sums l
  set open_since = (
    select min(o.due_on) from open_charges o
    where o.student_id = student and o.course_id = course and o.currency = l.currency and o.open > 0
  )
  where l.student_id = student and l.course_id = course and l.open > 0;
  update enrolments e
  set payment_status = s.payment_status
  from ledger_statuses s
  where s.student_id = student and s.course_id = course
    and e.student_id = student and e.course_id = course and e.ended_on is null and not e.payment_by_hand
    and e.payment_status is distinct from s.payment_status;
end
$function$;
