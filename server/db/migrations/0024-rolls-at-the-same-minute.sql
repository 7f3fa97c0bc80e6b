-- Rolls of many classes at the same minute: what is derived from marks, and their trail, is written for all marks of a roll
-- at once.
-- Whether somebody who was in the class on that day has no mark. `offset 0` has each looked up by the whole key: joined
-- freely, tables without statistics were compared each with each, which took a roll of 1,500 over a second.
create or replace function lacks_a_mark(class_id bigint, attendance_date date) returns boolean language sql stable
  return exists (
    select from enrolments e
    where e.class_id = lacks_a_mark.class_id
      and e.started_on <= lacks_a_mark.attendance_date
      and (e.ended_on is null or e.ended_on > lacks_a_mark.attendance_date)
      and (
        e.ended_on is null
        or exists (select from people p where p.id = e.student_id and p.deleted_at is null offset 0)
      )
      and not exists (
        select from attendance a
        where a.class_id = e.class_id
          and a.attendance_date = lacks_a_mark.attendance_date
          and a.student_id = e.student_id
        offset 0
      )
  );

create or replace function marks_change() returns trigger language plpgsql as $$
declare
  register record;
begin
  -- An insert that may update tells of both, and mostly does one.
  if not exists (select from changed) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    insert into open_registers (register_id)
    select distinct r.id from changed a join attendance_registers r on r.id = a.register_id
    on conflict do nothing;
  elsif tg_op = 'INSERT' then
    for register in
      select r.id, r.class_id, r.attendance_date
      from (select distinct a.register_id from changed a) n
      join attendance_registers r on r.id = n.register_id
      join open_registers o on o.register_id = r.id
      order by r.id
    loop
      -- Two statements: the second has to see what was committed when the class was had.
      if pg_try_advisory_xact_lock(7310, (register.class_id % 512)::integer) then
        delete from open_registers
        where register_id = register.id and not lacks_a_mark(register.class_id, register.attendance_date);
      end if;
    end loop;
  end if;
  -- One after the other marks a class, so that each sees what stands before and behind his own marks.
  perform pg_advisory_xact_lock(7311, k.lock) from (
    select distinct (a.class_id % 512)::integer as lock from changed a order by lock
  ) k;
  delete from three_absences t
  using (select distinct a.class_id, a.student_id from changed a) c
  where t.class_id = c.class_id
    and t.student_id = c.student_id
    and not exists (select from absences_in_a_row(t.class_id, t.student_id));
  -- A mark that does not say absent ends a row at most.
  insert into three_absences as t (class_id, student_id, first_on, last_on)
  select c.class_id, c.student_id, last_three.first_on, last_three.last_on
  from (select distinct a.class_id, a.student_id from changed a where tg_op = 'DELETE' or a.status = 'absent') c
  cross join lateral (
    select min(m.attendance_date) as first_on, max(m.attendance_date) as last_on
    from (
      select a.status, a.attendance_date
      from attendance a
      where a.class_id = c.class_id and a.student_id = c.student_id
      order by a.attendance_date desc
      limit 3
    ) m
    having count(*) = 3 and bool_and(m.status = 'absent')
  ) last_three
  on conflict (class_id, student_id) do update set first_on = excluded.first_on, last_on = excluded.last_on;

  -- First the rows, then what is there once they are held.
  perform from unpaid_stays u
  join (select distinct a.student_id, a.course_id from changed a) c
    on c.student_id = u.student_id and c.course_id = u.course_id
  order by u.enrolment_id
  for update of u;
  update unpaid_stays u
  set came_on = coalesce((
    select a.attendance_date
    from attendance a
    where a.student_id = u.student_id and a.course_id = u.course_id and a.status = 'present'
    order by a.attendance_date desc
    limit 1
  ), '-infinity')
  from (select distinct a.student_id, a.course_id from changed a) c
  where c.student_id = u.student_id and c.course_id = u.course_id;
  return null;
end
$$;

-- The same of all the marks of a roll at once.
create function record_audit_of_marks() returns trigger language plpgsql as $$
declare
  change bigint;
begin
  if not exists (select from made) then
    return null;
  end if;
  change := current_change();
  insert into audit_entries (change_id, person_id, intake_key_id, call, request_id, table_name, row_id, action, after,
    course_id, about_person_id)
  select
    change,
    nullif(current_setting('gurukul.person', true), '')::bigint,
    nullif(current_setting('gurukul.key', true), '')::bigint,
    nullif(current_setting('gurukul.call', true), ''),
    nullif(current_setting('gurukul.request', true), ''),
    'attendance',
    m.id,
    'insert',
    to_jsonb(m),
    m.course_id,
    m.student_id
  from made m;
  return null;
end
$$;

create or replace trigger attendance_audited after insert on attendance referencing new table as made for each statement
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit_of_marks();
create trigger attendance_changes_audited after update or delete on attendance for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
