import type { ClassDay } from '@gurukul/contract/classes';
import { addDays, earliest, instantAt, overlaps, type Day, type Timing, type Zone } from './calendar.ts';
import type { Course } from './courses.ts';
import { randomFor } from './random.ts';
import { staffIds } from './staff.ts';

const india = 'Asia/Kolkata';
const newYork = 'America/New_York';
const chicago = 'America/Chicago';
const denver = 'America/Denver';
const losAngeles = 'America/Los_Angeles';

interface CoursePlan {
  readonly course: number;
  readonly short: string;
  /** One class for each zone named, in order. */
  readonly zones: readonly Zone[];
  readonly teachers: readonly number[];
}

/** Sixty classes, ids 1 to 60 in this order. */
const coursePlans: readonly CoursePlan[] = [
  {
    course: 1,
    short: 'Chanting',
    zones: [india, india, india, india, india, india, newYork, chicago, losAngeles, newYork, denver],
    teachers: [3, 10, 13, 14, 15, 16, 17, 2],
  },
  {
    course: 2,
    short: 'Gita',
    zones: [
      india,
      india,
      india,
      india,
      india,
      india,
      newYork,
      chicago,
      losAngeles,
      'Pacific/Honolulu',
      'America/Anchorage',
    ],
    teachers: [3, 11, 12, 18, 19, 20, 21],
  },
  {
    course: 3,
    short: 'Grammar',
    zones: [india, india, india, india, newYork, losAngeles],
    teachers: [13, 22, 23],
  },
  {
    course: 4,
    short: 'Upanishads',
    zones: [india, india, india, india, newYork, chicago],
    teachers: [14, 24, 25],
  },
  { course: 5, short: 'Yoga Sutras', zones: [india, india, india, losAngeles], teachers: [26, 27] },
  {
    course: 6,
    short: 'Ramayana',
    zones: [india, india, india, india, newYork, chicago, denver, losAngeles],
    teachers: [3, 28, 29, 30, 2],
  },
  {
    course: 7,
    short: 'Temple Music',
    zones: [india, india, india, newYork, 'America/Adak'],
    teachers: [31, 16],
  },
  { course: 8, short: 'Sahasranama', zones: [india, india, india, newYork], teachers: [12, 32] },
  { course: 9, short: 'Mahabharata', zones: [india, india, india], teachers: [11, 32] },
  { course: 10, short: 'Tarka', zones: [india, newYork], teachers: [22] },
  { course: 11, short: 'Temple Arts', zones: [], teachers: [31] },
];

const places: Readonly<Record<Zone, string>> = {
  'Asia/Kolkata': 'India',
  'America/New_York': 'New York',
  'America/Chicago': 'Chicago',
  'America/Denver': 'Denver',
  'America/Los_Angeles': 'Los Angeles',
  'America/Anchorage': 'Anchorage',
  'Pacific/Honolulu': 'Honolulu',
  'America/Adak': 'Adak',
};

const at = (class_day: ClassDay, local_time: string, time_zone: Zone, duration_minutes = 60): Timing => ({
  class_day,
  local_time,
  time_zone,
  duration_minutes,
});

/** The four classes of teacher@gurukul.test, and one of courseadmin@gurukul.test who also teaches. */
export const ownClasses = { teacher: [1, 3, 12, 39], courseAdmin: [4] } as const;

/**
 * Two teachers hold timings that meet, as real timetables have it. Teacher 12: class 14 (Gita, Sunday 07:00 in India)
 * and class 52 (Sahasranama, Sunday 07:30 in India). Teacher 14: class 2 (Chanting, Saturday 19:00 in India, 90 minutes)
 * and class 33 (Upanishads, Saturday 09:30 in New York), which meet in winter and in summer.
 */
export const clashes = [
  { teacher: 12, classes: [14, 52] },
  { teacher: 14, classes: [2, 33] },
] as const;

