-- What dashboards count is kept, so that nobody who looks at one goes through everybody. Whoever writes only tells of
-- whom, or of which course: rows that are added and never changed, so nobody waits for another, and a count is never
-- wrong because two did something at once. One at a time counts what was told and keeps what he counted of whom;
-- whoever looks before that puts right, in the same statement, those of whom was told and who are not counted yet.

-- Of whom something was written, or of which course, since it was counted.
create table uncounted (
  id bigint generated always as identity constraint uncounted_pkey primary key,
  person_id bigint,
  course_id bigint,
  constraint uncounted_of_one check (num_nonnulls(person_id, course_id) = 1)
);

-- A person as he was last counted: among everybody (0), and among the students of each course admin of his courses.
create table counted_people (
  person_id bigint not null,
  owner_id bigint not null,
  -- main role and second role
  roles text[] not null,
  -- of students alone
  gender text,
  region text,
  born date,
  -- a word for each current stay: the month in which it was registered
  enrolled text[] not null,
  constraint counted_people_pkey primary key (person_id, owner_id)
);

-- A course as it was last counted, and the month in which it was made.
create table counted_courses (
  course_id bigint not null,
  owner_id bigint not null,
  created text not null,
  constraint counted_courses_pkey primary key (course_id, owner_id)
);

-- How many there are of what. Births are counted by month (born: 1980-05), and of each month by day
-- (1980-05: 1980-05-17).
create table counts (
  owner_id bigint not null,
  what text collate "C" not null,
  bucket text collate "C" not null,
  n bigint not null,
  constraint counts_pkey primary key (owner_id, what, bucket) include (n)
);

-- Sheets write U.S.A., UNITED  STATES or "india": only the letters count.
create function region_of(region text) returns text language sql immutable parallel safe
  return case lower(regexp_replace(region, '[\s\u00a0\u2000-\u200a\u202f\u205f\u3000\ufeff.,_-]', '', 'g'))
    when 'india' then 'India'
    when 'uk' then 'UK'
    when 'unitedkingdom' then 'UK'
    when 'us' then 'USA'
    when 'usa' then 'USA'
    when 'unitedstates' then 'USA'
    when 'unitedstatesofamerica' then 'USA'
    else 'Others'
  end;

create function gender_of(gender text) returns text language sql immutable parallel safe
  return case when gender in ('male', 'female') then gender else 'neither' end;

-- The month of an instant in the office's calendar, as in 2026-11.
create function month_of(instant timestamptz) returns text language sql stable parallel safe
  return to_char(instant at time zone 'Asia/Kolkata', 'YYYY-MM');

-- These people as they are to be counted now; of a course admin only whoever is in one of his courses.
create function people_to_count(people bigint[])
returns table (
  person_id bigint, owner_id bigint, roles text[], gender text, region text, born date, enrolled text[]
)
language sql stable as $$
  select p.id, o.owner_id, case when o.owner_id = 0 then array_remove(array[p.main_role, p.as_role], null)
    else array[p.main_role] end,
    case when p.main_role = 'student' then gender_of(p.gender) end,
    case when p.main_role = 'student' then region_of(p.region) end,
    -- whoever is born in a year that takes five digits is not born yet
    case when p.main_role = 'student' and p.dob < date '10000-01-01' then p.dob end,
    o.enrolled
  from people p
  cross join lateral (
    select s.owner_id, coalesce(array_agg(s.enrolled order by s.enrolled) filter (where s.enrolled is not null), '{}')
      as enrolled
    from (
      select 0::bigint as owner_id, null::text as enrolled
      union all
      select unnest(array[0, c.courseadmin_id]), month_of(e.registered_at)
      from enrolments e
      join courses c on c.id = e.course_id and c.deleted_at is null
      where e.student_id = p.id and e.ended_on is null and p.main_role = 'student'
    ) s
    where s.owner_id is not null
    group by s.owner_id
  ) o
  where p.id = any(people_to_count.people) and p.deleted_at is null
$$;

create function courses_to_count(courses bigint[]) returns table (course_id bigint, owner_id bigint, created text)
language sql stable as $$
  select c.id, o.owner_id, month_of(c.created_at)
  from courses c
  cross join lateral unnest(array[0, c.courseadmin_id]) o (owner_id)
  where c.id = any(courses_to_count.courses) and c.deleted_at is null and o.owner_id is not null
$$;

