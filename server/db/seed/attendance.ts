import {
  addDays,
  compareTimes,
  daysBetween,
  earliest,
  instantAt,
  latest,
  minutesOf,
  nextWeekday,
  zoneOffsets,
  type Day,
} from './calendar.ts';
import type { Enrolment } from './enrolments.ts';
import { festivalWeeks } from './office.ts';
import { randomFor, type Random } from './random.ts';
import { staffIds } from './staff.ts';
import { numbered } from './table.ts';
import { ownClasses } from './timetable-plan.ts';
import type { SchoolClass, Slot } from './timetable.ts';

type Mark = 'present' | 'absent' | 'moved' | 'drop-out';

/** Half of the last register of this class was taken. */
export const halfTakenClass: number = ownClasses.teacher[0];
/** The last register of this class was not taken. */
export const forgottenClass: number = ownClasses.teacher[1];
/**
 * Rolls that nobody called: a handful, as in a real week. By class; the number counts back from its last meeting. The
 * class whose last register is half taken misses the one before.
 */
export const notCalled: Readonly<Record<number, number>> = {
  [halfTakenClass]: 2,
  2: 1,
  [forgottenClass]: 1,
  7: 1,
  15: 1,
  16: 1,
  29: 1,
  46: 1,
  49: 1,
};
/** Their meetings of yesterday wait for a roll, so the first screen of their teachers has something to do. */
const waiting: ReadonlySet<number> = new Set([...ownClasses.teacher, ...ownClasses.courseAdmin]);

const yearLength = 364;

interface Register {
  readonly id: number;
  readonly class: SchoolClass;
  readonly slot: Slot;
  readonly date: Day;
}

/** A year of registers for every class. A few of the last ones were never taken. */
export function buildAttendance(
  classes: readonly SchoolClass[],
  enrolments: readonly Enrolment[],
  today: Day,
) {
  const random = randomFor('attendance');
  const registers = buildRegisters(classes, today);
  const marks = new Map<Register, Map<number, Mark>>();

  const registersOf = Map.groupBy(registers, (register) => register.class.id);
  for (const enrolment of enrolments) {
    const own = (registersOf.get(enrolment.class?.id ?? 0) ?? []).filter(
      ({ date }) => date >= enrolment.startedOn && (enrolment.endedOn === null || date < enrolment.endedOn),
    );
    for (const [index, mark] of marksOf(enrolment, own.length, random).entries()) {
      const register = own[index]!;
      const ofRegister = marks.get(register) ?? new Map<number, Mark>();
      marks.set(register, ofRegister.set(enrolment.student.id, mark));
    }
  }

  const lastOfHalfTaken = registersOf.get(halfTakenClass)?.at(-1);
  const taken = registers.filter((register) => marks.has(register));
  return {
    attendance_registers: taken.map((register) => ({
      id: register.id,
      course_id: register.class.course.id,
      class_id: register.class.id,
      attendance_date: register.date,
      taken_by: takenBy(register, today),
      taken_at: takenAt(register.slot, register.date),
    })),
    attendance: taken
      .flatMap((register) => {
        const all = [...marks.get(register)!];
        const entered = register === lastOfHalfTaken ? all.slice(0, Math.ceil(all.length / 2)) : all;
        return entered.map(([student_id, status]) => ({ register, student_id, status }));
      })
      .map(({ register, student_id, status }, index) => ({
        id: index + 1,
        attendance_date: register.date,
        student_id,
        course_id: register.class.course.id,
        class_id: register.class.id,
        register_id: register.id,
        status,
        marked_by: takenBy(register, today),
        marked_at: takenAt(register.slot, register.date),
      })),
  };
}

function buildRegisters(classes: readonly SchoolClass[], today: Day): Register[] {
  const meetings = classes.flatMap((each) =>
    each.slots
      .flatMap((slot) => meetingDates(each, slot, today).map((date) => ({ class: each, slot, date })))
      .toSorted((a, b) => compareTimes(a.date, b.date))
      .filter((_, index, all) => index !== all.length - (notCalled[each.id] ?? 0)),
  );
  return numbered(meetings.toSorted((a, b) => compareTimes(a.date, b.date) || a.class.id - b.class.id));
}

function meetingDates(each: SchoolClass, slot: Slot, today: Day): Day[] {
  const from = latest(each.course.startsOn, addDays(today, -yearLength));
  const until = earliest(each.course.endsOn, today);
  const yesterday = addDays(today, -1);
  const dates: Day[] = [];
  for (let date = nextWeekday(from, slot.time.class_day); date < until; date = addDays(date, 7)) {
    // The day begins in UTC. In America the evening of yesterday is still to come.
    const isTaken = date < yesterday || (!waiting.has(each.id) && takenAt(slot, date) < instantAt(today, 0));
    if (isTaken && !festivalWeeks.has(Math.floor(daysBetween(date, today) / 7))) dates.push(date);
  }
  return dates;
}

/** The marks of one student over so many meetings. */
function marksOf(enrolment: Enrolment, meetings: number, random: Random): Mark[] {
  const diligence = random.weighted([
    [0.97, 6],
    [0.92, 8],
    [0.82, 4],
    [0.65, 1],
  ]);
  // Some students who dropped out are still in the class. They are absent since the day they stopped coming.
  const stoppedAt =
    enrolment.registration === 'Dropped' && enrolment.why === 'stays' ? Math.floor(meetings * 0.8) : meetings;
  let away = 0;
  const marks = Array.from({ length: meetings }, (_, index): Mark => {
    if (index >= stoppedAt) return 'drop-out';
    if (away > 0) {
      away -= 1;
      return 'absent';
    }
    // Exams, journeys, an illness.
    if (random.chance(0.012)) away = random.between(1, 4);
    return away === 0 && random.chance(diligence) ? 'present' : 'absent';
  });
  if (meetings > 0 && enrolment.why === 'moved') marks[meetings - 1] = 'moved';
  if (meetings > 0 && enrolment.why === 'left') marks[meetings - 1] = 'drop-out';
  return marks;
}

function takenBy({ slot, class: { course }, id }: Register, today: Day): number {
  // Now and then the course admin or the office enters a register from paper; in old courses, always. They also call
  // the roll where nobody teaches.
  if (course.endsOn <= today || id % 23 === 0 || slot.teacher === null) return course.admin ?? staffIds.admin;
  return slot.teacher;
}

function takenAt({ time }: Slot, date: Day): string {
  const end = minutesOf(time.local_time) + time.duration_minutes;
  return instantAt(date, end - zoneOffsets[time.time_zone][0] + 15);
}
