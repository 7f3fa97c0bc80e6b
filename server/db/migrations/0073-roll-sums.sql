-- How many marks a roll has, and how many of them say present. They follow from the marks. The figures of a provider
-- add up twelve weeks of rolls where they would read thirty times as many marks.
create table roll_sums (
  course_id bigint not null,
  attendance_date date not null,
  register_id bigint not null,
  class_id bigint not null,
  recorded integer not null,
  present integer not null,
  constraint roll_sums_pkey primary key (course_id, attendance_date, register_id)
    include (class_id, recorded, present),
  constraint roll_sums_sane check (recorded > 0 and present between 0 and recorded)
);
create index roll_sums_by_date on roll_sums (attendance_date) include (course_id, class_id, recorded, present);

-- Counts these rolls anew. Whoever counts holds the register's lock, so the last one counts everything.
create function count_rolls(registers bigint[]) returns void language plpgsql as $$
begin
  perform from attendance_registers r where r.id = any(count_rolls.registers) order by r.id for no key update;
  delete from roll_sums s
  using attendance_registers r
  where r.id = any(count_rolls.registers) and s.course_id = r.course_id and s.attendance_date = r.attendance_date
    and s.register_id = r.id
    and not exists (
      select from attendance a
      where a.class_id = r.class_id and a.attendance_date = r.attendance_date and a.register_id = r.id
    );
  insert into roll_sums (course_id, attendance_date, register_id, class_id, recorded, present)
  select r.course_id, r.attendance_date, r.id, r.class_id, m.recorded, m.present
  from attendance_registers r
  cross join lateral (
    select count(*) as recorded, count(*) filter (where a.status = 'present') as present
    from attendance a
    where a.class_id = r.class_id and a.attendance_date = r.attendance_date and a.register_id = r.id
  ) m
  where r.id = any(count_rolls.registers) and m.recorded > 0
  on conflict on constraint roll_sums_pkey do update
    set recorded = excluded.recorded, present = excluded.present
    where (roll_sums.recorded, roll_sums.present) <> (excluded.recorded, excluded.present);
end
$$;

create function count_changed_rolls() returns trigger language plpgsql as $$
begin
  perform count_rolls(array(select distinct c.register_id from changed c));
  return null;
end
$$;
create trigger attendance_added_counted after insert on attendance referencing new table as changed
  for each statement execute function count_changed_rolls();
create trigger attendance_changed_counted after update on attendance referencing new table as changed
  for each statement execute function count_changed_rolls();
create trigger attendance_gone_counted after delete on attendance referencing old table as changed
  for each statement execute function count_changed_rolls();
