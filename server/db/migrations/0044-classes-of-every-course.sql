-- A class without a teacher is due whether or not its course is published: it meets all the same, as its roll is due.

create or replace function due_of_classes(classes bigint[])
returns table (
  kind text, course_id bigint, owner_id bigint, class_id bigint, student_id bigint, slot_id bigint, payment bigint,
  on_day date, is_enrolled boolean, rank bigint, tie bigint, until date
)
language plpgsql stable rows 10 as $$
begin
  if cardinality(classes) > 0 then
    return query
      with meetings as materialized (
        select distinct on (m.class_id, m.date) m.*
        from last_meetings(classes, now()) m
        where m.is_in_course
        order by m.class_id, m.date, m.slot_id
      )
      select 'unmarked_class', m.course_id, m.owner_id, m.class_id, null::bigint, m.slot_id, null::bigint, m.date,
        null::boolean, extract(epoch from m.local_start)::bigint, m.class_id, date 'infinity'
      from meetings m
      where lacks_a_mark(m.class_id, m.date);
    return query
      select 'class_without_teacher', s.course_id, c.courseadmin_id, s.class_id, null::bigint, s.id, null::bigint,
        null::date, null::boolean, (c.start_date - date '2000-01-01')::bigint, s.id,
        course_end(c.start_date, c.course_duration)
      from class_slots s
      join classes k on k.id = s.class_id and k.deleted_at is null
      join courses c on c.id = s.course_id and c.deleted_at is null
      where s.class_id = any(classes)
        and s.deleted_at is null
        and course_end(c.start_date, c.course_duration) > today_in_kolkata()
        and not exists (select from slot_teachers t where t.slot_id = s.id and t.ended_at is null);
  end if;
end
$$;

insert into due_doubts (course_id) select c.id from courses c where c.status <> 'published' and c.deleted_at is null;
