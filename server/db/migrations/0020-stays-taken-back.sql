-- A stay is removed only when the change that began it is undone. What was paid for its course is then without one.
create function stays_vanish() returns trigger language plpgsql as $$
begin
  insert into unmet_payments (payment, student_id, course_id)
  select m.id, m.student_id, m.course_id
  from (select distinct g.student_id, g.course_id from gone g) left_course
  join payments m on m.student_id = left_course.student_id and m.course_id = left_course.course_id
  where is_received(m.status, m.student_id)
    and not exists (
      select from enrolments e where e.student_id = m.student_id and e.course_id = m.course_id
    )
  on conflict do nothing;
  return null;
end
$$;
create trigger enrolments_vanish after delete on enrolments
  referencing old table as gone for each statement execute function stays_vanish();
