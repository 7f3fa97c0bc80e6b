import type { ClassDay } from '@gurukul/contract/classes';
import type { SlotTime, Zone } from './calendar.ts';
import { staffIds } from './staff.ts';

const india = 'Asia/Kolkata';
const newYork = 'America/New_York';
const chicago = 'America/Chicago';
const denver = 'America/Denver';
const losAngeles = 'America/Los_Angeles';

export interface CoursePlan {
  readonly course: number;
  readonly short: string;
  /** One class for each zone, in order. */
  readonly zones: readonly Zone[];
  readonly teachers: readonly number[];
}

/** Sixty classes, with ids 1 to 60 in this order. */
export const coursePlans: readonly CoursePlan[] = [
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

export const zonePlaces: Readonly<Record<Zone, string>> = {
  'Asia/Kolkata': 'India',
  'America/New_York': 'New York',
  'America/Chicago': 'Chicago',
  'America/Denver': 'Denver',
  'America/Los_Angeles': 'Los Angeles',
  'America/Anchorage': 'Anchorage',
  'Pacific/Honolulu': 'Honolulu',
  'America/Adak': 'Adak',
};

/** A weekly slot, an hour long unless said otherwise. */
export const at = (
  class_day: ClassDay,
  local_time: string,
  time_zone: Zone,
  duration_minutes = 60,
): SlotTime => ({
  class_day,
  local_time,
  time_zone,
  duration_minutes,
});

/** The four classes of teacher@gurukul.test, and one of courseadmin@gurukul.test who also teaches. */
export const ownClasses = { teacher: [1, 3, 12, 39], courseAdmin: [4] } as const;

/**
 * Two teachers have overlapping slots, as in real timetables. Teacher 12: class 14 (Gita, Sunday 07:00 in India) and
 * class 52 (Sahasranama, Sunday 07:30 in India). Teacher 14: class 2 (Chanting, Saturday 19:00 in India, 90 minutes)
 * and class 33 (Upanishads, Saturday 09:30 in New York), which overlap in winter and in summer.
 */
export const overlaps = [
  { teacher: 12, classes: [14, 52] },
  { teacher: 14, classes: [2, 33] },
] as const;

export const arranged: Readonly<
  Record<number, { readonly teacher: number; readonly times: readonly SlotTime[] }>
> = {
  1: {
    teacher: staffIds.teacher,
    times: [at('saturday', '07:00', india), at('wednesday', '18:30', india)],
  },
  3: { teacher: staffIds.teacher, times: [at('sunday', '08:00', india)] },
  12: { teacher: staffIds.teacher, times: [at('thursday', '19:00', india)] },
  39: { teacher: staffIds.teacher, times: [at('saturday', '17:30', india, 45)] },
  4: { teacher: staffIds.courseAdmin, times: [at('tuesday', '06:30', india)] },
  14: { teacher: 12, times: [at('sunday', '07:00', india)] },
  52: { teacher: 12, times: [at('sunday', '07:30', india)] },
  2: { teacher: 14, times: [at('saturday', '19:00', india, 90)] },
  33: { teacher: 14, times: [at('saturday', '09:30', newYork)] },
};

/** Nobody teaches these yet. */
export const classesWithoutTeacher: ReadonlySet<number> = new Set([11, 19, 28, 34, 59, 60]);
/** Two slots, and a teacher for the first only. */
export const halfStaffedClass = 5;
export const withTwoSlots: ReadonlySet<number> = new Set([
  5, 6, 8, 13, 18, 24, 27, 31, 36, 40, 43, 47, 53, 56,
]);
/** The former teacher taught the first slot of these. */
export const onceHisClasses: ReadonlySet<number> = new Set([6, 15]);
/** Teachers by course who were associated once. */
export const noLongerAssociated: Readonly<Record<number, readonly number[]>> = {
  1: [staffIds.formerTeacher],
  2: [staffIds.formerTeacher, 15],
};
/** A class that was deleted before anybody joined. */
export const deletedClass = 61;
