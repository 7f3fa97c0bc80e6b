-- An account admin has put the six steps of a new provider aside.
alter table provider add column setup_dismissed boolean not null default false;

-- As in 0001, but an account admin may run a course: a provider begins with one account.
create or replace function broken_rules(change bigint)
returns table (code text, place text, person text, course text, class text, event text) language sql stable as $$
  with written as materialized (
    select distinct e.table_name, e.row_id, case when e.row_id ~ '^[0-9]+$' then e.row_id::bigint end as id
    from audit_entries e
    where e.change_id = change and e.action <> 'delete' and e.table_name in ('courses', 'class_slots', 'course_teachers',
      'slot_teachers', 'enrolments', 'events')
  )
  select found.code, w.table_name || '.' || w.row_id, found.person, found.course, found.class, found.event
  from written w
  cross join lateral (
    select p.fullname as person, c.course_name as course, k.class_name as class, null as event,
      case when p.deleted_at is not null then 'person_deleted' when c.deleted_at is not null then 'course_deleted'
        when k.deleted_at is not null then 'class_deleted' end as code
    from enrolments n
    join people p on p.id = n.student_id join courses c on c.id = n.course_id left join classes k on k.id = n.class_id
    where w.table_name = 'enrolments' and n.id = w.id and n.ended_on is null
    union all
    select null, c.course_name, k.class_name, null,
      case when c.deleted_at is not null then 'course_deleted' when k.deleted_at is not null then 'class_deleted' end
    from class_slots s join courses c on c.id = s.course_id join classes k on k.id = s.class_id
    where w.table_name = 'class_slots' and s.id = w.id and s.deleted_at is null
    union all
    select p.fullname, c.course_name, k.class_name, null,
      case when c.deleted_at is not null then 'course_deleted' when s.deleted_at is not null then 'slot_deleted'
        when p.deleted_at is not null or 'teacher' not in (p.main_role, coalesce(p.as_role, '')) then 'no_teacher'
        when not ct.associated then 'not_associated' end
    from slot_teachers t
    join class_slots s on s.id = t.slot_id join classes k on k.id = s.class_id
    join courses c on c.id = t.course_id join people p on p.id = t.teacher_id
    join course_teachers ct on ct.course_id = t.course_id and ct.teacher_id = t.teacher_id
    where w.table_name = 'slot_teachers' and t.id = w.id and t.ended_at is null
    union all
    select p.fullname, c.course_name, null, null,
      case when not ct.associated then case when exists (
          select from slot_teachers t join class_slots s on s.id = t.slot_id and s.deleted_at is null
          where t.teacher_id = ct.teacher_id and t.course_id = ct.course_id and t.ended_at is null
        ) then 'teaches_in_course' end when c.deleted_at is not null then 'course_deleted'
        when p.deleted_at is not null or 'teacher' not in (p.main_role, coalesce(p.as_role, '')) then 'no_teacher' end
    from course_teachers ct join courses c on c.id = ct.course_id join people p on p.id = ct.teacher_id
    where w.table_name = 'course_teachers'
      and (ct.course_id, ct.teacher_id) = (split_part(w.row_id, '/', 1)::bigint, split_part(w.row_id, '/', 2)::bigint)
    union all
    select p.fullname, c.course_name, null, null, 'no_course_admin'
    from courses c join people p on p.id = c.courseadmin_id
    where w.table_name = 'courses' and c.id = w.id
      and (p.deleted_at is not null or p.main_role <> 'admin' and 'courseadmin' not in (p.main_role, coalesce(p.as_role, '')))
    union all
    select null, c.course_name, null, v.event_name,
      case when c.deleted_at is not null then 'course_deleted'
        when v.live_status = 'canceled' and v.registration_status = 'active' then 'event_canceled' end
    from events v join courses c on c.id = v.course_id
    where w.table_name = 'events' and v.id = w.id and v.deleted_at is null
  ) found where found.code is not null
$$;
