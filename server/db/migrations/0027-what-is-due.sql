-- What is due today is kept, so that nobody who looks goes through every timing, everybody who waits and everybody who
-- has not paid. Kept as the figures of the dashboards are: whoever writes only tells of whom, in rows that are added and
-- never changed; one at a time looks there again; whoever looks at what is due before that looks there himself, in the
-- same statement. What time alone brings is kept as the moment at which it will.

-- Where something was written since it was looked at: a student in a course, a class, both; or, alone, a student with
-- all of his courses, or a course with everything in it.
create table due_doubts (
  id bigint generated always as identity constraint due_doubts_pkey primary key,
  course_id bigint,
  class_id bigint,
  student_id bigint,
  constraint due_doubts_of_something check (num_nonnulls(course_id, class_id, student_id) > 0)
);

-- What was due when it was last looked at. Of each kind the lowest rank is the most pressing.
create table due (
  id bigint generated always as identity constraint due_pkey primary key,
  kind text collate "C" not null,
  course_id bigint not null,
  -- the course admin
  owner_id bigint,
  class_id bigint,
  -- null: it is about the class
  student_id bigint,
  slot_id bigint,
  payment bigint,
  on_day date,
  is_enrolled boolean,
  rank bigint not null,
  tie bigint not null,
  -- the first day in Kolkata on which it is due no more
  until date not null
);
create index due_by_rank on due (kind, rank, tie);
create index due_by_owner on due (owner_id, kind, rank, tie);
create index due_by_course on due (course_id, student_id);
create index due_by_class on due (class_id) where student_id is null;
create index due_by_end on due (until);

-- How many rows of each kind there are: of everybody (0), and of each course admin.
create table due_counts (
  owner_id bigint not null,
  kind text collate "C" not null,
  n bigint not null,
  constraint due_counts_pkey primary key (owner_id, kind) include (n)
);

-- When the next meeting of a class will be over, so that another one is its last.
create table class_clocks (
  class_id bigint constraint class_clocks_pkey primary key,
  next_at timestamptz not null
);
create index class_clocks_by_time on class_clocks (next_at);

-- The day after the last week of a course: a week that has begun is taught to its end.
create function course_end(start_date date, course_duration text) returns date language sql immutable parallel safe
  return start_date + (
    ((start_date + make_interval(months => course_months(course_duration)))::date - start_date + 6) / 7
  ) * 7;

create function today_in_kolkata() returns date language sql stable parallel safe
  return (now() at time zone 'Asia/Kolkata')::date;

-- Of each timing the last meeting that is over at that moment, one of the last seven days, and when the next one will be.
create function last_meetings(classes bigint[], moment timestamptz)
returns table (
  slot_id bigint, class_id bigint, course_id bigint, owner_id bigint, date date, starts_at timestamptz,
  local_start timestamp, is_in_course boolean, next_at timestamptz
)
language sql stable as $$
  select s.id, s.class_id, s.course_id, c.courseadmin_id, o.date, (o.date + s.local_time) at time zone s.time_zone,
    o.date + s.local_time,
    o.date >= c.start_date and o.date < e.ends_on and (o.date + s.local_time) at time zone s.time_zone >= s.created_at,
    case
      when o.date >= e.ends_on then 'infinity'
      else (o.date + 7 + s.local_time) at time zone s.time_zone + make_interval(mins => s.duration_minutes)
    end
  from class_slots s
  join classes k on k.id = s.class_id and k.deleted_at is null
  join courses c on c.id = s.course_id and c.deleted_at is null
  cross join lateral (select course_end(c.start_date, c.course_duration) as ends_on) e
  cross join lateral (select last_meetings.moment at time zone s.time_zone as wall) w
  cross join lateral (
    select w.wall::date as today, w.wall::date - (
      extract(isodow from w.wall)::integer - array_position(
        array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], s.class_day
      ) + 7
    ) % 7 as date
  ) l
  cross join lateral (
    select case
      when l.date < l.today - 1 then l.date
      when (l.date + s.local_time) at time zone s.time_zone + make_interval(mins => s.duration_minutes)
        <= last_meetings.moment then l.date
      else l.date - 7
    end as date
  ) o
  where s.class_id = any(last_meetings.classes) and s.deleted_at is null
