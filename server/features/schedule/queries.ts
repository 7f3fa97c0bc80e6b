import type { ScheduleRow } from '@gurukul/contract/schedule';
import { classDays } from '@gurukul/contract/shared/meetings/slots';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import type { RowOf } from '../../db/columns.ts';
import { int, oneOf, row, text } from '../../db/columns.ts';
import { many } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { nextDate, slotTimes } from '../../time/slots.ts';
import type { HeldMeeting } from '../meetings/queries.ts';
import { daysAround } from '../meetings/queries.ts';

const scheduledSlot = row({
  id: int,
  /** Null: they take a meeting of it for another teacher. */
  assigned_id: int.nullable(),
  class_id: int,
  class_name: text,
  course_id: int,
  course_name: text,
  class_day: oneOf(classDays),
  time: text,
  zone: text,
  duration: int,
  student_count: int,
});
export type ScheduledSlot = RowOf<typeof scheduledSlot>;

/** Of a teacher's courses `c`, a course admin sees their own. */
export const inReach = ({ id, role }: Person) =>
  role === 'courseadmin' ? sql`c.courseadmin_id = ${id}` : sql`true`;

const courseOptionRow = row({ course_id: int, course_name: text });

/** The teacher's courses, also those in which they have no class now. */
export const listCourseOptions = (db: Db, person: Person, teacherId: number) =>
  many(
    db,
    courseOptionRow,
    sql`
      select c.id as course_id, c.course_name
      from course_teachers ct
      join courses c on c.id = ct.course_id
      where ct.teacher_id = ${teacherId}
        and ct.associated
        and c.deleted_at is null
        and ${inReach(person)}
      order by c.course_name, c.id
    `,
  );

/** The slots that the teacher has, or has a meeting of for another. `courseId` 0: in every course. */
export const listScheduledSlots = (db: Db, person: Person, teacherId: number, courseId: number) =>
  many(
    db,
    scheduledSlot,
    sql`
      select
        s.id, case when t.teacher_id = ${teacherId} then t.id end as assigned_id, s.class_id, k.class_name, s.course_id, c.course_name, s.class_day,
        to_char(s.local_time, 'HH24:MI') as time, s.time_zone as zone, s.duration_minutes as duration,
        (
          select count(*)::integer
          from enrolments e
          join people p on p.id = e.student_id
          where e.class_id = k.id
            and e.ended_on is null
            and p.deleted_at is null
        ) as student_count
      from class_slots s
      left join slot_teachers t on t.slot_id = s.id and t.ended_at is null
      join classes k on k.id = s.class_id
      join courses c on c.id = s.course_id
      where s.id = any(array(
          select own.slot_id from slot_teachers own where own.teacher_id = ${teacherId} and own.ended_at is null
          union
          select m.slot_id
          from meetings m
          where m.teacher_id = ${teacherId} and coalesce(m.held_on, m.on_date) >= current_date - 1
        ))
        and s.deleted_at is null
        and k.deleted_at is null
        and c.deleted_at is null
        and ${courseId}::bigint in (0, c.id)
        and ${inReach(person)}
    `,
  );

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/** From a week back, so that the present week is whole in every zone, to half a year ahead. */
export const shownDays = (now: Date) => daysAround(now, 7, 26 * 7);

/** The rows of the schedule: meetings that are on come first, then the next ones, then classes that meet no more. */
export const scheduleRows = (
  slots: readonly ScheduledSlot[],
  held: readonly HeldMeeting[],
  now: Date,
): ScheduleRow[] => {
  const heldOf = Map.groupBy(held, ({ slot_id }) => slot_id);
  const isShown = ({ starts_at }: HeldMeeting) => {
    const ahead = Date.parse(starts_at) - now.getTime();
    return ahead >= -weekMs && ahead <= 26 * weekMs;
  };
  return slots
    .map((slot) => {
      const own = heldOf.get(slot.id) ?? [];
      // A meeting counts until its end.
      const next = own.find(({ ends_at }) => Date.parse(ends_at) > now.getTime());
      const weekly = slotTimes(slot, next === undefined ? now : new Date(next.starts_at));
      return {
        isOver: next === undefined,
        row: {
          ...slot,
          ...weekly,
          slot_time: next?.starts_at ?? weekly.slot_time,
          ends_at: next?.ends_at ?? null,
          join_link: next?.join_link ?? null,
          date: next?.held_on ?? nextDate(slot, now),
          day: next === undefined ? slot.class_day : weekdayOf(next.held_on),
          meetings: own.filter(isShown).map(({ starts_at }) => starts_at),
        },
      };
    })
    .toSorted(
      (a, b) =>
        Number(a.isOver) - Number(b.isOver) ||
        a.row.slot_time.localeCompare(b.row.slot_time) ||
        a.row.id - b.row.id,
    )
    .map(({ row }) => row);
};

const weekdayOf = (day: string) => classDays[(new Date(day).getUTCDay() + 6) % 7]!;
