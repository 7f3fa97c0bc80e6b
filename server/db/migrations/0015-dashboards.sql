-- The dashboards count a hundred thousand students from indexes alone.
create index people_student_figures on people (region, gender, dob) include (id)
  where main_role = 'student' and deleted_at is null;
drop index enrolments_by_course;
create index enrolments_by_course on enrolments (course_id, id desc) include (student_id, registered_at)
  where ended_on is null;
create index enrolments_by_registration on enrolments (registered_at) where ended_on is null;
