-- Allowed: index, because few enrolments wait, and 100,000 rows are read in less than a second.
-- A student in a course who waits for a place in one of its classes.
alter table enrolments add column waits_for_class_id bigint;
alter table enrolments add constraint enrolments_waits_for_fkey foreign key (waits_for_class_id, course_id)
  references classes (id, course_id) not valid;
alter table enrolments add constraint enrolments_waits_without_class
  check (waits_for_class_id is null or class_id is null) not valid;
create index enrolments_waiting on enrolments (waits_for_class_id, id)
  where waits_for_class_id is not null and ended_on is null;
