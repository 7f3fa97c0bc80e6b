import { attendanceStatuses } from '@gurukul/contract/shared/attendance-statuses';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, int, joined, oneOf, row, text } from '#server/db/columns.ts';
import { weeklySlot } from '#server/time/slots.ts';
import { many } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { attendees, sayIfCorrected, withinReach } from './queries.ts';

const classNames = row({
  course_id: int,
  course_name: text,
  class_id: int,
  class_name: text,
  begins_on: date,
});
const timed = weeklySlot.extend({ duration_minutes: int });

const slotOfClass = row({ ...classNames.shape, ...timed.shape });
export type SlotOfClass = RowOf<typeof slotOfClass>;

/** A class without slots has a row too, which only names the class. */
const maybeSlotOfClass = joined(timed.shape, classNames.shape);
export type MaybeSlotOfClass = RowOf<typeof maybeSlotOfClass>;

const slotsOfClasses = (person: Person, which: Sql) => sql`
  select
    c.id as course_id, c.course_name, k.id as class_id, k.class_name, s.class_day,
    to_char(s.local_time, 'HH24:MI') as time, s.time_zone as zone, s.duration_minutes, c.start_date as begins_on
  from classes k
  join courses c on c.id = k.course_id
  left join class_slots s on s.class_id = k.id and s.deleted_at is null
  where ${which} and ${withinReach(person)}
`;

/** Every slot of the classes within reach. */
export const listSlots = (db: Db, person: Person): Promise<SlotOfClass[]> =>
  many(db, slotOfClass, slotsOfClasses(person, sql`s.id is not null`));

/** Every slot of the classes of a course within reach, with the first day of the course. */
export const listSlotsOfCourse = (db: Db, person: Person, courseId: number) =>
  many(db, slotOfClass, slotsOfClasses(person, sql`s.id is not null and c.id = ${courseId}`));

/** One class with its slots; no row when it is out of reach. */
export const listSlotsOf = (db: Db, person: Person, courseId: number, classId: number) =>
  many(db, maybeSlotOfClass, slotsOfClasses(person, sql`k.id = ${classId} and k.course_id = ${courseId}`));

export interface ClassDate {
  readonly class_id: number;
  readonly date: string;
}

const attendeeRow = row({
  /** The number of the requested date, from 1. */
  place: int,
  student_id: int,
  student_name: text,
  attendance_status: oneOf(attendanceStatuses).nullable(),
  student_attendance_id: int.nullable(),
  corrected: bool,
});

/**
 * All students of each class on its date, with their marks. One statement for any number of classes, which must be
 * within reach.
 */
export async function listAttendees(db: Db, days: readonly ClassDate[]) {
  const rows = await many(
    db,
    attendeeRow,
    sql`
      select
        d.place,
        p.id as student_id,
        p.fullname as student_name,
        a.status as attendance_status,
        a.id as student_attendance_id,
        a.corrected_at is not null as corrected
      from unnest(
        ${days.map(({ class_id }) => class_id)}::bigint[],
        ${days.map(({ date }) => date)}::date[]
      ) with ordinality as d (class_id, attendance_date, place)
      ${attendees(sql`d.class_id`, sql`d.attendance_date`)}
      order by d.place, p.fullname collate natural_order, p.id
    `,
  );
  return rows.map(sayIfCorrected);
}
