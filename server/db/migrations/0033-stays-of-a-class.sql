-- Outside a transaction. As enrolments_by_class, which goes next, and when a stay was registered.
create index concurrently if not exists enrolments_of_class on enrolments (class_id, student_id, started_on)
  include (ended_on, registered_at);
