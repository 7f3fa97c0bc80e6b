import type { ClassDay } from '@gurukul/contract/classes';
import { addDays, earliest, instantAt, overlaps, type Day, type SlotTime, type Zone } from './calendar.ts';
import type { Course } from './courses.ts';
import { randomFor, type Random } from './random.ts';
import { staffIds } from './staff.ts';
import { numbered } from './table.ts';
import {
  arranged,
  at,
  classesWithoutTeacher,
  coursePlans,
  deletedClass,
  halfStaffedClass,
  noLongerAssociated,
  onceHisClasses,
  withTwoSlots,
  zonePlaces,
  type CoursePlan,
} from './timetable-plan.ts';

export interface SchoolClass {
  readonly id: number;
  readonly name: string;
  readonly course: Course;
  readonly openedOn: Day;
  readonly slots: readonly Slot[];
}

export interface Slot {
  readonly id: number;
  readonly time: SlotTime;
  readonly teacher: number | null;
}

/** Different from the class ids, so that a mix-up of the two is noticed. */
const firstSlotId = 201;

/** Every class with its slots. No teacher is in two places, except for the overlaps of the plan. */
export function buildClasses(courses: readonly Course[], today: Day): SchoolClass[] {
  const random = randomFor('timetable');
  const weeks = new TeacherWeeks();
  const classes: SchoolClass[] = [];
  let nextSlot = firstSlotId;
  for (const plan of coursePlans) {
    const course = courses.find(({ id }) => id === plan.course)!;
    for (const [index, zone] of plan.zones.entries()) {
      const id = classes.length + 1;
      const slots = planSlots(id, zone, plan, weeks, random);
      classes.push({
        id,
        name: `${plan.short} ${'ABCDEFGHIJK'[index]} ${zonePlaces[zone]}`,
        course,
        openedOn: earliest(addDays(course.startsOn, -45), addDays(today, -3)),
        slots: slots.map(({ time, teacher }) => ({ id: nextSlot++, time, teacher })),
      });
    }
  }
  return classes;
}

/** The hours of the week that each teacher has given away. */
class TeacherWeeks {
  readonly #held = new Map<number, SlotTime[]>();

  constructor() {
    for (const { teacher, times } of Object.values(arranged)) {
      for (const time of times) this.hold(teacher, time);
    }
  }

  hold(teacher: number, time: SlotTime): void {
    this.#held.set(teacher, [...this.#timesOf(teacher), time]);
  }

