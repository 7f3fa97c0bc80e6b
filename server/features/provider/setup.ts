import { mailStates } from '@gurukul/contract/mails';
import type { Setup } from '@gurukul/contract/provider';
import { aheadMs } from '@gurukul/contract/shared/meetings/ahead';
import sql from 'sql-template-tag';
import { bool, date, instant, int, object, oneOf, row, text } from '../../db/columns.ts';
import type { Db } from '../../db/pool.ts';
import { one } from '../../db/rows.ts';
import { countryOfZone } from '../../time/zone-of-place.ts';
import { offeredForMs } from '../attendance/roll-rules.ts';
import { shownState } from '../mails/queries.ts';

/** Until somebody says how they are called. */
export const firstAdminName = 'Admin';

const setupRow = row({
  dismissed: bool,
  named: bool,
  test_mail: oneOf(mailStates).nullable(),
  own_name: text,
  time_zone: text,
  course: object({
    course_id: int,
    course_name: text,
    start_date: date,
    is_open: bool,
    has_price: bool,
    is_registering: bool,
  }).nullable(),
  class: object({
    course_id: int,
    class_id: int,
    class_name: text,
    slot_id: int,
    roll_day: date.nullable(),
    next_at: instant.nullable(),
  }).nullable(),
  has_students: bool,
  needs_teacher: bool,
  has_teacher: bool,
  has_roll: bool,
});

export async function readSetup(db: Db, reader: number): Promise<Setup> {
  const { time_zone, needs_teacher, ...found } = await one(
    db,
    setupRow,
    sql`
      select
        provider.setup_dismissed as dismissed, provider.name <> '' as named, provider.time_zone,
        (
          select case when (p.first_name, p.last_name) = (${firstAdminName}, '') then '' else p.fullname end
          from people p where p.id = ${reader}
        ) as own_name,
        (
          select ${shownState} from mails m where m.kind = 'test_mail' order by m.id desc limit 1
        ) as test_mail,
        (
          select json_build_object(
            'course_id', c.id, 'course_name', c.course_name, 'start_date', c.start_date, 'is_open', c.status <> 'unpublished',
            'has_price', exists (select from course_prices p where p.course_id = c.id),
            'is_registering', c.reg_status = 'opened'
          )
          from courses c
          where c.deleted_at is null
          order by c.id
          limit 1
        ) as course,
        (
          select json_build_object(
            'course_id', k.course_id, 'class_id', k.id, 'class_name', k.class_name, 'slot_id', s.id,
            'roll_day', (
              select m.held_on
              from meetings_of(array[k.id], current_date - 2, current_date + 1) m
              where m.state not in ('canceled', 'day_off') and m.held_on <= today_in_kolkata()
                and m.starts_at - make_interval(secs => ${aheadMs} / 1000) <= now()
                and m.ends_at + make_interval(secs => ${offeredForMs} / 1000) >= now()
              order by m.starts_at desc
              limit 1
            ),
            'next_at', (
              select to_char(min(m.starts_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
              from meetings_of(array[k.id], current_date - 1, greatest(current_date, c.start_date) + 60) m
              where m.state not in ('canceled', 'day_off') and m.starts_at > now()
            )
          )
          from classes k
          join courses c on c.id = k.course_id and c.deleted_at is null
          join class_slots s on s.class_id = k.id and s.deleted_at is null
          where k.deleted_at is null
          order by k.id, s.id
          limit 1
        ) as class,
        exists (select from enrolments e where e.ended_on is null) as has_students,
        exists (
          select from slot_teachers t
          join class_slots s on s.id = t.slot_id and s.deleted_at is null
          where t.ended_at is null
        ) as has_teacher,
        coalesce((
          select needs_teacher(k.course_id)
          from classes k
          join courses c on c.id = k.course_id and c.deleted_at is null
          where k.deleted_at is null
          order by k.id
          limit 1
        ), true) as needs_teacher,
        exists (select from attendance_registers) as has_roll
      from provider
    `,
  );
  return {
    ...found,
    needs_teacher: needs_teacher && !found.has_teacher,
    country_code: countryOfZone(time_zone)?.country_code ?? '',
  };
}
