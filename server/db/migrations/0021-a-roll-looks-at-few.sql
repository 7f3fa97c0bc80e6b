-- What a roll keeps is found from the roll: not by a look at everybody who has not paid, nor at everybody's last marks.
create or replace function marks_change() returns trigger language plpgsql as $$
declare
  register record;
begin
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