$$;

-- When the last meeting of these classes will be another one; of those for which there will be none nothing.
create function next_meetings(classes bigint[]) returns table (class_id bigint, next_at timestamptz)
language sql stable as $$
  select m.class_id, min(m.next_at)
  from last_meetings(next_meetings.classes, now()) m
  where m.next_at < 'infinity'
  group by m.class_id
$$;

-- What is due of these classes: that a class was not marked, that nobody teaches it.
create function due_of_classes(classes bigint[])
returns table (
  kind text, course_id bigint, owner_id bigint, class_id bigint, student_id bigint, slot_id bigint, payment bigint,
  on_day date, is_enrolled boolean, rank bigint, tie bigint, until date
)
language plpgsql stable rows 10 as $$
begin
  if cardinality(classes) > 0 then
    return query
      with meetings as materialized (
        select distinct on (m.class_id, m.date) m.*
        from last_meetings(classes, now()) m
        where m.is_in_course
        order by m.class_id, m.date, m.slot_id
      )
      select 'unmarked_class', m.course_id, m.owner_id, m.class_id, null::bigint, m.slot_id, null::bigint, m.date,
        null::boolean, extract(epoch from m.local_start)::bigint, m.class_id, date 'infinity'
      from meetings m
      where lacks_a_mark(m.class_id, m.date);
    return query
      select 'class_without_teacher', s.course_id, c.courseadmin_id, s.class_id, null::bigint, s.id, null::bigint,
        null::date, null::boolean, (c.start_date - date '2000-01-01')::bigint, s.id,
        course_end(c.start_date, c.course_duration)
      from class_slots s
      join classes k on k.id = s.class_id and k.deleted_at is null
      join courses c on c.id = s.course_id and c.deleted_at is null
      where s.class_id = any(classes)
        and s.deleted_at is null
        and c.status = 'published'
        and course_end(c.start_date, c.course_duration) > today_in_kolkata()
        and not exists (select from slot_teachers t where t.slot_id = s.id and t.ended_at is null);
  end if;
end
$$;

-- What is due of these students, each in the course of the same place: he paid and has no class, he comes without having
-- paid, he was absent three times.
create function due_of_students(students bigint[], courses bigint[])
returns table (
  kind text, course_id bigint, owner_id bigint, class_id bigint, student_id bigint, slot_id bigint, payment bigint,
  on_day date, is_enrolled boolean, rank bigint, tie bigint, until date
)
language plpgsql stable rows 10 as $$
declare
  today constant date := today_in_kolkata();
begin
  if cardinality(students) > 0 then
    return query
      with pairs as materialized (
        select p.student_id, p.course_id, stay.*, c.deleted_at is null as is_living,
          case when c.deleted_at is null then c.courseadmin_id end as owner_id,
          course_end(c.start_date, c.course_duration) as ends_on
        from unnest(students, courses) p (student_id, course_id)
        join courses c on c.id = p.course_id
        cross join lateral (
          select
            max(e.id) filter (where e.ended_on is null) as stay_id,
            max(e.class_id) filter (where e.ended_on is null) as class_id,
            (array_agg(e.registration_status order by e.id desc))[1] as latest
          from enrolments e
          where e.student_id = p.student_id and e.course_id = p.course_id
        ) stay
      )
      select 'paid_not_placed', w.course_id, w.owner_id, null::bigint, w.student_id, null::bigint, paid.id, null::date,
        w.stay_id is not null, (extract(epoch from paid.paid_at) * 1000000)::bigint, paid.id, w.ends_on
      from pairs w
      cross join lateral (
        select m.id, m.paid_at, lower(m.status) as status
        from payments m
        where m.student_id = w.student_id and m.course_id = w.course_id and lower(m.status) in ('success', 'refunded')
        -- of two at one moment the refund came later
        order by m.paid_at desc, lower(m.status) = 'success', m.id desc
        limit 1
      ) paid
      where w.is_living
        and w.ends_on > today
        and w.class_id is null
        and coalesce(w.latest, 'Registered') = 'Registered'
        and paid.status = 'success'
        and (select p.deleted_at is null from people p where p.id = w.student_id)
      union all
      select 'attending_unpaid', w.course_id, w.owner_id, w.class_id, w.student_id, null, null, came.came_on, null,
        (date '2000-01-01' - came.came_on)::bigint, w.stay_id, came.came_on + 30
      from pairs w
      join unpaid_stays u on u.enrolment_id = w.stay_id
      cross join lateral (
        select coalesce(u.came_on, (
          select a.attendance_date
          from attendance a
          where a.student_id = w.student_id and a.course_id = w.course_id and a.status = 'present'
            and a.attendance_date > today - 30
          order by a.attendance_date desc
          limit 1
        )) as came_on
      ) came
      where came.came_on > today - 30
      union all
      select 'three_absences', w.course_id, w.owner_id, w.class_id, w.student_id, null, null, t.last_on, null,
        (date '2000-01-01' - t.last_on)::bigint, w.stay_id, least(t.first_on + 56, w.ends_on)
      from pairs w
      join three_absences t on t.class_id = w.class_id and t.student_id = w.student_id
      join classes k on k.id = w.class_id and k.deleted_at is null
      where t.first_on > today - 56
        and w.is_living
        and w.ends_on > today
        and (select p.deleted_at is null from people p where p.id = w.student_id);
  end if;
