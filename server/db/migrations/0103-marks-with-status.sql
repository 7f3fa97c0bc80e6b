-- Outside a transaction
-- Figures count marks by class and day from this index alone. The constraint on it comes with the next file.
create unique index concurrently if not exists attendance_once_a_roll_with_status
  on attendance (class_id, attendance_date, student_id, register_id) include (status);
