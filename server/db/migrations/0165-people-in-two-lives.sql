-- Outside a transaction
-- A colleague who studies too. `main_role` stays the role of their account.
do $$ begin
  alter table people add column if not exists also_studies boolean not null default false;
end $$;

-- The same indexes as before, over everybody who studies.
create index concurrently if not exists students_by_group on people (region, gender, dob)
  where (main_role = 'student' or also_studies) and deleted_at is null;
create index concurrently if not exists students_by_id on people (id) include (gender, region, dob)
  where (main_role = 'student' or also_studies) and deleted_at is null;
create index concurrently if not exists students_by_email on people (lower(email_id), id)
  where (main_role = 'student' or also_studies) and deleted_at is null;
create index concurrently if not exists students_by_name on people (lower(fullname), id)
  where (main_role = 'student' or also_studies) and deleted_at is null;
create index concurrently if not exists students_by_natural_name on people (fullname collate natural_order, id)
  where (main_role = 'student' or also_studies) and deleted_at is null;
create index concurrently if not exists students_by_registration on people (registered_at, id)
  where (main_role = 'student' or also_studies) and deleted_at is null;
drop index concurrently if exists people_by_group;
drop index concurrently if exists people_of_students;
drop index concurrently if exists people_students_by_email;
drop index concurrently if exists people_students_by_name;
drop index concurrently if exists people_students_by_natural_name;
drop index concurrently if exists people_students_by_registration;

-- As before, and somebody who stopped studying takes no enrolment.
create or replace function broken_rules(change bigint)
 returns table(code text, place text, person text, course text, class text, event text)
 language sql
 stable
as $function$
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
      case when p.deleted_at is not null or not (p.main_role = 'student' or p.also_studies) then 'person_deleted' when c.deleted_at is not null then 'course_deleted'
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
$function$;

-- As before, and a further address of a colleague who studies waits its day too.
create or replace function note_mailbox(person bigint, gone text, come text, is_first boolean)
 returns void
 language plpgsql
as $function$
begin
  if gone <> '' and not exists (select from people p where p.id = person and lower(p.email_id) = gone)
    and not exists (select from contacts c where c.person_id = person and c.kind = 'email' and lower(c.value) = gone)
  then
    delete from mailboxes m
    where m.person_id = person and m.mailbox = gone and (m.proved_at is null or m.counts_from > now());
    -- Staff prove a new address before they get it, and their old one is told by then.
    if exists (select from people p where p.id = person and p.main_role in ('student', 'guardian')) then
      update mailboxes m
      set left_at = now(), was_first = is_first, to_tell = true
      where m.person_id = person and m.mailbox = gone and m.left_at is null;
    else
      delete from mailboxes m where m.person_id = person and m.mailbox = gone;
    end if;
  end if;

  if come = '' then return; end if;
  delete from mailboxes m
  where m.person_id = person and m.mailbox = come and m.left_at <= now() - interval '1 day';
  update mailboxes m set left_at = null, to_tell = false
  where m.person_id = person and m.mailbox = come and m.left_at is not null;
  insert into mailboxes (person_id, mailbox, counts_from, to_tell)
  select person, come, now() + interval '1 day', true
  where exists (
      select from people p
      where p.id = person and (p.main_role in ('student', 'guardian') or p.also_studies)
    )
    and exists (select from proved_mailboxes_around(person) around where around <> come)
  on conflict (person_id, mailbox) do nothing;
end
$function$;

-- Nobody decides about themselves: their own marks, money and statuses. What somebody does on My page is no decision.
create or replace function refuse_own_life() returns trigger language plpgsql as $$
begin
  if new.person_id is not null and coalesce(new.call, '') not like 'page.%' and exists (
    select from audit_entries e
    where e.change_id = new.id
      and new.person_id in (e.about_person_id, (e.before ->> 'student_id')::bigint)
      and case
        when e.table_name in ('attendance', 'payments', 'payment_shares', 'charges', 'waivers', 'refunds') then true
        when e.table_name in ('enrolments', 'homework', 'people') then e.action = 'update'
          and e.after ?| array['payment_status', 'registration_status', 'status', 'student_level_status']
        else false
      end
  ) then
    raise exception 'nobody decides about themselves'
      using errcode = 'check_violation', constraint = 'changes_not_of_oneself', table = 'changes';
  end if;
  return null;
end
$$;
do $$ begin
  if not exists (select from pg_trigger where tgname = 'changes_not_of_oneself') then
    create constraint trigger changes_not_of_oneself after insert on changes deferrable initially deferred
      for each row execute function refuse_own_life();
  end if;
end $$;
