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
import { listUncalled } from '../dashboards/today-queries.ts';
import { teachingOf } from './teaching.ts';
import { inOrderOfCall, lastDays, lookedBack, offeredDays, rollsDue } from './roll-rules.ts';

async function studentsOf(db: Db, rolls: readonly RollOfDay[]): Promise<Roll['students'][]> {
  const byPlace = Map.groupBy(await listAttendees(db, rolls), ({ place }) => place);
  return rolls.map((_, index) =>
    (byPlace.get(index + 1) ?? []).map(({ place: _place, ...student }) => student),
  );
}

/** The meetings that take place in the classes within reach that a condition on `classes k` and `courses c` chooses. */
const heldIn = async (db: Db, person: Person, which: Sql, days: Days): Promise<Meeting[]> =>
  (await listMeetings(db, person, which, days)).filter(({ state }) => takesPlace(state));

/** So many rolls of earlier days: each comes with its students, and a phone keeps them. */
const mostOverdue = 30;

/** The meetings of the rolls that Today says are not called or not finished, the latest ones. */
async function overdueMeetings(db: Db, person: Person, now: Date): Promise<Meeting[]> {
  const uncalled = await listUncalled(db, person, mostOverdue);
  if (uncalled.length === 0) return [];
  const lines = new Set(uncalled.map(({ line }) => line));
  const classes = uncalled.map(({ class_id }) => class_id);
  const first = uncalled.map(({ on_day }) => on_day).toSorted()[0]!;
  const days = Math.ceil((now.getTime() - Date.parse(first)) / dayMs) + lookedAround;
  const held = await heldIn(db, person, sql`k.id = any(${classes}::bigint[])`, daysAround(now, days, 0));
  return held.filter(({ slot_id, on_date, state }) =>
    lines.has(`unmarked_class:${slot_id}:${on_date}${state === 'extra' ? 'x' : ''}`),
  );
}

const dayMs = 86_400_000;
/** In days: a meeting that was moved is named by the day that its slot gave. */
const lookedAround = 31;

/** The rolls to take now, and those that Today still waits for. What is not finished comes first. */
export async function dueRolls({ db, person }: Ctx, now: Date): Promise<Roll[]> {
  const recent = rollsDue(await heldIn(db, person, sql`true`, daysAround(now, offeredDays, 0)), now);
  const keyOf = ({ slot_id, on_date, state }: Meeting) => `${slot_id} ${on_date} ${state === 'extra'}`;
  const known = new Set(recent.map(keyOf));
  const overdue = (await overdueMeetings(db, person, now)).filter((one) => !known.has(keyOf(one)));
  const due = [...overdue, ...recent];
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
  const teaching = await teachingOf(db, rolls);
  const own = rolls.map((roll, index) => ({
    ...roll,
    ...withoutReader(students[index]!, person.id),
    ...teaching[index],
  }));
  // An earlier roll that lacks only the mark of its reader waits for a colleague.
  const isCalled = ({ students: rest, has_reader }: Roll) =>
    has_reader === true && rest.every(({ attendance_status }) => attendance_status !== null);
  return inOrderOfCall(own.filter((roll, index) => index >= overdue.length || !isCalled(roll)));
}

/** The students of a roll without its reader: nobody marks themselves. */
function withoutReader(students: Roll['students'], reader: number): Pick<Roll, 'students' | 'has_reader'> {
  const others = students.filter(({ student_id }) => student_id !== reader);
  return { students: others, ...(others.length < students.length ? { has_reader: true } : {}) };
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

/**
 * The day of the class's meeting that runs, else of the last one whose roll was not called, else of the last one; null
 * when it has not met yet.
 */
export function nextRollDay(meetings: readonly Meeting[], now: Date): string | null {
  const held = meetings.filter(({ state }) => takesPlace(state));
  const due = rollsDue(held, now);
  const next = due.findLast(({ has_roll, ends_at }) => !has_roll || Date.parse(ends_at) > now.getTime());
  return (next ?? due.at(-1))?.held_on ?? lastDays(held, now)[0] ?? null;
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

/** A chosen roll with its students and what was taught in it. */
export const taughtRollOf = async (
  { db, person }: Pick<Ctx, 'db' | 'person'>,
  day: ClassOnDate,
  chosen: DayRoll,
  students: Roll['students'],
): Promise<Roll> => {
  const roll = rollOf(day, chosen, students, person.id);
  const [teaching] = await teachingOf(db, [roll]);
  return { ...roll, ...teaching };
};

/** A chosen roll with its students, as its reader gets it. */
export const rollOf = (
  { course_id, class_id, attendance_date }: ClassOnDate,
  { register_id: _register, course_name, class_name, ...meeting }: DayRoll,
  students: Roll['students'],
  reader: number,
): Roll => ({
  course_id,
  course_name,
  class_id,
  class_name,
  attendance_date,
  ...meeting,
  ...withoutReader(students, reader),
});