const arranged: Readonly<Record<number, { readonly teacher: number; readonly timings: readonly Timing[] }>> =
  {
    1: {
      teacher: staffIds.teacher,
      timings: [at('saturday', '07:00', india), at('wednesday', '18:30', india)],
    },
    3: { teacher: staffIds.teacher, timings: [at('sunday', '08:00', india)] },
    12: { teacher: staffIds.teacher, timings: [at('thursday', '19:00', india)] },
    39: { teacher: staffIds.teacher, timings: [at('saturday', '17:30', india, 45)] },
    4: { teacher: staffIds.courseAdmin, timings: [at('tuesday', '06:30', india)] },
    14: { teacher: 12, timings: [at('sunday', '07:00', india)] },
    52: { teacher: 12, timings: [at('sunday', '07:30', india)] },
    2: { teacher: 14, timings: [at('saturday', '19:00', india, 90)] },
    33: { teacher: 14, timings: [at('saturday', '09:30', newYork)] },
  };

/** Nobody teaches these yet. */
export const classesWithoutTeacher: readonly number[] = [11, 19, 28, 34, 59, 60];
/** Two timings, and a teacher for the first only. */
export const halfStaffedClass = 5;
const withTwoTimings: readonly number[] = [5, 6, 8, 13, 18, 24, 27, 31, 36, 40, 43, 47, 53, 56];
/** Until he left, the former teacher held the first timing of these. */
const onceHisClasses: readonly number[] = [6, 15];
/** Teachers by course who were associated once. */
const noLongerAssociated: Readonly<Record<number, readonly number[]>> = {
  1: [staffIds.formerTeacher],
  2: [staffIds.formerTeacher, 15],
};
/** A class that was given up before anybody joined. */
const deletedClass = 61;

export interface SchoolClass {
  readonly id: number;
  readonly course: Course;
  readonly slots: readonly Slot[];
}

export interface Slot extends Timing {
  readonly id: number;
  readonly teacher: number | null;
}

const firstSlotId = 201;

