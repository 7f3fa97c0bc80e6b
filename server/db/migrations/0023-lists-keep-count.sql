-- A page of the list of students says how many rows there are in all. Counting a million takes long, and one row that
-- holds the number would make everybody who enrols wait for everybody else. So each statement that changes the number
-- adds a row of its own, and now and then one of them puts those together that nobody else has in hand. The sum counts.
create table list_counts (
  id bigint generated always as identity constraint list_counts_pkey primary key,
  -- living students
  students bigint not null,
  -- of them, those who are in a course
  placed bigint not null,
  -- stays that go on
  stays bigint not null
);

-- In how many courses a student is; also those who are in none any more. Two who enrol the same student take turns here,
-- so that one of them knows that he was the first.
create table placed_students (
  student_id bigint constraint placed_students_pkey primary key,
  stays integer not null
);

create function add_to_lists(students bigint, placed bigint, stays bigint) returns void language plpgsql as $$
declare
  place bigint;
begin
  if students = 0 and placed = 0 and stays = 0 then
    return;
  end if;
  insert into list_counts (students, placed, stays)
  values (add_to_lists.students, add_to_lists.placed, add_to_lists.stays)
  returning id into place;
  if place % 64 = 0 then
    with put_together as (
      delete from list_counts l
      where l.id in (select m.id from list_counts m order by m.id for update skip locked)
      returning l.students, l.placed, l.stays
    )
    insert into list_counts (students, placed, stays)
    select sum(p.students), sum(p.placed), sum(p.stays) from put_together p having count(*) > 0;
  end if;
end
$$;

-- Of each student one stay more or less.
create function count_stays(student_ids bigint[], steps integer[]) returns void language plpgsql as $$
declare
  placed bigint;
  stays bigint;
begin
  with step as (
    select s.student_id, sum(s.step)::integer as step
    from unnest(student_ids, steps) s (student_id, step)
    group by s.student_id
    having sum(s.step) <> 0
  ),
  kept as (
    insert into placed_students as p (student_id, stays)
    select s.student_id, s.step from step s order by s.student_id
    on conflict (student_id) do update set stays = p.stays + excluded.stays
    returning p.student_id, p.stays
  )
  select
    count(*) filter (where k.stays > 0 and k.stays <= s.step) - count(*) filter (where k.stays <= 0 and k.stays > s.step),
    coalesce(sum(s.step), 0)
    into placed, stays
    from step s
    join kept k on k.student_id = s.student_id;
  perform add_to_lists(0, placed, stays);
end
$$;

create function stays_are_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_stays(array_agg(n.student_id), array_agg(1)) from now_there n where n.ended_on is null;
  elsif tg_op = 'DELETE' then
    perform count_stays(array_agg(b.student_id), array_agg(-1)) from before_it b where b.ended_on is null;
  else
    perform count_stays(array_agg(c.student_id), array_agg(c.step))
    from (
      select n.student_id, 1 as step
      from now_there n
      join before_it b on b.id = n.id
      where n.ended_on is null and (b.ended_on is not null or b.student_id <> n.student_id)
      union all
      select b.student_id, -1
      from before_it b
      join now_there n on n.id = b.id
      where b.ended_on is null and (n.ended_on is not null or n.student_id <> b.student_id)
    ) c
    having count(*) > 0;
  end if;
  return null;
end
$$;
create trigger enrolments_counted_begin after insert on enrolments
  referencing new table as now_there for each statement execute function stays_are_counted();
create trigger enrolments_counted_change after update on enrolments
  referencing old table as before_it new table as now_there for each statement execute function stays_are_counted();
create trigger enrolments_counted_vanish after delete on enrolments
  referencing old table as before_it for each statement execute function stays_are_counted();

create function students_are_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_lists(count(*), 0, 0) from now_there n where n.main_role = 'student' and n.deleted_at is null;
  elsif tg_op = 'DELETE' then
    perform add_to_lists(-count(*), 0, 0) from before_it b where b.main_role = 'student' and b.deleted_at is null;
  else
    perform add_to_lists(
      (new.main_role = 'student' and new.deleted_at is null)::integer
        - (old.main_role = 'student' and old.deleted_at is null)::integer,
      0,
      0
    );
  end if;
  return null;
end
$$;
create trigger people_counted_come after insert on people
  referencing new table as now_there for each statement execute function students_are_counted();
create trigger people_counted_change after update of main_role, deleted_at on people
  for each row execute function students_are_counted();
create trigger people_counted_vanish after delete on people
  referencing old table as before_it for each statement execute function students_are_counted();

-- All of it anew: once now, and after a load that silenced the triggers.
create procedure count_lists() language plpgsql as $$
begin
  lock table people, enrolments in share row exclusive mode;
  delete from placed_students;
  insert into placed_students (student_id, stays)
  select e.student_id, count(*) from enrolments e where e.ended_on is null group by e.student_id;
  delete from list_counts;
  insert into list_counts (students, placed, stays)
  select
    (select count(*) from people p where p.main_role = 'student' and p.deleted_at is null),
    count(*),
    coalesce(sum(p.stays), 0)
  from placed_students p;
end
$$;

-- The newest of everybody, and courses by name: a page of either is a short walk.
create index enrolments_newest on enrolments (id desc) include (student_id, course_id) where ended_on is null;
create index courses_by_name on courses (lower(course_name), id) where deleted_at is null;
-- most are published
create index courses_inactive on courses (id) where status <> 'published' and deleted_at is null;

call count_lists();
