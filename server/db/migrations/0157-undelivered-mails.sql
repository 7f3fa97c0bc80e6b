-- The mails of Today: those that were given up, and of each marked address that somebody still has the latest that came
-- back. A mail that was given up because its address is marked is no second line.
create function undelivered_mails() returns setof bigint language sql stable as $$
  with marked as (
    select distinct on (lower(m.recipient)) m.id, lower(m.recipient) as mailbox, m.marks_address = 'hard' as is_dead
    from mails m
    where m.marks_address in ('hard', 'complaint')
    order by lower(m.recipient), m.marks_address desc, m.id desc
  ),
  standing as (
    select b.*
    from marked b
    where exists (select from people p where lower(p.email_id) = b.mailbox and p.deleted_at is null)
      or exists (
        select from contacts c
        join people p on p.id = c.person_id and p.deleted_at is null
        where c.kind = 'email' and lower(c.value) = b.mailbox
      )
  )
  select m.id from mails m
  where m.state = 'failed' and lower(m.recipient) not in (select s.mailbox from standing s where s.is_dead)
    and m.id not in (select s.id from standing s)
  union all
  select s.id from standing s
$$;

create or replace function other_lines() returns table (kind text, id bigint, line text) language sql stable as $$
  select 'failed_mail', m.id, 'failed_mail:' || m.id
  from undelivered_mails() m (id)
  union all
  select 'event_without_link', v.id, 'event_without_link:' || v.id
  from events v
  join courses c on c.id = v.course_id and c.deleted_at is null
  where v.deleted_at is null and v.live_status = 'published' and trim(v.meeting_link) = '' and v.starts_at > now()
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
$$;