end
$$;

-- Where to look, of what was told: classes, and students each in the course of the same place.
create function in_doubt(courses bigint[], classes bigint[], students bigint[])
returns table (class_ids bigint[], student_ids bigint[], course_ids bigint[])
language plpgsql stable rows 1 as $$
declare
  today constant date := today_in_kolkata();
begin
  class_ids := array(select distinct t.k from unnest(classes) t (k) where t.k is not null);
  select array_agg(t.s), array_agg(t.c) into student_ids, course_ids
  from (
    select distinct t.s, t.c from unnest(students, courses) t (s, c) where t.s is not null and t.c is not null
  ) t;
  if exists (select from unnest(courses, classes, students) t (c, k, s) where num_nonnulls(t.c, t.k, t.s) = 1 and t.k is null)
  then
    class_ids := array(
      select t.k from unnest(class_ids) t (k)
      union
      select k.id
      from unnest(courses, classes, students) t (c, k, s)
      join classes k on k.course_id = t.c
      where t.k is null and t.s is null
      union
      select e.class_id
      from unnest(courses, students) t (c, s)
      join enrolments e on e.student_id = t.s
      where t.c is null and e.class_id is not null
    );
    select array_agg(p.s), array_agg(p.c) into student_ids, course_ids
    from (
      with whole as materialized (
        select distinct t.c from unnest(courses, classes, students) t (c, k, s) where t.k is null and t.s is null
      ),
      person as materialized (
        select distinct t.s from unnest(courses, students) t (c, s) where t.c is null and t.s is not null
      )
      select t.s, t.c from unnest(student_ids, course_ids) t (s, c)
      union
      select e.student_id, e.course_id from person t join enrolments e on e.student_id = t.s
      union
      select m.student_id, m.course_id from person t join payments m on m.student_id = t.s
      union
      select d.student_id, d.course_id from whole w join due d on d.course_id = w.c where d.student_id is not null
      union
      select u.student_id, u.course_id from whole w join unmet_payments u on u.course_id = w.c
      union
      select e.student_id, e.course_id
      from whole w
      join enrolments e on e.course_id = w.c
      where e.registration_status = 'Registered' and (e.class_id is null or e.ended_on is not null)
      union
      select u.student_id, u.course_id from whole w join unpaid_stays u on u.course_id = w.c and u.came_on > today - 30
      union
      select t.student_id, k.course_id
      from whole w
      join classes k on k.course_id = w.c
      join three_absences t on t.class_id = k.id
      where t.first_on > today - 56
    ) p (s, c);
  end if;
  student_ids := coalesce(student_ids, '{}');
  course_ids := coalesce(course_ids, '{}');
  return next;
end
$$;

-- Looks again where something was written and where another meeting is over, at most so many at a time, and says how many
-- that were. Nobody waits for it: while one looks, others find nothing to do.
create function keep_what_is_due(most integer default 1000) returns integer language plpgsql as $$
declare
  looked_at integer;
