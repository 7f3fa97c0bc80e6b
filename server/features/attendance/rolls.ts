import type { AttendedClass } from '@gurukul/contract/attendance';
import type { ClassOption } from '@gurukul/contract/classes';
import type { Roll } from '@gurukul/contract/shared/roll';
import type { Db } from '#server/db/pool.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { sayIfCorrected } from './queries.ts';
import type { ClassOnDate, WrittenMark } from './queries.ts';
import { listAttendees, listSlots, listSlotsOf, listSlotsOfCourse } from './roll-queries.ts';
import type { ClassDate, MaybeSlotOfClass, SlotOfClass } from './roll-queries.ts';
import { firstMeeting, lastDays, rollsDue } from './roll-rules.ts';

async function studentsOf(db: Db, days: readonly ClassDate[]): Promise<Roll['students'][]> {
  const byPlace = Map.groupBy(await listAttendees(db, days), ({ place }) => place);
  return days.map((_, index) =>
    (byPlace.get(index + 1) ?? []).map(({ place: _place, ...student }) => student),
  );
}

const namesOf = ({ course_id, course_name, class_id, class_name }: MaybeSlotOfClass | SlotOfClass) => ({
  course_id,
  course_name,
  class_id,
  class_name,
});

/** The rolls to take now, in two statements. */
export async function dueRolls({ db, person }: Ctx, now: Date): Promise<Roll[]> {
  const slots = await listSlots(db, person);
  const due = rollsDue(slots, now);
  const classes = new Map(slots.map((slot) => [slot.class_id, slot]));
  const students = await studentsOf(db, due);
  return due.map(({ class_id, date, starts_at, ends_at, zone }, index) => ({
    ...namesOf(classes.get(class_id)!),
    attendance_date: date,
    starts_at,
    ends_at,
    zone,
    students: students[index]!,
  }));
}

/** The classes of a course with their days of meeting. */
export async function withMeetingDays(
  db: Db,
  person: Person,
  courseId: number,
  classes: readonly ClassOption[],
  now: Date,
): Promise<AttendedClass[]> {
  const slots = Map.groupBy(await listSlotsOfCourse(db, person, courseId), ({ class_id }) => class_id);
  return classes.map((one) => {
    const own = slots.get(one.class_id) ?? [];
    const class_days = [...new Set(own.map(({ class_day }) => class_day))];
    return { ...one, class_days, last_days: lastDays(own, now) };
  });
}

/** The day of the class's meeting today or of its last one; null when it has not met yet. */
export async function nextRollDay(
  db: Db,
  person: Person,
  { course_id, class_id }: Pick<Roll, 'class_id' | 'course_id'>,
  now: Date,
): Promise<string | null> {
  const rows = await listSlotsOf(db, person, course_id, class_id);
  const slots = rows.filter((row): row is SlotOfClass => row.class_day !== null);
  return rollsDue(slots, now).at(-1)?.date ?? lastDays(slots, now)[0] ?? null;
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
  const rows = await listSlotsOf(db, person, course_id, class_id);
  const [first] = rows;
  if (first === undefined) throw fail('not_found');
  const slots = rows.filter((row): row is SlotOfClass => row.class_day !== null);
  const meeting = firstMeeting(slots, attendance_date);
  return {
    ...namesOf(first),
    attendance_date,
    starts_at: meeting?.starts_at ?? null,
    ends_at: meeting?.ends_at ?? null,
    zone: meeting?.zone ?? null,
    students: known ?? (await rollStudents(db, day)),
  };
}
