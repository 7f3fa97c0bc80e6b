import { addDays, compareTimes, daysBetween, earliest, instantAt, latest, type Day } from './calendar.ts';
import type { Course } from './courses.ts';
import { randomFor, type Random } from './random.ts';
import type { Student } from './students.ts';
import type { SchoolClass } from './timetable.ts';

/** One enrolment of a student in a class. */
export interface Enrolment {
  readonly student: Student;
  readonly course: Course;
  readonly class: SchoolClass | null;
  /** Without a class: the one in which they wait for a place. */
  readonly waitsFor: SchoolClass | null;
  readonly startedOn: Day;
  /** The first day that no longer counts. */
  readonly endedOn: Day | null;
  readonly why: 'stays' | 'moved' | 'left';
  readonly registration: string;
  readonly payment: string | null;
  readonly registeredAt: string;
}

/** Weights of the courses; children mostly choose the Ramayana. */
const interest: readonly (readonly [course: number, weight: number])[] = [
  [1, 27],
  [2, 28],
  [3, 10],
  [4, 10],
  [5, 7],
  [6, 3],
  [7, 8],
  [8, 7],
  [9, 6],
];
const childrensCourse = 6;
/** One in so many students has no course, in the order of their ids. */
const everyNthHasNoCourse = 25;
const everyNthTakesTwo = 12;
const everyNthMoves = 18;

const paymentStates: readonly (readonly [string | null, number])[] = [
  ['Successful', 72],
  ['Failed', 7],
  ['Refunded', 4],
  ['Exempted', 5],
  ['Alternate arrangements made', 4],
  ['Sponsored', 4],
  [null, 4],
];

const statesOfRunning: readonly (readonly [string, number])[] = [
  ['Registered', 84],
  ['Registration failed', 3],
  ['Canceled', 3],
  ['Dropped', 6],
  ['Memorizer', 2],
  ['Completed', 2],
];

const statesOfEnded: readonly (readonly [string, number])[] = [
  ['Completed', 55],
  ['Registered', 8],
  ['Memorizer', 12],
  ['Gold medalist', 6],
  ['Failed', 12],
  ['Dropped', 7],
];

const americanCountries = new Set(['United States', 'Canada']);

export function buildEnrolments(
  students: readonly Student[],
  courses: readonly Course[],
  classes: readonly SchoolClass[],
  today: Day,
): Enrolment[] {
  const random = randomFor('enrolments');
  const enrolments: Enrolment[] = [];

  for (const [index, student] of students.entries()) {
    if (index % everyNthHasNoCourse === everyNthHasNoCourse - 1) continue;
    const chosen = [chooseCourse(student, random)];
    if (index % everyNthTakesTwo === 0) chosen.push(otherCourse(chosen[0]!, student, random));
    for (const courseId of chosen) {
      const course = courses.find(({ id }) => id === courseId)!;
      const enrolment = firstEnrolment(student, course, classes, today, random);
      const moves = index % everyNthMoves === 3 && chosen.length === 1;
      enrolments.push(...(moves ? moved(enrolment, classes, today, random) : [enrolment]));
    }
  }
  const inOrder = enrolments.toSorted(
    (a, b) => compareTimes(a.registeredAt, b.registeredAt) || a.student.id - b.student.id,
  );
  return withWaiting(inOrder, classes, today);
}

/** One in so many who have no class waits for a place in one. */
const everyNthWaits = 4;

function withWaiting(enrolments: readonly Enrolment[], classes: readonly SchoolClass[], today: Day) {
  let seen = 0;
  return enrolments.map((enrolment) => {
    const { student, course, class: group, endedOn, registration } = enrolment;
    const isLeft =
      group === null && endedOn === null && registration === 'Registered' && course.endsOn > today;
    if (!isLeft || seen++ % everyNthWaits > 0) return enrolment;
    return { ...enrolment, waitsFor: classesFor(student, course, classes)[0] ?? null };
  });
}

function chooseCourse(student: Student, random: Random): number {
  const isChild = student.age !== null && student.age <= 15;
  if (isChild && random.chance(0.72)) return childrensCourse;
  return random.weighted(isChild ? interest.filter(([id]) => id !== childrensCourse) : interest);
}

function otherCourse(first: number, student: Student, random: Random): number {
  for (;;) {
    const course = chooseCourse(student, random);
    if (course !== first) return course;
  }
}

