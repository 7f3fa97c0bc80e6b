-- What is due today is looked for among what may be due. Each of these tables holds all that may be, and now and then
-- something that no longer is: whoever reads looks again. That makes them cheap to keep: nobody who writes has to know
-- everything, he only must never leave something out.

-- Registers in which a mark may be missing.
create table open_registers (
  register_id bigint constraint open_registers_pkey primary key
    constraint open_registers_register_fkey references attendance_registers on delete cascade
);
create index attendance_registers_by_date on attendance_registers (attendance_date) include (class_id, id);

-- Current stays that nobody has paid for, and when the student was last present in the course. Null: not known, so
-- whoever wants to know looks; -infinity: never.
create table unpaid_stays (
  enrolment_id bigint constraint unpaid_stays_pkey primary key
    constraint unpaid_stays_enrolment_fkey references enrolments on delete cascade,
  student_id bigint not null,
  course_id bigint not null,
  came_on date
);
create index unpaid_stays_by_day on unpaid_stays (came_on desc nulls first, enrolment_id) include (course_id);
create index unpaid_stays_by_course on unpaid_stays (course_id, came_on) include (enrolment_id);
create index unpaid_stays_by_student on unpaid_stays (student_id, course_id) include (enrolment_id);

-- Students whose last three marks in a class all say absent: the first and the last of the three.
create table three_absences (
  class_id bigint not null constraint three_absences_class_fkey references classes on delete cascade,
  student_id bigint not null,
  first_on date not null,
  last_on date not null,
  constraint three_absences_pkey primary key (class_id, student_id)
);
create index three_absences_by_day on three_absences (first_on);

-- Payments received from a student who was in their course never, or only later.
create table unmet_payments (
  payment bigint constraint unmet_payments_pkey primary key
    constraint unmet_payments_payment_fkey references payments on delete cascade,
  student_id bigint not null,
  course_id bigint not null
);
create index unmet_payments_by_course on unmet_payments (course_id, student_id);

drop index enrolments_without_class;
-- who may wait for a place
create index enrolments_unplaced on enrolments (course_id, student_id)
  where registration_status = 'Registered' and (class_id is null or ended_on is not null);
drop index attendance_absences;

create function is_unpaid(payment_status text) returns boolean language sql immutable parallel safe
  return payment_status is null or payment_status in ('Failed', 'Refunded');

create function is_received(status text, student_id bigint) returns boolean language sql immutable parallel safe
  return student_id is not null and lower(status) = 'success';

-- Whether somebody who was in the class on that day has no mark.
create function lacks_a_mark(class_id bigint, attendance_date date) returns boolean language sql stable
  return exists (
    select from enrolments e
    where e.class_id = lacks_a_mark.class_id
      and e.started_on <= lacks_a_mark.attendance_date
      and (e.ended_on is null or e.ended_on > lacks_a_mark.attendance_date)
      and (
        e.ended_on is null
        or exists (select from people p where p.id = e.student_id and p.deleted_at is null)
      )
      and not exists (
        select from attendance a
        where a.class_id = e.class_id
          and a.attendance_date = lacks_a_mark.attendance_date
          and a.student_id = e.student_id
      )
  );

-- The last three marks, if there are three and all say absent.
create function absences_in_a_row(class_id bigint, student_id bigint, out first_on date, out last_on date)
returns setof record language sql stable rows 1
begin atomic
  select min(m.attendance_date), max(m.attendance_date)
  from (
    select a.status, a.attendance_date
    from attendance a
    where a.class_id = absences_in_a_row.class_id and a.student_id = absences_in_a_row.student_id
    order by a.attendance_date desc
    limit 3
  ) m
  having count(*) = 3 and bool_and(m.status = 'absent');
end;

create function register_opens() returns trigger language plpgsql as $$
begin
  insert into open_registers (register_id) select n.id from now_there n on conflict do nothing;
  return null;
end
$$;
create trigger attendance_registers_open after insert on attendance_registers
  referencing new table as now_there for each statement execute function register_opens();

-- Whoever puts somebody into a class holds the class in shared mode until the end of his transaction, so that nobody
-- calls a register complete without having seen him. Whoever would, and cannot have the class alone, leaves the register
-- open instead of waiting. Locks are by the rest of a division: a large import must not run out of them.
create function hold_class(class_id bigint) returns void language sql
  return pg_advisory_xact_lock_shared(7310, (class_id % 512)::integer);

create function marks_change() returns trigger language plpgsql as $$
declare
  register record;
begin
  if tg_op = 'DELETE' then
    insert into open_registers (register_id)
    select distinct r.id from changed a join attendance_registers r on r.id = a.register_id
    on conflict do nothing;
  elsif tg_op = 'INSERT' then
    for register in
      select distinct r.id, r.class_id, r.attendance_date
      from changed a
      join attendance_registers r on r.id = a.register_id
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
  where t.class_id = c.class_id and t.student_id = c.student_id;
  insert into three_absences (class_id, student_id, first_on, last_on)
  select c.class_id, c.student_id, last_three.first_on, last_three.last_on
  from (select distinct a.class_id, a.student_id from changed a) c
  cross join lateral absences_in_a_row(c.class_id, c.student_id) last_three;

  -- First the rows, then what is there once they are held.
  perform from unpaid_stays u
  where exists (select from changed a where a.student_id = u.student_id and a.course_id = u.course_id)
  order by u.enrolment_id
  for update;
  update unpaid_stays u
  set came_on = coalesce((
    select a.attendance_date
    from attendance a
    where a.student_id = u.student_id and a.course_id = u.course_id and a.status = 'present'
    order by a.attendance_date desc
    limit 1
  ), '-infinity')
  where exists (select from changed a where a.student_id = u.student_id and a.course_id = u.course_id);
  return null;