begin
  if not pg_try_advisory_xact_lock(7313) then
    return 0;
  end if;
  -- One statement sees one moment: what was told, what was due when last looked at, and what is due now.
  with told as (
    delete from due_doubts where id in (select d.id from due_doubts d order by d.id limit most)
    returning course_id, class_id, student_id
  ),
  over as materialized (
    select c.class_id from class_clocks c where c.next_at <= now() order by c.next_at limit most
  ),
  doubt as materialized (
    select d.*
    from (
      select array_agg(t.course_id) as courses, array_agg(t.class_id) as classes, array_agg(t.student_id) as students
      from (select * from told union all select null, o.class_id, null from over o) t
    ) t
    cross join lateral in_doubt(t.courses, t.classes, t.students) d
  ),
  fresh as materialized (
    select f.* from doubt d cross join lateral due_of_classes(d.class_ids) f
    union all
    select f.* from doubt d cross join lateral due_of_students(d.student_ids, d.course_ids) f
  ),
  before as materialized (
    select b.* from doubt d cross join lateral due_before(d.class_ids, d.student_ids, d.course_ids) b
  ),
  gone as (
    select b.*
    from before b
    where not exists (
      select from fresh f
      where (f.kind, f.course_id) = (b.kind, b.course_id)
        and (f.owner_id, f.class_id, f.student_id, f.slot_id, f.payment, f.on_day, f.is_enrolled, f.rank, f.tie, f.until)
          is not distinct from
          (b.owner_id, b.class_id, b.student_id, b.slot_id, b.payment, b.on_day, b.is_enrolled, b.rank, b.tie, b.until)
    )
    union all
    select d.* from due d where d.until <= today_in_kolkata() and d.id not in (select b.id from before b)
  ),
  come as (
    select f.*
    from fresh f
    where not exists (
      select from before b
      where (f.kind, f.course_id) = (b.kind, b.course_id)
        and (f.owner_id, f.class_id, f.student_id, f.slot_id, f.payment, f.on_day, f.is_enrolled, f.rank, f.tie, f.until)
          is not distinct from
          (b.owner_id, b.class_id, b.student_id, b.slot_id, b.payment, b.on_day, b.is_enrolled, b.rank, b.tie, b.until)
    )
  ),
  forgotten as (
    delete from due where id in (select g.id from gone g)
  ),
  kept as (
    insert into due (kind, course_id, owner_id, class_id, student_id, slot_id, payment, on_day, is_enrolled, rank, tie,
      until)
    select c.* from come c
  ),
  counted as (
    insert into due_counts as k (owner_id, kind, n)
    select c.owner_id, c.kind, sum(c.n)
    from (
      select o.owner_id, c.kind, 1 as n from come c cross join lateral unnest(array[0, c.owner_id]) o (owner_id)
      union all
      select o.owner_id, g.kind, -1 from gone g cross join lateral unnest(array[0, g.owner_id]) o (owner_id)
    ) c
    where c.owner_id is not null
    group by c.owner_id, c.kind
    having sum(c.n) <> 0
    on conflict (owner_id, kind) do update set n = k.n + excluded.n
  ),
  timed as materialized (
    select n.* from doubt d cross join lateral next_meetings(d.class_ids) n
  ),
  stopped as (
    delete from class_clocks c
    using doubt d
    where c.class_id = any(d.class_ids) and not exists (select from timed t where t.class_id = c.class_id)
  ),
  set_anew as (
    insert into class_clocks as c (class_id, next_at)
    select t.class_id, t.next_at from timed t
    on conflict (class_id) do update set next_at = excluded.next_at where c.next_at <> excluded.next_at
  )
  select greatest((select count(*) from told), (select count(*) from over)) into looked_at;
  return looked_at;
end
$$;

-- What was kept of these when they were last looked at.
create function due_before(classes bigint[], students bigint[], courses bigint[]) returns setof due
language plpgsql stable rows 10 as $$
begin
  if cardinality(classes) > 0 then
    return query select d.* from due d where d.class_id = any(classes) and d.student_id is null;
  end if;
  if cardinality(students) > 0 then
    return query
      select d.*
      from unnest(students, courses) p (student_id, course_id)
      join due d on d.course_id = p.course_id and d.student_id = p.student_id;
  end if;
