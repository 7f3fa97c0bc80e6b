import { attendanceStatuses } from '@gurukul/contract/shared/meetings/attendance-statuses';
import { classDays } from '@gurukul/contract/shared/meetings/slots';
import sql from 'sql-template-tag';
import { plannedOnce } from '#server/db/pool.ts';
import type { Db } from '#server/db/pool.ts';
import { bool, int, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { withoutLevel } from '#server/db/levels.ts';
import type { Person } from '#server/http/handlers.ts';
import { comes } from '#server/db/comes.ts';
import { isRegisterOf } from '#server/db/registers.ts';
import { isExcuse } from './day-rolls.ts';
import { attendees, sayIfCorrected, withinReach } from './queries.ts';

const weekdayRow = row({ class_id: int, class_day: oneOf(classDays) });

/** The weekdays of the classes of a course within reach. */
export const listWeekdays = (db: Db, person: Person, courseId: number) =>
  many(
    db,
    weekdayRow,
    sql`
      select distinct s.class_id, s.class_day
      from class_slots s
      join classes k on k.id = s.class_id
      join courses c on c.id = k.course_id
      where c.id = ${courseId} and s.deleted_at is null and ${withinReach(person)}
    `,
  );

/** A class on a day, and the name of its meeting; null for the roll of a whole day. */
export interface RollOfDay {
  readonly class_id: number;
  readonly attendance_date: string;
  readonly slot_id: number | null;
  readonly on_date: string | null;
  readonly extra: boolean;
}

const attendeeRow = row({
  /** The number of the requested roll, from 1. */
  place: int,
  course_id: int,
  student_id: int,
  student_name: text,
  attendance_status: oneOf(attendanceStatuses).nullable(),
  student_attendance_id: int.nullable(),
  corrected: bool,
  cannot_come: text.nullable(),
  comes: bool,
});

/**
 * All students of each roll, with their marks. One statement for any number of rolls, whose classes must be within
 * reach.
 */
export async function listAttendees(db: Db, rolls: readonly RollOfDay[]) {
  const rows = await many(
    db,
    attendeeRow,
    plannedOnce(sql`
      select
        d.place,
        (select k.course_id from classes k where k.id = d.class_id) as course_id,
        p.id as student_id,
        p.fullname as student_name,
        a.status as attendance_status,
        a.id as student_attendance_id,
        a.corrected_at is not null as corrected,
        (
          select w.body
          from answers w
          where w.class_id = d.class_id and w.student_id = p.id
            and ${isExcuse({ classId: sql`d.class_id`, day: sql`d.attendance_date`, slotId: sql`d.slot_id`, onDate: sql`d.on_date`, isExtra: sql`d.is_extra` })}
          limit 1
        ) as cannot_come,
        exists (
          select from enrolments e
          where e.class_id = d.class_id and e.student_id = p.id and e.started_on <= d.attendance_date
            and (e.ended_on is null or e.ended_on > d.attendance_date) and ${comes}
        ) as comes
      from unnest(
        ${rolls.map(({ class_id }) => class_id)}::bigint[],
        ${rolls.map(({ attendance_date }) => attendance_date)}::date[],
        ${rolls.map(({ slot_id }) => slot_id)}::bigint[],
        ${rolls.map(({ on_date }) => on_date)}::date[],
        ${rolls.map(({ extra }) => extra)}::boolean[]
      ) with ordinality as d (class_id, attendance_date, slot_id, on_date, is_extra, place)
      left join lateral (
        select r.id
        from attendance_registers r
        where ${isRegisterOf({
          classId: sql`d.class_id`,
          day: sql`d.attendance_date`,
          slotId: sql`d.slot_id`,
          onDate: sql`d.on_date`,
          isExtra: sql`d.is_extra`,
        })}
        order by r.slot_id
        limit 1
      ) r on true
      ${attendees(sql`d.class_id`, sql`d.attendance_date`, sql`r.id`)}
      order by d.place, p.fullname collate natural_order, p.id
    `),
  );
  const entering = rows.map(({ student_id: studentId, course_id: courseId }) => ({ studentId, courseId }));
  const lacksLevel = await withoutLevel(db, entering);
  return rows.map(({ cannot_come, comes: isComing, course_id: _courseId, ...one }, at) => ({
    ...sayIfCorrected(one),
    ...(cannot_come === null ? {} : { cannot_come }),
    ...(isComing ? {} : { comes_no_more: true as const }),
    ...(lacksLevel(entering[at]!) && { level_missing: true as const }),
  }));
}