  /** The teacher with the fewest slots, of those free at that time; null when nobody is free. */
  freeTeacher(teachers: readonly number[], time: SlotTime): number | null {
    const free = teachers.filter((teacher) => !this.#timesOf(teacher).some((held) => overlaps(held, time)));
    const byLoad = free.toSorted((a, b) => this.#timesOf(a).length - this.#timesOf(b).length);
    return byLoad[0] ?? null;
  }

  #timesOf(teacher: number): readonly SlotTime[] {
    return this.#held.get(teacher) ?? [];
  }
}

type PlannedSlot = Pick<Slot, 'time' | 'teacher'>;

function planSlots(
  id: number,
  zone: Zone,
  plan: CoursePlan,
  weeks: TeacherWeeks,
  random: Random,
): PlannedSlot[] {
  const own = arranged[id];
  if (own) return own.times.map((time) => ({ time, teacher: own.teacher }));

  const planned: PlannedSlot[] = [];
  const wanted = withTwoSlots.has(id) ? 2 : 1;
  while (planned.length < wanted) {
    const time = someTime(zone, isForChildren(plan), random);
    if (planned.some((earlier) => earlier.time.class_day === time.class_day)) continue;
    if (classesWithoutTeacher.has(id) || (id === halfStaffedClass && planned.length === 1)) {
      planned.push({ time, teacher: null });
      continue;
    }
    // The second slot has the teacher of the first.
    const first = planned[0]?.teacher;
    const candidates = typeof first === 'number' ? [first] : plan.teachers.filter(hasRoom);
    const teacher = weeks.freeTeacher(candidates, time);
    if (teacher === null) continue;
    weeks.hold(teacher, time);
    planned.push({ time, teacher });
  }
  return planned;
}

const isForChildren = ({ course }: CoursePlan) => course === 6;
// The weeks of these two are planned; chance adds nothing to them.
const hasRoom = (teacher: number) => teacher !== staffIds.teacher && teacher !== staffIds.courseAdmin;

const weekend: readonly ClassDay[] = ['saturday', 'sunday'];
const workdays: readonly ClassDay[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const weekendTimes = ['07:00', '08:30', '09:30', '10:30', '16:00', '17:30', '18:00'];
const workdayTimes = ['06:00', '06:30', '17:30', '18:30', '19:00', '20:00', '20:15'];

function someTime(zone: Zone, forChildren: boolean, random: Random): SlotTime {
  const onWeekend = random.chance(0.6);
  const day = random.pick(onWeekend ? weekend : workdays);
  const time = random.pick(onWeekend ? weekendTimes : workdayTimes);
  return at(day, time, zone, forChildren ? 45 : random.pick([60, 60, 60, 60, 75, 90]));
}

/** Rows of classes, slots and their teachers, with a deleted class. */
export function classRows(classes: readonly SchoolClass[], today: Day) {
  const opened = ({ course, openedOn }: SchoolClass) => ({
    created_by: course.admin,
    created_at: instantAt(openedOn, 400),
    deleted_at: null as string | null,
  });
  const givenUp = {
    created_by: staffIds.courseAdmin,
    created_at: instantAt(addDays(today, -330), 400),
    deleted_at: instantAt(addDays(today, -310), 400),
  };
  const lastSlot = classes.at(-1)!.slots.at(-1)!.id;
  return {
    classes: [
      ...classes.map((each) => ({
        id: each.id,
        course_id: each.course.id,
        class_name: each.name,
        ...opened(each),
      })),
      { id: deletedClass, course_id: 1, class_name: 'Chanting A India', ...givenUp },
    ],
    class_slots: [
      ...classes.flatMap((each) =>
        each.slots.map(({ id, time }) =>
          Object.assign({ id, class_id: each.id, course_id: each.course.id }, time, opened(each)),
        ),
      ),
      {
        id: lastSlot + 1,
        class_id: deletedClass,
        course_id: 1,
        ...at('friday', '06:00', 'Asia/Kolkata'),
        ...givenUp,
      },
    ],
  };
}

export function assignmentRows(classes: readonly SchoolClass[], today: Day) {
  const handedOver = instantAt(addDays(today, -92), 500);
  return numbered(
    classes.flatMap(({ id, course, slots, openedOn }) =>
      slots.flatMap((slot, index) => {
        if (slot.teacher === null) return [];
        const row = (teacher_id: number, assigned_at: string, ended_at: string | null) => ({
          slot_id: slot.id,
          course_id: course.id,
          teacher_id,
          assigned_by: course.admin,
          assigned_at,
          ended_at,
        });
        const given = instantAt(addDays(openedOn, 1), 500);
        if (index > 0 || !onceHisClasses.has(id)) return [row(slot.teacher, given, null)];
        return [row(staffIds.formerTeacher, given, handedOver), row(slot.teacher, handedOver, null)];
      }),
    ),
  );
}

/**
 * Rows of the teachers who may teach a course, with the number of students they take. `studentsOf` counts their present
 * students.
 */
export function associationRows(
  courses: readonly Course[],
  studentsOf: (course: number, teacher: number) => number,
  today: Day,
) {
  const random = randomFor('strength');
  return coursePlans.flatMap((plan) => {
    const course = courses.find(({ id }) => id === plan.course)!;
    const since = addDays(earliest(course.startsOn, today), -50);
    const row = (teacher_id: number, associated: boolean) => ({
      course_id: plan.course,
      teacher_id,
      associated,
      strength: Math.max(0, studentsOf(plan.course, teacher_id) + freePlaces(random)),
      associated_by: course.admin,
      associated_at: instantAt(addDays(since, -random.between(0, 300)), 450),
    });
    return plan.teachers
      .map((teacher) => row(teacher, true))
      .concat((noLongerAssociated[plan.course] ?? []).map((teacher) => row(teacher, false)));
  });
}

// Mostly room for a few more. Some are full, and one in ten has more students than they wanted.
const freePlaces = (random: Random) =>
  random.weighted([
    [random.between(1, 25), 7],
    [0, 2],
    [-3, 1],
  ]);