/** Classes of the course at hours when the student is awake. */
function classesFor(student: Student, course: Course, classes: readonly SchoolClass[]): SchoolClass[] {
  const ofCourse = classes.filter((each) => each.course === course);
  const near = ofCourse.filter((each) => isAmerican(each) === americanCountries.has(student.country));
  return near.length > 0 ? near : ofCourse;
}

const isAmerican = ({ slots }: SchoolClass) => slots[0]!.time.time_zone !== 'Asia/Kolkata';

function firstEnrolment(
  student: Student,
  course: Course,
  classes: readonly SchoolClass[],
  today: Day,
  random: Random,
): Enrolment {
  const hasEnded = course.endsOn <= today;
  const registration = random.weighted(hasEnded ? statesOfEnded : statesOfRunning);
  // Two thirds enrol before the first day, the others within the first months.
  const offset = random.chance(0.66) ? -random.between(1, 40) : random.between(0, 75);
  const startedOn = earliest(addDays(course.startsOn, offset), addDays(today, -2));
  const hasClass = registration !== 'Registration failed' && random.chance(0.97);
  const registeredAt = instantAt(startedOn, random.between(200, 1050));
  const enrolment = {
    student,
    course,
    class: hasClass ? random.pick(classesFor(student, course, classes)) : null,
    waitsFor: null,
    startedOn,
    registration,
    payment: registration === 'Registration failed' ? 'Failed' : random.weighted(paymentStates),
    registeredAt,
  };

  const lastDay = earliest(addDays(today, -1), course.endsOn);
  const leaves = registration === 'Canceled' || (registration === 'Dropped' && random.chance(0.6));
  if (!leaves || hasEnded) return { ...enrolment, endedOn: null, why: 'stays' };
  const from = latest(startedOn, course.startsOn);
  const stayed = random.between(7, Math.max(8, daysBetween(from, lastDay)));
  return { ...enrolment, endedOn: latest(startedOn, earliest(addDays(from, stayed), lastDay)), why: 'left' };
}

/** The same student in two classes of the course, one after the other. */
function moved(
  enrolment: Enrolment,
  classes: readonly SchoolClass[],
  today: Day,
  random: Random,
): Enrolment[] {
  const others = classesFor(enrolment.student, enrolment.course, classes).filter(
    (each) => each !== enrolment.class,
  );
  const from = latest(enrolment.startedOn, enrolment.course.startsOn);
  const lastDay = addDays(earliest(today, enrolment.course.endsOn), -10);
  const room = daysBetween(from, lastDay);
  if (enrolment.class === null || enrolment.endedOn !== null || others.length === 0 || room < 14)
    return [enrolment];
  const movedOn = addDays(from, random.between(10, room));
  return [
    { ...enrolment, endedOn: movedOn, why: 'moved', registration: 'Registered' },
    {
      ...enrolment,
      class: random.pick(others),
      startedOn: movedOn,
      registeredAt: instantAt(movedOn, random.between(300, 800)),
    },
  ];
}

/** `byHand`: those, by student and course, whose present payment status the office chose. */
export function enrolmentRows(enrolments: readonly Enrolment[], byHand: ReadonlySet<string>) {
  return enrolments.map((each, index) => ({
    id: index + 1,
    student_id: each.student.id,
    course_id: each.course.id,
    class_id: each.class?.id ?? null,
    waits_for_class_id: each.waitsFor?.id ?? null,
    started_on: each.startedOn,
    ended_on: each.endedOn,
    registration_status: each.registration,
    payment_status: each.payment,
    payment_by_hand: each.endedOn === null && byHand.has(`${each.student.id} ${each.course.id}`),
    fee_details: feeDetails(each.payment),
    registered_at: each.registeredAt,
  }));
}

function feeDetails(payment: string | null): string {
  if (payment === 'Sponsored') return 'Paid by the Annadata fund';
  if (payment === 'Alternate arrangements made') return 'Two instalments agreed with the office';
  return '';
}

/** The day when each student first joined a course, by student id. */
export function arrivals(enrolments: readonly Enrolment[]): Map<number, Day> {
  const days = new Map<number, Day>();
  for (const { student, startedOn } of enrolments) {
    days.set(student.id, earliest(days.get(student.id) ?? startedOn, startedOn));
  }
  return days;
}

/** Counts the students now in a teacher's classes of a course. */
export function studentCounter(
  enrolments: readonly Enrolment[],
): (course: number, teacher: number) => number {
  const current = enrolments.filter(({ endedOn }) => endedOn === null);
  return (course, teacher) =>
    current.filter(
      (each) => each.course.id === course && each.class?.slots.some((slot) => slot.teacher === teacher),
    ).length;
}
