-- Today's items know donations, which may have no course, and refunds.

create or replace view courses_of_changed_students as
select e.course_id from due_changes d join enrolments e on e.student_id = d.student_id
union
select m.course_id from due_changes d join payments m on m.student_id = d.student_id where m.course_id is not null;

-- As before, but a donation is no fee, and what went back altogether is not paid.
create or replace function due_of_courses(courses bigint[])
returns table (
  kind text, course_id bigint, class_id bigint, student_id bigint, slot_id bigint, payment bigint, on_day date,
  is_enrolled boolean, rank bigint, tie bigint, until timestamptz
)
language plpgsql stable rows 20 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  today constant date := today_in_kolkata();
begin
  if cardinality(courses) = 0 then
    return;
  end if;
  return query
    with running as materialized (
      select c.id, c.start_date, e.ends_on, e.ends_on::timestamp at time zone 'Asia/Kolkata' as until
      from courses c
      cross join lateral (select course_end(c.start_date, c.course_duration) as ends_on) e
      where c.id = any(due_of_courses.courses) and c.deleted_at is null and e.ends_on > today
    ),
    meeting as materialized (
      select m.* from last_meetings(due_of_courses.courses, now()) m
    )
    select null, m.course_id, null::bigint, null::bigint, null::bigint, null::bigint, null::date, null::boolean,
      null::bigint, null::bigint, min(m.next_at)
    from meeting m
    group by m.course_id
    union all
    select 'unmarked_class', m.course_id, m.class_id, null, m.slot_id, null, m.date, null,
      extract(epoch from m.local_start)::bigint, m.class_id, 'infinity'
    from meeting m
    where m.is_in_course and lacks_a_mark(m.class_id, m.date, m.register_id)
    union all
    select 'class_without_teacher', r.id, s.class_id, null, s.id, null, null, null,
      (r.start_date - date '2000-01-01')::bigint, s.id, r.until
    from running r
    join class_slots s on s.course_id = r.id and s.deleted_at is null
    where (select k.deleted_at is null from classes k where k.id = s.class_id)
      and not exists (select from slot_teachers t where t.slot_id = s.id and t.ended_at is null)
    union all
    -- They paid last, were not refunded, are in no class, and are still meant to come.
    select 'paid_not_placed', r.id, null, paid.student_id, null, paid.id, null, e.id is not null,
      (extract(epoch from paid.paid_at) * 1000000)::bigint, paid.id, r.until
    from running r
    cross join lateral (
      select distinct on (m.student_id) m.student_id, m.id, m.paid_at, m.status, m.amount
      from payments m
      where m.course_id = r.id and m.student_id is not null and lower(m.status) in ('success', 'refunded')
        and m.kind = 'fee'
        and not exists (
          select from enrolments e
          where e.student_id = m.student_id and e.course_id = m.course_id and e.ended_on is null and e.class_id is not null
        )
      -- of two at one moment the refund came later
      order by m.student_id, m.paid_at desc, lower(m.status) = 'success', m.id desc
    ) paid
    join people p on p.id = paid.student_id and p.deleted_at is null
    left join enrolments e on e.student_id = paid.student_id and e.course_id = r.id and e.ended_on is null
    where lower(paid.status) = 'success'
      and not exists (
        select from refunds f
        where f.payment_id = paid.id and f.reversed_at is null
        having sum(f.amount) >= paid.amount
      )
      and coalesce((
        select e.registration_status
        from enrolments e
        where e.student_id = paid.student_id and e.course_id = r.id
        order by e.id desc
        limit 1
      ), 'Registered') = 'Registered'
    union all
    select 'attending_unpaid', e.course_id, e.class_id, e.student_id, null, null, came.day, null,
      (date '2000-01-01' - came.day)::bigint, e.id, (came.day + 30)::timestamp at time zone 'Asia/Kolkata'
    from enrolments e
    cross join lateral (
      select a.attendance_date as day
      from attendance a
      where a.student_id = e.student_id and a.course_id = e.course_id and a.status = 'present'
        and a.attendance_date > today - 30
      order by a.attendance_date desc
      limit 1
    ) came
    where e.course_id = any(due_of_courses.courses) and e.ended_on is null and is_unpaid(e.payment_status)
    union all
    -- The last three marks all say absent. Of two on one day, the one that does not counts as the later one.
    select 'three_absences', r.id, e.class_id, e.student_id, null, null, absent.last_on, null,
      (date '2000-01-01' - absent.last_on)::bigint, e.id,
      least((absent.first_on + 56)::timestamp at time zone 'Asia/Kolkata', r.until)
    from running r
    join enrolments e on e.course_id = r.id and e.ended_on is null
    cross join lateral (
      select min(m.attendance_date) as first_on, max(m.attendance_date) as last_on
      from (
        select a.status, a.attendance_date
        from attendance a
        where a.class_id = e.class_id and a.student_id = e.student_id and a.attendance_date > today - 56
        order by a.attendance_date desc, a.status desc
        limit 3
      ) m
      having count(*) = 3 and bool_and(m.status = 'absent')
    ) absent
    where (select k.deleted_at is null from classes k where k.id = e.class_id)
      and (select p.deleted_at is null from people p where p.id = e.student_id);
end
$$;

create or replace function note_due_of_refunds() returns trigger language plpgsql as $$
begin
  insert into due_changes (course_id)
  select distinct m.course_id from written w join payments m on m.id = w.payment_id where m.course_id is not null;
  return null;
end
$$;
create trigger refunds_come_due after insert on refunds
  referencing new table as written for each statement execute function note_due_of_refunds();
create trigger refunds_change_due after update on refunds
  referencing new table as written for each statement execute function note_due_of_refunds();
create trigger refunds_removed_due after delete on refunds
  referencing old table as written for each statement execute function note_due_of_refunds();
