import { attendanceStatuses } from '@gurukul/contract/shared/attendance-statuses';
import { classDays } from '@gurukul/contract/shared/slots';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { bool, int, oneOf, row, text } from '#server/db/columns.ts';
import { many, maybeOne } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { attendees, sayIfCorrected, withinReach } from './queries.ts';

const classNames = row({ course_id: int, course_name: text, class_id: int, class_name: text });

/** The names of a class; null when it is out of reach. */
export const findNames = (db: Db, person: Person, courseId: number, classId: number) =>
  maybeOne(
    db,
    classNames,
    sql`
      select c.id as course_id, c.course_name, k.id as class_id, k.class_name
      from classes k
      join courses c on c.id = k.course_id
      where k.id = ${classId} and k.course_id = ${courseId} and ${withinReach(person)}
    `,
  );

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
