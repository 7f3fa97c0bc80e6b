-- A request for cover is a line of Today while its meeting takes place as it was asked about. When the meeting is moved,
-- canceled or led by somebody else, the case of the line is closed at once, and not only when its time has come.

create or replace function other_lines() returns table (kind text, id bigint, line text) language sql stable as $$
  select 'failed_mail', m.id, 'failed_mail:' || m.id
  from mails m
  where m.state = 'failed'
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

-- Such a case says that its meeting has moved.
create or replace function outcome_of(gone cases) returns text language sql stable
  return case
    when not exists (
      select from courses c
      where c.id = gone.course_id and c.deleted_at is null
        and course_end(c.start_date, c.course_duration) > today_in_kolkata()
    ) and gone.course_id is not null then 'course_over'
    when gone.kind = 'open_cover' and exists (
      select from cover_requests r
      where r.id = split_part(gone.line, ':', 2)::bigint and r.taken_by is null and r.closed_at is null
        and r.starts_at > now()
    ) then 'moved'
    when gone.kind <> 'three_absences' then 'mended'
    when not exists (
      select from enrolments e
      join people p on p.id = e.student_id and p.deleted_at is null
      where e.student_id = gone.student_id and e.class_id = gone.class_id and e.ended_on is null
    ) then case
      when exists (
        select from enrolments e
        where e.student_id = gone.student_id and e.course_id = gone.course_id and e.class_id is not null
          and e.ended_on is null
      ) then 'moved'
      else 'left'
    end
    else coalesce(
      (
        select case when a.corrected_at is null then 'came' else 'wrong_mark' end
        from attendance a
        where a.student_id = gone.student_id and a.class_id = gone.class_id and a.attendance_date >= gone.since
          and a.status <> 'absent'
        order by a.corrected_at desc nulls last
        limit 1
      ),
      case
        when exists (
          select from attendance a
          where a.student_id = gone.student_id and a.class_id = gone.class_id and a.attendance_date = gone.since
        ) and not exists (
          -- its row is a part of a longer one by now
          select from due d
          where d.kind = gone.kind and d.course_id = gone.course_id and d.student_id = gone.student_id
            and gone.since between d.days[1] and d.on_day
        ) then 'excused'
        else 'wrong_mark'
      end
    )
  end;
