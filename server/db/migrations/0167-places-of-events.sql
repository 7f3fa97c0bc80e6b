-- An event takes place in a hall, by a link, or both. One with a place does not wait for a link.
alter table events add column place text not null default '';

create or replace function other_lines() returns table (kind text, id bigint, line text) language sql stable as $$
  select 'failed_mail', m.id, 'failed_mail:' || m.id
  from undelivered_mails() m (id)
  union all
  select 'event_without_link', v.id, 'event_without_link:' || v.id
  from events v
  join courses c on c.id = v.course_id and c.deleted_at is null
  where v.deleted_at is null and v.live_status = 'published' and trim(v.meeting_link) = '' and v.place = ''
    and v.starts_at > now()
  union all
  select 'open_cover', r.id, 'open_cover:' || r.id
  from cover_requests r
  join courses c on c.id = r.course_id and c.deleted_at is null
  join classes k on k.id = r.class_id and k.deleted_at is null
  where r.taken_by is null and r.closed_at is null and r.starts_at > now()
    and exists (
      select from meetings_of(array[r.class_id], r.starts_at::date - 2, r.starts_at::date + 2) m
      where m.slot_id = r.slot_id and m.on_date = r.on_date and (m.state = 'extra') = r.is_extra
        and m.state not in ('canceled', 'day_off') and m.starts_at = r.starts_at and m.teacher_id = r.teacher_id
    )
  union all
  select 'homework_to_check', h.id, 'homework_to_check:' || h.id
  from homework h
  join courses c on c.id = h.course_id and c.deleted_at is null
  join classes k on k.id = h.class_id and k.deleted_at is null
  join people p on p.id = h.student_id and p.deleted_at is null
  where h.status = 'pending'
  union all
  select 'family_answer', w.id, 'family_answer:' || w.id
  from answers w
  join courses c on c.id = w.course_id and c.deleted_at is null
  join classes k on k.id = w.class_id and k.deleted_at is null
  join people p on p.id = w.student_id and p.deleted_at is null
  where w.withdrawn_at is null and w.said_at > now() - interval '60 days'
    and (w.held_on is null or w.held_on >= current_date - 1)
    and not exists (select from answers_seen n where n.answer_id = w.id)
  union all
  select 'correction', n.id, 'correction:' || n.id
  from corrections n
  join people p on p.id = n.person_id and p.main_role = 'student' and p.deleted_at is null
  where n.decided_at is null
$$;
