import type { ClassDay } from '@gurukul/contract/classes';
import type { RollStudent } from '@gurukul/contract/shared/roll';
import { inNaturalOrder } from '@gurukul/contract/shared/natural-order';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { attendees, sayIfCorrected, withinReach } from './queries.ts';
import type { ClassSlot } from './roll-rules.ts';

export interface SlotOfClass extends ClassSlot {
  readonly course_id: number;
  readonly course_name: string;
  readonly class_name: string;
}

const slotsOfClasses = (person: Person, which: Sql) => sql`
  select
    c.id as course_id, c.course_name, k.id as class_id, k.class_name, s.class_day,
    to_char(s.local_time, 'HH24:MI') as time, s.time_zone as zone, s.duration_minutes, c.start_date as begins_on
  from classes k
  join courses c on c.id = k.course_id
  left join class_slots s on s.class_id = k.id and s.deleted_at is null
  where ${which} and ${withinReach(person)}
`;

/** Every timing of the classes within reach. */
export const listSlots = (db: Db, person: Person): Promise<SlotOfClass[]> =>
  many<SlotOfClass>(db, slotsOfClasses(person, sql`s.id is not null`));

/** Every timing of the classes of a course within reach, with the day on which the course begins. */
export const listSlotsOfCourse = (db: Db, person: Person, courseId: number) =>
  many<SlotOfClass & { readonly begins_on: string }>(
    db,
    slotsOfClasses(person, sql`s.id is not null and c.id = ${courseId}`),
  );

export interface MaybeSlotOfClass extends Omit<SlotOfClass, 'class_day'> {
  /** Null: the class has no timing, and this row only says which class it is. */
  readonly class_day: ClassDay | null;
}

/** One class with its timings; no row when it is out of reach. */
export const listSlotsOf = (db: Db, person: Person, courseId: number, classId: number) =>
  many<MaybeSlotOfClass>(db, slotsOfClasses(person, sql`k.id = ${classId} and k.course_id = ${courseId}`));

export interface ClassDate {
  readonly class_id: number;
  readonly date: string;
}

export interface AttendeeRow extends RollStudent {
  /** Which of the dates asked for, counted from 1. */
  readonly place: number;
}

/**
 * Everybody who was in each class on its date, with the mark there may be. One statement, however many classes; they
 * must be within reach.
 */
export async function listAttendees(db: Db, days: readonly ClassDate[]): Promise<AttendeeRow[]> {
  const rows = await many<AttendeeRow & { readonly corrected: boolean }>(
    db,
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
      order by d.place, p.id
    `,
  );
  return inNaturalOrder(
    rows,
    ({ place }) => place,
    ({ student_name }) => student_name,
  ).map(sayIfCorrected);
}
