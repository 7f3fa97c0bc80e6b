-- One index instead of two. The version before uses either.
-- Allowed: drop, because the next statement gives the constraint back under the same name.

alter table attendance
  drop constraint attendance_once_a_roll,
  add constraint attendance_once_a_roll unique using index attendance_once_a_roll_with_status;
