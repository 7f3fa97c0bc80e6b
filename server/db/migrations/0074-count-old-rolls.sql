-- Outside a transaction
-- The rolls from before their sums were stored.
do $$
declare
  last bigint := 0;
  batch bigint[];
begin
  loop
    batch := array(select r.id from attendance_registers r where r.id > last order by r.id limit 500);
    exit when batch = '{}';
    perform count_rolls(batch);
    commit;
    last := batch[array_upper(batch, 1)];
  end loop;
end
$$;
-- Who came and who left in a week.
create index concurrently if not exists enrolments_started on enrolments (started_on) include (student_id, course_id, class_id);
create index concurrently if not exists enrolments_ended on enrolments (ended_on) include (student_id, course_id, class_id)
  where ended_on is not null;
