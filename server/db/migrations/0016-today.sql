-- What is due today is found without a look at those of whom nothing is due.
drop index enrolments_by_class;
create index enrolments_by_class on enrolments (class_id, student_id, started_on) include (ended_on);
create index enrolments_without_class on enrolments (course_id, student_id) where ended_on is null and class_id is null;
drop index attendance_by_student;
create index attendance_by_student on attendance (student_id, attendance_date desc) include (class_id, course_id, status);
create index attendance_absences on attendance (class_id, attendance_date, student_id) where status = 'absent';
create index payments_received on payments (student_id, course_id)
  where lower(status) = 'success' and student_id is not null;