end
$$;

-- What is due at this moment of everybody (0), or of the courses of a course admin: how many there are of each kind, and
-- the most pressing of them.
create function due_now(owner bigint, most integer)
returns table (
  count bigint, kind text, course_id bigint, class_id bigint, student_id bigint, slot_id bigint, payment bigint,
  on_day date, is_enrolled boolean, rank bigint, tie bigint
)
language plpgsql stable rows 25 as $$
declare
  today constant date := today_in_kolkata();
  doubt record;
  doubted bigint[];
begin
  select d.* into doubt
  from (
    select array_agg(t.course_id) as courses, array_agg(t.class_id) as classes, array_agg(t.student_id) as students
    from (
      select d.course_id, d.class_id, d.student_id from due_doubts d
      union all
      select null, c.class_id, null from class_clocks c where c.next_at <= now()
      union all
      -- when he came last is not known, and nobody will tell of it
      select u.course_id, null, u.student_id from unpaid_stays u where u.came_on is null
    ) t
  ) t
  cross join lateral in_doubt(t.courses, t.classes, t.students) d;
  doubted := array(select b.id from due_before(doubt.class_ids, doubt.student_ids, doubt.course_ids) b);
  return query
    with fresh as materialized (
      select f.* from due_of_classes(doubt.class_ids) f where due_now.owner in (0, f.owner_id)
      union all
      select f.* from due_of_students(doubt.student_ids, doubt.course_ids) f where due_now.owner in (0, f.owner_id)
    ),
    number as (
      select n.kind, sum(n.n)::bigint as n
      from (
        select c.kind, c.n from due_counts c where c.owner_id = due_now.owner
        union all
        select f.kind, 1 from fresh f
        union all
        select d.kind, -1 from due d where d.id = any(doubted) and due_now.owner in (0, d.owner_id)
        union all
        select d.kind, -1
        from due d
        where d.until <= today and d.id <> all(doubted) and due_now.owner in (0, d.owner_id)
      ) n
      group by n.kind
      having sum(n.n) > 0
    )
    select n.n, n.kind, t.course_id, t.class_id, t.student_id, t.slot_id, t.payment, t.on_day, t.is_enrolled, t.rank,
      t.tie
    from number n
    cross join lateral (
      select c.*
      from (
        (
          select d.course_id, d.class_id, d.student_id, d.slot_id, d.payment, d.on_day, d.is_enrolled, d.rank, d.tie
          from due d
          where due_now.owner = 0 and d.kind = n.kind and d.until > today and d.id <> all(doubted)
          order by d.rank, d.tie
          limit most
        )
        union all
        (
          select d.course_id, d.class_id, d.student_id, d.slot_id, d.payment, d.on_day, d.is_enrolled, d.rank, d.tie
          from due d
          where due_now.owner <> 0 and d.owner_id = due_now.owner and d.kind = n.kind and d.until > today
            and d.id <> all(doubted)
          order by d.rank, d.tie
          limit most
        )
        union all
        select f.course_id, f.class_id, f.student_id, f.slot_id, f.payment, f.on_day, f.is_enrolled, f.rank, f.tie
        from fresh f
        where f.kind = n.kind
      ) c
      order by c.rank, c.tie
      limit most
    ) t;
end
$$;

-- All of it anew: after a load that silenced the triggers, or to mend. What is written meanwhile is told of as ever.
create procedure find_what_is_due() language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7313);
  delete from due;
  delete from due_counts;
  delete from class_clocks;
  insert into due_doubts (course_id) select c.id from courses c;
  perform keep_what_is_due(2147483647);
end
$$;

create function doubt_of_rows() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'attendance' then
    insert into due_doubts (class_id) select distinct w.class_id from written w;
  elsif tg_table_name = 'enrolments' then
    insert into due_doubts (course_id, class_id, student_id) select w.course_id, w.class_id, w.student_id from written w;
  else
    insert into due_doubts (course_id, student_id)
    select w.course_id, w.student_id from written w where w.student_id is not null;
  end if;
  return null;
end
$$;

