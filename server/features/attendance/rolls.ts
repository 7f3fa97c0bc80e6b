import type { AttendedClass } from '@gurukul/contract/attendance';
import type { ClassOption } from '@gurukul/contract/classes';
import type { Meeting } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meeting-states';
import type { Roll } from '@gurukul/contract/shared/roll';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { daysAround, listMeetings } from '../meetings/queries.ts';
import type { Days } from '../meetings/queries.ts';
import { sayIfCorrected } from './queries.ts';
import type { ClassOnDate, WrittenMark } from './queries.ts';
import { findNames, listAttendees, listWeekdays } from './roll-queries.ts';
import type { ClassDate } from './roll-queries.ts';
import { lastDays, lookedBack, offeredDays, rollsDue } from './roll-rules.ts';

async function studentsOf(db: Db, days: readonly ClassDate[]): Promise<Roll['students'][]> {
  const byPlace = Map.groupBy(await listAttendees(db, days), ({ place }) => place);
  return days.map((_, index) =>
    (byPlace.get(index + 1) ?? []).map(({ place: _place, ...student }) => student),
  );
}

/** The meetings that take place in the classes within reach that a condition on `classes k` and `courses c` chooses. */
const heldIn = async (db: Db, person: Person, which: Sql, days: Days): Promise<Meeting[]> =>
  (await listMeetings(db, person, which, days)).filter(({ state }) => takesPlace(state));

/** The rolls to take now, in two statements. */
export async function dueRolls({ db, person }: Ctx, now: Date): Promise<Roll[]> {
  const due = rollsDue(await heldIn(db, person, sql`true`, daysAround(now, offeredDays, 0)), now);
  const days = due.map(({ class_id, held_on }) => ({ class_id, date: held_on }));
  const students = await studentsOf(db, days);
  return due.map(
    ({ course_id, course_name, class_id, class_name, held_on, starts_at, ends_at, zone }, index) => ({
      course_id,
      course_name,
      class_id,
      class_name,
      attendance_date: held_on,
      starts_at,
      ends_at,
      zone,
      students: students[index]!,
    }),
  );
}

/** The classes of a course with their days of meeting. */
export async function withMeetingDays(
  db: Db,
  person: Person,
  courseId: number,
  classes: readonly ClassOption[],
  now: Date,
): Promise<AttendedClass[]> {
  const weekdays = Map.groupBy(await listWeekdays(db, person, courseId), ({ class_id }) => class_id);
  const held = await heldIn(db, person, sql`c.id = ${courseId}`, daysAround(now, lookedBack, 0));
  const meetings = Map.groupBy(held, ({ class_id }) => class_id);
  return classes.map((one) => ({
    ...one,
    class_days: (weekdays.get(one.class_id) ?? []).map(({ class_day }) => class_day),
    last_days: lastDays(meetings.get(one.class_id) ?? [], now),
  }));
}

/** The day of the class's meeting today or of its last one; null when it has not met yet. */
export async function nextRollDay(
  db: Db,
  person: Person,
  { class_id }: Pick<Roll, 'class_id'>,
  now: Date,
): Promise<string | null> {
  const held = await heldIn(db, person, sql`k.id = ${class_id}`, daysAround(now, lookedBack, 0));
  return rollsDue(held, now).at(-1)?.held_on ?? lastDays(held, now)[0] ?? null;
}

/** All students of a class on a date, with their marks. The class must be within reach. */
export async function rollStudents(db: Db, { class_id, attendance_date }: ClassOnDate) {
  const [students] = await studentsOf(db, [{ class_id, date: attendance_date }]);
  return students!;
}

/** The students of a roll after these marks were written. */
export function withWritten(students: Roll['students'], written: readonly WrittenMark[]): Roll['students'] {
  const byStudent = new Map(written.map((mark) => [mark.student_id, mark]));
  return students.map((student) => {
    const mark = byStudent.get(student.student_id);
    if (mark === undefined) return student;
    const { status: attendance_status, student_attendance_id, corrected } = mark;
    return sayIfCorrected({ ...student, attendance_status, student_attendance_id, corrected });
  });
}

/**
 * The present roll of a class on a date, from the database or from the given students. Throws 404 when the class is out
 * of reach.
 */
export async function rollOf({ db, person }: Ctx, day: ClassOnDate, known?: Roll['students']): Promise<Roll> {
  const { course_id, class_id, attendance_date } = day;
  const names = await findNames(db, person, course_id, class_id);
  if (names === null) throw fail('not_found');
  const onDay = { from: attendance_date, to: attendance_date };
  const [meeting] = await heldIn(db, person, sql`k.id = ${class_id}`, onDay);
  return {
    ...names,
    attendance_date,
    starts_at: meeting?.starts_at ?? null,
    ends_at: meeting?.ends_at ?? null,
    zone: meeting?.zone ?? null,
    students: known ?? (await rollStudents(db, day)),
  };
}
