-- Lists of a hundred thousand students are read in the order of an index, by name, address or day of registration.
create index people_students_by_name on people (lower(fullname), id)
  where main_role = 'student' and deleted_at is null;
create index people_students_by_email on people (lower(email_id), id)
  where main_role = 'student' and deleted_at is null;
create index people_students_by_registration on people (registered_at, id)
  where main_role = 'student' and deleted_at is null;

-- Whoever is deleted, or whose course is, is in no course any more: stays can be counted without a look at either.
create function end_stays() returns trigger language plpgsql as $$
declare
  today date := (now() at time zone 'Asia/Kolkata')::date;
begin
  if tg_table_name = 'people' then
    update enrolments set ended_on = greatest(today, started_on) where student_id = new.id and ended_on is null;
  else
    update enrolments set ended_on = greatest(today, started_on) where course_id = new.id and ended_on is null;
  end if;
  return null;
end
$$;
create trigger people_deleted_end_stays after update of deleted_at on people for each row
  when (new.deleted_at is not null)
  execute function end_stays();
create trigger courses_deleted_end_stays after update of deleted_at on courses for each row
  when (new.deleted_at is not null)
  execute function end_stays();
update enrolments e
set ended_on = greatest((p.deleted_at at time zone 'Asia/Kolkata')::date, e.started_on)
from people p
where p.id = e.student_id and p.deleted_at is not null and e.ended_on is null;
update enrolments e
set ended_on = greatest((c.deleted_at at time zone 'Asia/Kolkata')::date, e.started_on)
from courses c
where c.id = e.course_id and c.deleted_at is not null and e.ended_on is null;