create function doubt_of_row() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'people' then
    insert into due_doubts (student_id) values (new.id);
  elsif tg_table_name = 'courses' then
    insert into due_doubts (course_id) values (new.id);
  elsif tg_table_name = 'classes' then
    insert into due_doubts (course_id) values (new.course_id);
  elsif tg_table_name = 'class_slots' then
    insert into due_doubts (class_id)
    select distinct k.class_id from (values (old.class_id), (new.class_id)) k (class_id) where k.class_id is not null;
  elsif tg_table_name = 'slot_teachers' then
    insert into due_doubts (class_id)
    select distinct s.class_id from class_slots s where s.id in (old.slot_id, new.slot_id);
  elsif tg_table_name = 'unpaid_stays' then
    insert into due_doubts (course_id, student_id) values (new.course_id, new.student_id);
  elsif tg_table_name = 'three_absences' then
    insert into due_doubts (course_id, student_id)
    select distinct k.course_id, t.student_id
    from (values (old.class_id, old.student_id), (new.class_id, new.student_id)) t (class_id, student_id)
    join classes k on k.id = t.class_id;
  elsif tg_table_name = 'enrolments' then
    insert into due_doubts (course_id, class_id, student_id)
    select old.course_id, old.class_id, old.student_id
    union
    select new.course_id, new.class_id, new.student_id;
  else
    insert into due_doubts (course_id, student_id)
    select d.course_id, d.student_id
    from (
      select old.course_id, old.student_id
      union
      select new.course_id, new.student_id
    ) d
    where d.student_id is not null;
  end if;
  return null;
end
$$;

create trigger courses_change_due
  after update of courseadmin_id, start_date, course_duration, status, deleted_at on courses for each row
  when (
    (old.courseadmin_id, old.start_date, old.course_duration, old.status, old.deleted_at is null)
      is distinct from (new.courseadmin_id, new.start_date, new.course_duration, new.status, new.deleted_at is null)
  )
  execute function doubt_of_row();
create trigger classes_change_due after update of deleted_at on classes for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function doubt_of_row();
create trigger class_slots_change_due
  after insert or delete or
    update of class_id, class_day, local_time, time_zone, duration_minutes, created_at, deleted_at on class_slots
  for each row execute function doubt_of_row();
create trigger slot_teachers_change_due after insert or delete or update of slot_id, ended_at on slot_teachers
  for each row execute function doubt_of_row();
create trigger people_change_due after update of deleted_at on people for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function doubt_of_row();

create trigger attendance_made_due after insert on attendance
  referencing new table as written for each statement execute function doubt_of_rows();
create trigger attendance_removed_due after delete on attendance
  referencing old table as written for each statement execute function doubt_of_rows();
create trigger three_absences_change_due after insert or update or delete on three_absences
  for each row execute function doubt_of_row();
create trigger unpaid_stays_change_due after update of came_on on unpaid_stays for each row
  when (old.came_on is distinct from new.came_on)
  execute function doubt_of_row();

create trigger enrolments_begin_due after insert on enrolments
  referencing new table as written for each statement execute function doubt_of_rows();
create trigger enrolments_vanish_due after delete on enrolments
  referencing old table as written for each statement execute function doubt_of_rows();
create trigger enrolments_change_due
  after update of student_id, course_id, class_id, started_on, ended_on, registration_status, payment_status
  on enrolments for each row
  when (
    (old.student_id, old.course_id, old.class_id, old.started_on, old.ended_on, old.registration_status,
      old.payment_status)
    is distinct from (new.student_id, new.course_id, new.class_id, new.started_on, new.ended_on,
      new.registration_status, new.payment_status)
  )
  execute function doubt_of_row();

create trigger payments_come_due after insert on payments
  referencing new table as written for each statement execute function doubt_of_rows();
create trigger payments_vanish_due after delete on payments
  referencing old table as written for each statement execute function doubt_of_rows();
create trigger payments_change_due after update of student_id, course_id, status, paid_at on payments for each row
  when (
    (old.student_id, old.course_id, old.status, old.paid_at)
      is distinct from (new.student_id, new.course_id, new.status, new.paid_at)
  )
  execute function doubt_of_row();