-- All that somebody is counted as.
create function counts_of(roles text[], gender text, region text, born date, enrolled text[])
returns table (what text, bucket text)
language sql stable as $$
  select 'role', r.role from unnest(counts_of.roles) r (role)
  union all
  select 'enrolled', m.month from unnest(counts_of.enrolled) m (month)
  union all
  select s.what, s.bucket
  from (
    values ('gender', counts_of.gender), ('region', counts_of.region), ('born', to_char(counts_of.born, 'YYYY-MM')),
      (to_char(counts_of.born, 'YYYY-MM'), to_char(counts_of.born, 'YYYY-MM-DD'))
  ) s (what, bucket)
  where s.bucket is not null
$$;

-- Counts what was told of, at most so many at a time, and says how many that were. Nobody waits for it: while one
-- counts, others find nothing to do, and what is told of meanwhile is left for the next time.
create function count_what_changed(most integer default 20000) returns integer language plpgsql as $$
declare
  told_of integer;
begin
  if not pg_try_advisory_xact_lock(7312) then
    return 0;
  end if;
  -- One statement sees one moment: who was told of, what was counted of them, and what they are now.
  with told as (
    delete from uncounted where id in (select u.id from uncounted u order by u.id limit most)
    returning person_id, course_id
  ),
  doubtful as materialized (
    select
      (select array_agg(distinct t.course_id) from told t where t.course_id is not null) as courses,
      (
        select array_agg(d.person_id)
        from (
          select t.person_id from told t where t.person_id is not null
          union
          select e.student_id from told t join enrolments e on e.course_id = t.course_id and e.ended_on is null
        ) d
      ) as people
  ),
  people_now as materialized (
    select p.* from doubtful d cross join lateral people_to_count(d.people) p
  ),
  courses_now as materialized (
    select c.* from doubtful d cross join lateral courses_to_count(d.courses) c
  ),
  people_before as materialized (
    select p.* from doubtful d join counted_people p on p.person_id = any(d.people)
  ),
  courses_before as materialized (
    select c.* from doubtful d join counted_courses c on c.course_id = any(d.courses)
  ),
  people_gone as (
    delete from counted_people p
    using people_before b
    where p.person_id = b.person_id and p.owner_id = b.owner_id
      and not exists (select from people_now n where n.person_id = b.person_id and n.owner_id = b.owner_id)
  ),
  courses_gone as (
    delete from counted_courses c
    using courses_before b
    where c.course_id = b.course_id and c.owner_id = b.owner_id
      and not exists (select from courses_now n where n.course_id = b.course_id and n.owner_id = b.owner_id)
  ),
  people_kept as (
    insert into counted_people as p (person_id, owner_id, roles, gender, region, born, enrolled)
    select n.* from (select * from people_now except select * from people_before) n
    on conflict (person_id, owner_id) do update
    set roles = excluded.roles, gender = excluded.gender, region = excluded.region, born = excluded.born,
      enrolled = excluded.enrolled
  ),
  courses_kept as (
    insert into counted_courses as c (course_id, owner_id, created)
    select n.* from (select * from courses_now except select * from courses_before) n
    on conflict (course_id, owner_id) do update set created = excluded.created
  ),
  changed as (
    select m.owner_id, m.what, m.bucket, sum(m.n) as n
    from (
      select n.owner_id, o.what, o.bucket, 1 as n
      from people_now n cross join lateral counts_of(n.roles, n.gender, n.region, n.born, n.enrolled) o
      union all
      select b.owner_id, o.what, o.bucket, -1
      from people_before b cross join lateral counts_of(b.roles, b.gender, b.region, b.born, b.enrolled) o
      union all
      select n.owner_id, 'course', n.created, 1 from courses_now n
      union all
      select b.owner_id, 'course', b.created, -1 from courses_before b
    ) m
    group by m.owner_id, m.what, m.bucket
    having sum(m.n) <> 0
  ),
  counted as (
    insert into counts as k (owner_id, what, bucket, n)
    select c.owner_id, c.what, c.bucket, c.n from changed c
    on conflict (owner_id, what, bucket) do update set n = k.n + excluded.n
  )
  select count(*) into told_of from told;
  return told_of;
end
$$;

