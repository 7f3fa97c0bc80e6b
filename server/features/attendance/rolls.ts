import type { AttendedClass } from '@gurukul/contract/attendance';
import type { ClassOption } from '@gurukul/contract/classes';
import type { Meeting } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { daysAround, listMeetings } from '../meetings/queries.ts';
import type { Days } from '../meetings/queries.ts';
import type { DayRoll } from './day-rolls.ts';
import { sayIfCorrected } from './queries.ts';
import type { ClassOnDate, WrittenMark } from './queries.ts';
import { listAttendees, listWeekdays } from './roll-queries.ts';
import type { RollOfDay } from './roll-queries.ts';
import { lastDays, lookedBack, offeredDays, rollsDue } from './roll-rules.ts';

async function studentsOf(db: Db, rolls: readonly RollOfDay[]): Promise<Roll['students'][]> {
  const byPlace = Map.groupBy(await listAttendees(db, rolls), ({ place }) => place);
  return rolls.map((_, index) =>
    (byPlace.get(index + 1) ?? []).map(({ place: _place, ...student }) => student),
  );
}

/** The meetings that take place in the classes within reach that a condition on `classes k` and `courses c` chooses. */
const heldIn = async (db: Db, person: Person, which: Sql, days: Days): Promise<Meeting[]> =>
  (await listMeetings(db, person, which, days)).filter(({ state }) => takesPlace(state));

/** The rolls to take now, in two statements. */
export async function dueRolls({ db, person }: Ctx, now: Date): Promise<Roll[]> {
  const due = rollsDue(await heldIn(db, person, sql`true`, daysAround(now, offeredDays, 0)), now);
  const rolls = due.map(({ course_id, course_name, class_id, class_name, slot_id, on_date, ...meeting }) => ({
    course_id,
    course_name,
    class_id,
    class_name,
    attendance_date: meeting.held_on,
    slot_id,
    on_date,
    extra: meeting.state === 'extra',
    starts_at: meeting.starts_at,
    ends_at: meeting.ends_at,
    zone: meeting.zone,
    join_link: meeting.join_link,
  }));
  const students = await studentsOf(db, rolls);
  return rolls.map((roll, index) => ({ ...roll, students: students[index]! }));
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

/** All students of a chosen roll, with their marks. */
export async function rollStudents(db: Db, { class_id, attendance_date }: ClassOnDate, chosen: DayRoll) {
  const [students] = await studentsOf(db, [{ ...chosen, class_id, attendance_date }]);
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

/** A chosen roll with its students. */
export const rollOf = (
  { course_id, class_id, attendance_date }: ClassOnDate,
  { register_id: _register, course_name, class_name, ...meeting }: DayRoll,
  students: Roll['students'],
): Roll => ({ course_id, course_name, class_id, class_name, attendance_date, ...meeting, students });