end
$$;
create trigger attendance_made after insert on attendance
  referencing new table as changed for each statement execute function marks_change();
create trigger attendance_corrected after update on attendance
  referencing new table as changed for each statement execute function marks_change();
create trigger attendance_removed after delete on attendance
  referencing old table as changed for each statement execute function marks_change();

create function stays_begin() returns trigger language plpgsql as $$
begin
  perform hold_class(k.class_id) from (
    select distinct on (n.class_id % 512) n.class_id from now_there n where n.class_id is not null
    order by n.class_id % 512
  ) k;
  insert into open_registers (register_id)
  select r.id
  from now_there n
  join attendance_registers r on r.class_id = n.class_id and r.attendance_date >= n.started_on
  where n.ended_on is null or r.attendance_date < n.ended_on
  on conflict do nothing;

  -- Somebody who was in the course before may be marked at this moment, unseen from here.
  insert into unpaid_stays (enrolment_id, student_id, course_id, came_on)
  select n.id, n.student_id, n.course_id,
    case
      when exists (
        select from enrolments e where e.student_id = n.student_id and e.course_id = n.course_id and e.id <> n.id
      ) or exists (
        select from attendance a where a.student_id = n.student_id and a.course_id = n.course_id
      ) then null
      else date '-infinity'
    end
  from now_there n
  where n.ended_on is null and is_unpaid(n.payment_status);

  -- A row that is being written is left: one too many does no harm, waiting for it might.
  delete from unmet_payments u
  using (
    select v.payment
    from unmet_payments v
    where exists (select from now_there n where n.student_id = v.student_id and n.course_id = v.course_id)
    for update skip locked
  ) met
  where u.payment = met.payment;
  return null;
end
$$;
create trigger enrolments_begin after insert on enrolments
  referencing new table as now_there for each statement execute function stays_begin();

create function stays_change() returns trigger language plpgsql as $$
begin
  -- Only what makes a stay longer, or puts it into another class, can leave a register without a mark.
  perform hold_class(k.class_id) from (
    select distinct on (n.class_id % 512) n.class_id
    from now_there n join before_it b on b.id = n.id
    where n.class_id is not null
      and (
        n.class_id is distinct from b.class_id
        or n.started_on < b.started_on
        or coalesce(n.ended_on, 'infinity') > coalesce(b.ended_on, 'infinity')
      )
    order by n.class_id % 512
  ) k;
  if found then
    insert into open_registers (register_id)
    select r.id
    from now_there n
    join attendance_registers r on r.class_id = n.class_id and r.attendance_date >= n.started_on
    where n.ended_on is null or r.attendance_date < n.ended_on
    on conflict do nothing;
  end if;

  delete from unpaid_stays u
  using now_there n
  where u.enrolment_id = n.id and not (n.ended_on is null and is_unpaid(n.payment_status));
  insert into unpaid_stays (enrolment_id, student_id, course_id)
  select n.id, n.student_id, n.course_id
  from now_there n
  where n.ended_on is null and is_unpaid(n.payment_status)
  on conflict do nothing;
  return null;
end
$$;
create trigger enrolments_change after update on enrolments
  referencing old table as before_it new table as now_there for each statement execute function stays_change();

-- Stays are ended, never removed, so whoever was seen in a course has been there.
create function payment_meets() returns trigger language plpgsql as $$
begin
  if is_received(new.status, new.student_id)
    and not exists (
      select from enrolments e where e.student_id = new.student_id and e.course_id = new.course_id
    )
  then
    insert into unmet_payments (payment, student_id, course_id)
    values (new.id, new.student_id, new.course_id)
    on conflict (payment) do update set student_id = excluded.student_id, course_id = excluded.course_id;
  elsif tg_op = 'UPDATE' then
    delete from unmet_payments where payment = new.id;
  end if;
  return null;
end
$$;
create trigger payments_meet after insert or update of status, student_id, course_id on payments
  for each row execute function payment_meets();

-- What may be due of all that is there: once now, and after a load that silenced the triggers.
create procedure find_what_may_be_due() language sql as $$
  insert into open_registers (register_id)
  select r.id from attendance_registers r where lacks_a_mark(r.class_id, r.attendance_date)
  on conflict do nothing;

  insert into unpaid_stays (enrolment_id, student_id, course_id, came_on)
  select e.id, e.student_id, e.course_id, coalesce((
    select a.attendance_date
    from attendance a
    where a.student_id = e.student_id and a.course_id = e.course_id and a.status = 'present'
    order by a.attendance_date desc
    limit 1
  ), '-infinity')
  from enrolments e
  where e.ended_on is null and is_unpaid(e.payment_status)
  on conflict do nothing;

  insert into three_absences (class_id, student_id, first_on, last_on)
  select c.class_id, c.student_id, last_three.first_on, last_three.last_on
  from (select distinct a.class_id, a.student_id from attendance a where a.status = 'absent') c
  cross join lateral absences_in_a_row(c.class_id, c.student_id) last_three
  on conflict do nothing;

  insert into unmet_payments (payment, student_id, course_id)
  select m.id, m.student_id, m.course_id
  from payments m
  where is_received(m.status, m.student_id)
    and not exists (select from enrolments e where e.student_id = m.student_id and e.course_id = m.course_id)
  on conflict do nothing;
$$;
call find_what_may_be_due();
