-- Outside a transaction
-- One mark of a student in each roll. The constraint on it comes with the next file.
create unique index concurrently if not exists attendance_once_a_roll
  on attendance (class_id, attendance_date, student_id, register_id);
