-- Outside a transaction
-- Who came and who left in a week.
create index concurrently if not exists enrolments_started on enrolments (started_on) include (student_id, course_id, class_id);
create index concurrently if not exists enrolments_ended on enrolments (ended_on) include (student_id, course_id, class_id)
  where ended_on is not null;