-- What there is at this moment of everybody (0), or of the students and courses of a course admin. Births by month, and
-- by day in the months that are asked for, as in 2010-11. A bucket may come several times.
create function counted(owner bigint, days_of text[])
returns table (what text, bucket text, n bigint)
language sql stable as $$
  with told as materialized (
    select u.person_id, u.course_id from uncounted u
  ),
  doubtful as materialized (
    select
      (select array_agg(distinct t.course_id) from told t where t.course_id is not null) as courses,
      (
        select array_agg(d.person_id)
        from (
          select t.person_id from told t where t.person_id is not null
          union
          select e.student_id from told t join enrolments e on e.course_id = t.course_id and e.ended_on is null
        ) d
      ) as people
  ),
  put_right as (
    select o.what, o.bucket, 1 as n
    from doubtful d
    cross join lateral people_to_count(d.people) p
    cross join lateral counts_of(p.roles, p.gender, p.region, p.born, p.enrolled) o
    where p.owner_id = counted.owner
    union all
    select o.what, o.bucket, -1
    from doubtful d
    join counted_people p on p.person_id = any(d.people) and p.owner_id = counted.owner
    cross join lateral counts_of(p.roles, p.gender, p.region, p.born, p.enrolled) o
    union all
    select 'course', c.created, 1
    from doubtful d
    cross join lateral courses_to_count(d.courses) c
    where c.owner_id = counted.owner
    union all
    select 'course', c.created, -1
    from doubtful d
    join counted_courses c on c.course_id = any(d.courses) and c.owner_id = counted.owner
  )
  select k.what, k.bucket, k.n
  from counts k
  where k.owner_id = counted.owner
    and k.what = any(array['role', 'gender', 'region', 'enrolled', 'course', 'born'])
    and (k.what <> 'born' or k.bucket <> all(counted.days_of))
  union all
  select 'born', k.bucket, k.n
  from counts k
  where k.owner_id = counted.owner and k.what = any(counted.days_of)
  union all
  select case when r.what = any(counted.days_of) then 'born' else r.what end, r.bucket, r.n
  from put_right r
  where case
    when r.what = 'born' then r.bucket <> all(counted.days_of)
    when r.what = any(array['role', 'gender', 'region', 'enrolled', 'course']) then true
    else r.what = any(counted.days_of)
  end
$$;

-- All of it anew: after a load that silenced the triggers, or to mend. What is written meanwhile is told of as ever.
create procedure count_anew() language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7312);
  delete from counts;
  delete from counted_people;
  delete from counted_courses;
  insert into uncounted (person_id) select p.id from people p;
  insert into uncounted (course_id) select c.id from courses c;
  perform count_what_changed(2147483647);
end
$$;

create function tell_of_rows() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'people' then
    insert into uncounted (person_id) select r.id from written r;
  elsif tg_table_name = 'courses' then
    insert into uncounted (course_id) select r.id from written r;
  else
    insert into uncounted (person_id) select distinct r.student_id from written r;
  end if;
  return null;
end
$$;

create function tell_of_row() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'people' then
    insert into uncounted (person_id) values (new.id);
  elsif tg_table_name = 'courses' then
    insert into uncounted (course_id) values (new.id);
  else
    insert into uncounted (person_id) values (new.student_id);
    if old.student_id <> new.student_id then
      insert into uncounted (person_id) values (old.student_id);
    end if;
  end if;
  return null;
end
$$;

-- What a course changes for its students is told of once: whoever counts looks at all who are in it by then.
create trigger courses_begin_uncounted after insert on courses
  referencing new table as written for each statement execute function tell_of_rows();
create trigger courses_vanish_uncounted after delete on courses
  referencing old table as written for each statement execute function tell_of_rows();
create trigger courses_change_uncounted
  after update of courseadmin_id, created_at, deleted_at on courses for each row
  when (
    (old.courseadmin_id, old.created_at, old.deleted_at is null)
      is distinct from (new.courseadmin_id, new.created_at, new.deleted_at is null)
  )
  execute function tell_of_row();

create trigger people_begin_uncounted after insert on people
  referencing new table as written for each statement execute function tell_of_rows();
create trigger people_vanish_uncounted after delete on people
  referencing old table as written for each statement execute function tell_of_rows();
create trigger people_change_uncounted
  after update of main_role, as_role, gender, region, dob, deleted_at on people for each row
  when (
    (old.main_role, old.as_role, old.gender, old.region, old.dob, old.deleted_at is null)
      is distinct from (new.main_role, new.as_role, new.gender, new.region, new.dob, new.deleted_at is null)
  )
  execute function tell_of_row();

create trigger enrolments_begin_uncounted after insert on enrolments
  referencing new table as written for each statement execute function tell_of_rows();
create trigger enrolments_vanish_uncounted after delete on enrolments
  referencing old table as written for each statement execute function tell_of_rows();
create trigger enrolments_change_uncounted
  after update of student_id, course_id, ended_on, registered_at on enrolments for each row
  when (
    (old.student_id, old.course_id, old.ended_on is null, old.registered_at)
      is distinct from (new.student_id, new.course_id, new.ended_on is null, new.registered_at)
  )
  execute function tell_of_row();
