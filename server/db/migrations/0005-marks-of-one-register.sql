-- A mark carries class and date of its register for the sake of its keys; the two can never differ.
alter table attendance_registers
  add constraint attendance_registers_of_day_unique unique (id, class_id, attendance_date);
alter table attendance
  drop constraint attendance_register_fkey,
  add constraint attendance_register_fkey foreign key (register_id, class_id, attendance_date)
    references attendance_registers (id, class_id, attendance_date);

-- PostgreSQL raises an error for a zone it does not know.
alter table class_slots
  add constraint class_slots_zone_known check (timezone(time_zone, timestamp '2026-01-01') is not null);
