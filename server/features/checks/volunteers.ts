import type { VolunteerRow } from '@gurukul/contract/people';
import { volunteerStages } from '@gurukul/contract/shared/person/checks';
import sql from 'sql-template-tag';
import { bool, date, instant, int, list, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { officeToday } from '#server/time/office-clock.ts';

const volunteer = row({
  user_id: int,
  fullname: text,
  is_teacher: bool,
  stage: oneOf(volunteerStages).nullable(),
  since: instant.nullable(),
  courses: list(text),
  languages: list(text),
  for_children: bool,
  teaches_children: bool,
  is_checked: bool,
  checked_until: date.nullable(),
});

/** Who is on the way to teaching, has a check or teaches children, by name. */
export const listVolunteers = (db: Db): Promise<VolunteerRow[]> =>
  many(
    db,
    volunteer,
    sql`
      with teaching as (
        select distinct t.teacher_id
        from classes k
        join class_slots s on s.class_id = k.id and s.deleted_at is null
        join slot_teachers t on t.slot_id = s.id and t.ended_at is null
        join courses c on c.id = k.course_id and c.deleted_at is null
        where k.for_children and k.deleted_at is null and course_end(c.start_date, c.course_duration) > ${officeToday}
      )
      select p.id as user_id, p.fullname, 
        (p.main_role = 'teacher' or p.as_role is not distinct from 'teacher') as is_teacher, v.stage,
        v.stage_at as since, array(
          select c.course_name from courses c
          where c.id = any(v.course_ids) and c.deleted_at is null
          order by c.course_name collate natural_order
        ) as courses, coalesce(v.languages, '{}') as languages, coalesce(v.for_children, false) as for_children,
        p.id in (select t.teacher_id from teaching t) as teaches_children,
        coalesce(u.until >= ${officeToday}, false) as is_checked, nullif(u.until, 'infinity') as checked_until
      from people p
      left join volunteers v on v.person_id = p.id
      cross join lateral (select checked_until(p.id) as until) u
      where p.deleted_at is null and p.id in (
        select w.person_id from volunteers w
        union select c.person_id from checks c
        union select t.teacher_id from teaching t
      )
      order by p.fullname collate natural_order, p.id
    `,
  );
