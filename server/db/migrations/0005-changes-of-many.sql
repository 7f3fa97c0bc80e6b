-- Outside a transaction: the locks of three tables at once would stop people who write to them in another order.
-- A change of thousands of students or enrolments takes one statement for all of them. A trigger for each row took ten
-- seconds to end the enrolments of 5,000 deleted students.

-- PostgreSQL allows transition tables only without a list of columns.
create or replace function end_enrolments_of_deleted() returns trigger language plpgsql as $$
begin
  if exists (select from written w where w.deleted_at is not null) then
    update enrolments e
    set ended_on = greatest((now() at time zone 'Asia/Kolkata')::date, e.started_on)
    from written w
    where w.deleted_at is not null and e.student_id = w.id and e.ended_on is null;
  end if;
  return null;
end
$$;

create or replace function note_due_deletions() returns trigger language plpgsql as $$
begin
  insert into due_changes (student_id)
  select w.id from written w join former f on f.id = w.id where w.deleted_at is distinct from f.deleted_at;
  return null;
end
$$;

-- Of a row that is in another course than before, both courses are told.
create or replace function note_due_updates() returns trigger language plpgsql as $$
begin
  insert into due_changes (course_id) select w.course_id from written w union select f.course_id from former f;
  return null;
end
$$;

create or replace trigger people_deleted_end_enrolments after update on people
  referencing new table as written for each statement execute function end_enrolments_of_deleted();
create or replace trigger people_change_due after update on people
  referencing old table as former new table as written for each statement execute function note_due_deletions();

create or replace trigger enrolments_removed_due after delete on enrolments
  referencing old table as written for each statement execute function note_due_changes();
create or replace trigger enrolments_change_due after update on enrolments
  referencing old table as former new table as written for each statement execute function note_due_updates();

create or replace trigger payments_removed_due after delete on payments
  referencing old table as written for each statement execute function note_due_changes();
create or replace trigger payments_change_due after update on payments
  referencing old table as former new table as written for each statement execute function note_due_updates();

-- Courses are deleted one by one.
create or replace function end_enrolments() returns trigger language plpgsql as $$
begin
  update enrolments
  set ended_on = greatest((now() at time zone 'Asia/Kolkata')::date, started_on)
  where course_id = new.id and ended_on is null;
  return null;
end
$$;