export function buildTimetable(courses: readonly Course[], today: Day) {
  const random = randomFor('timetable');
  const taught = new Map<number, Timing[]>();
  const hold = (teacher: number, timing: Timing) =>
    taught.set(teacher, [...(taught.get(teacher) ?? []), timing]);
  for (const { teacher, timings } of Object.values(arranged)) {
    for (const timing of timings) hold(teacher, timing);
  }

  /** Who has the fewest timings of those free at that time. */
  const freeTeacher = (teachers: readonly number[], timing: Timing): number | null => {
    const free = teachers.filter(
      (teacher) => !(taught.get(teacher) ?? []).some((held) => overlaps(held, timing)),
    );
    const load = (teacher: number) => taught.get(teacher)?.length ?? 0;
    return free.length === 0 ? null : free.reduce((least, each) => (load(each) < load(least) ? each : least));
  };

  const plannedTimings = (id: number, zone: Zone, plan: CoursePlan): Planned[] => {
    const own = arranged[id];
    if (own) return own.timings.map((timing) => ({ timing, teacher: own.teacher }));
    const planned: Planned[] = [];
    const wanted = withTwoTimings.includes(id) ? 2 : 1;
    while (planned.length < wanted) {
      const timing = someTiming(
        zone,
        plan.course === 6
          ? 45
          : random.weighted([
              [60, 7],
              [75, 1],
              [90, 2],
            ]),
      );
      if (planned.some((earlier) => earlier.timing.class_day === timing.class_day)) continue;
      const unstaffed =
        classesWithoutTeacher.includes(id) || (id === halfStaffedClass && planned.length === 1);
      if (unstaffed) {
        planned.push({ timing, teacher: null });
        continue;
      }
      // The second timing stays with the teacher of the first.
      const first = planned[0]?.teacher;
      const teachers =
        typeof first === 'number' ? [first] : plan.teachers.filter((teacher) => !isArranged(teacher));
      const teacher = freeTeacher(teachers, timing);
      if (teacher === null) continue;
      hold(teacher, timing);
      planned.push({ timing, teacher });
    }
    return planned;
  };

  const someTiming = (zone: Zone, duration: number): Timing => {
    const weekend = random.chance(0.6);
    const day = random.pick<ClassDay>(
      weekend ? ['saturday', 'sunday'] : ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    );
    const times = weekend
      ? ['07:00', '08:30', '09:30', '10:30', '16:00', '17:30', '18:00']
      : ['06:00', '06:30', '17:30', '18:30', '19:00', '20:00', '20:15'];
    return at(day, random.pick(times), zone, duration);
  };

  let nextSlot = firstSlotId;
  const classRows: object[] = [];
  const slotRows: object[] = [];
  const assignmentRows: object[] = [];
  const classes: SchoolClass[] = [];

  for (const plan of coursePlans) {
    const course = courses.find(({ id }) => id === plan.course)!;
    const opened = earliest(addDays(course.startsOn, -45), addDays(today, -3));
    const created_at = instantAt(opened, 400);
    for (const [index, zone] of plan.zones.entries()) {
      const id = classRows.length + 1;
      const slots = plannedTimings(id, zone, plan).map(({ timing, teacher }) => ({
        ...timing,
        teacher,
        id: nextSlot++,
      }));
      classes.push({ id, course, slots });
      const class_name = `${plan.short} ${'ABCDEFGHIJK'[index]} ${places[zone]}`;
      classRows.push({
        id,
        course_id: course.id,
        class_name,
        created_by: course.admin,
        created_at,
        deleted_at: null,
      });
      for (const [slotIndex, { teacher, ...slot }] of slots.entries()) {
        slotRows.push({
          ...slot,
          class_id: id,
          course_id: course.id,
          created_by: course.admin,
          created_at,
          deleted_at: null,
        });
        const assign = (who: number, from: string, until: string | null) =>
          assignmentRows.push({
            id: assignmentRows.length + 1,
            slot_id: slot.id,
            course_id: course.id,
            teacher_id: who,
            assigned_by: course.admin,
            assigned_at: from,
            ended_at: until,
          });
        if (teacher === null) continue;
        const given = instantAt(addDays(opened, 1), 500);
        if (slotIndex === 0 && onceHisClasses.includes(id)) {
          const handedOver = instantAt(addDays(today, -92), 500);
          assign(staffIds.formerTeacher, given, handedOver);
          assign(teacher, handedOver, null);
        } else {
          assign(teacher, given, null);
        }
      }
    }
  }

  const gone = {
    created_at: instantAt(addDays(today, -330), 400),
    deleted_at: instantAt(addDays(today, -310), 400),
  };
  classRows.push({
    id: deletedClass,
    course_id: 1,
    class_name: 'Chanting A India',
    created_by: staffIds.courseAdmin,
    ...gone,
  });
  slotRows.push({
    ...at('friday', '06:00', india),
    id: nextSlot,
    class_id: deletedClass,
    course_id: 1,
    created_by: staffIds.courseAdmin,
    ...gone,
  });

  return {
    classes,
    /** `studentsOf` counts the students in a teacher's classes of a course. */
    associationRows: (studentsOf: (course: number, teacher: number) => number) =>
      associationRows(courses, studentsOf, today),
    rows: { classes: classRows, class_slots: slotRows, slot_teachers: assignmentRows },
  };
}

interface Planned {
  readonly timing: Timing;
  readonly teacher: number | null;
}

// Their weeks are known; chance adds nothing to them.
const isArranged = (teacher: number) => teacher === staffIds.teacher || teacher === staffIds.courseAdmin;

function associationRows(
  courses: readonly Course[],
  studentsOf: (course: number, teacher: number) => number,
  today: Day,
) {
  const random = randomFor('strength');
  return coursePlans.flatMap((plan) => {
    const course = courses.find(({ id }) => id === plan.course)!;
    const row = (teacher_id: number, associated: boolean) => ({
      course_id: plan.course,
      teacher_id,
      associated,
      // Mostly room for a few more; some are full, and one in ten is over his number.
      strength: Math.max(
        0,
        studentsOf(plan.course, teacher_id) +
          random.weighted([
            [random.between(1, 25), 7],
            [0, 2],
            [-3, 1],
          ]),
      ),
      associated_by: course.admin,
      associated_at: instantAt(addDays(earliest(course.startsOn, today), -50 - random.between(0, 300)), 450),
    });
    const left = noLongerAssociated[plan.course] ?? [];
    return [
      ...plan.teachers.map((teacher) => row(teacher, true)),
      ...left.map((teacher) => row(teacher, false)),
    ];
  });
}
