import type { Pool } from 'pg';
import sql from 'sql-template-tag';
import { bool, date, int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import type { Look } from '#server/jobs/look-in-background.ts';
import type { Pusher } from './pusher.ts';

const missingRow = row({
  course_id: int,
  class_id: int,
  slot_id: int,
  on_date: date,
  held_on: date,
  is_extra: bool,
  teacher_id: int,
  place: text,
});

/** In minutes after the start: then the teacher hears of it, unless no process was there until the second. */
const told = { from: 30, until: 60 };

/** Meetings that began half an hour ago, take place, have a teacher, and no roll. */
const listMissing = (db: Db, now: Date | null) =>
  many(
    db,
    missingRow,
    sql`
      select m.course_id, m.class_id, m.slot_id, m.on_date, m.held_on, m.state = 'extra' as is_extra, m.teacher_id,
        c.course_name || ' ' || k.class_name as place
      from (select coalesce(${now}::timestamptz, now()) as at) clock
      cross join lateral meetings_of(
        -- Only classes with a teacher who is told on a device: this is asked every minute.
        array(
          select s.class_id
          from slot_teachers t
          join class_slots s on s.id = t.slot_id
          where t.ended_at is null and exists (select from push_devices d where d.person_id = t.teacher_id)
          union
          select x.class_id
          from meetings x
          where exists (select from push_devices d where d.person_id = x.teacher_id)
        ),
        (clock.at - interval '2 days')::date, (clock.at + interval '2 days')::date
      ) m
      join classes k on k.id = m.class_id and k.deleted_at is null
      join courses c on c.id = m.course_id and c.deleted_at is null
      where m.state not in ('canceled', 'day_off') and m.teacher_id is not null
        and m.starts_at <= clock.at - make_interval(mins => ${told.from})
        and m.starts_at > clock.at - make_interval(mins => ${told.until})
        and not exists (
          select from attendance_registers r
          where r.class_id = m.class_id and r.attendance_date = m.held_on
            and (r.slot_id is null
              or r.slot_id = m.slot_id and r.on_date = m.on_date and r.is_extra = (m.state = 'extra'))
        )
        and exists (
          select from enrolments e where e.class_id = m.class_id and e.ended_on is null and e.started_on <= m.held_on
        )
        and exists (select from push_devices d where d.person_id = m.teacher_id)
    `,
  );

/** Tells teachers whose roll is not called yet, each meeting once, however often and in how many processes it looks. */
export async function tellMissingRolls(db: Db, pusher: Pusher, now: Date | null = null): Promise<void> {
  for (const one of await listMissing(db, now)) {
    await pusher.tell(db, sql`select ${one.teacher_id}::bigint`, {
      kind: 'roll_missing',
      place: one.place,
      path: `/attendance?roll=${one.class_id}_${one.held_on}&course=${one.course_id}`,
      key: `${one.slot_id} ${one.on_date} ${one.is_extra}`,
    });
  }
}

const everyMs = 60_000;

/** Every minute, for rolls that are not called. */
export const missingRollsLook = (pool: Pool, pusher: Pusher): Look => ({
  look: () => tellMissingRolls(pool, pusher),
  everyMs,
  failure: 'no look for rolls that are not called',
});
