import { staffIds, teacherAndCourseAdmin } from './staff.ts';

export const courseMonths = { semester: 6, trimister: 3, quarterly: 3, yearly: 12 } as const;

export interface CoursePlan {
  readonly id: number;
  readonly admin: number | null;
  readonly duration: keyof typeof courseMonths;
  /** Days from today to the first day; negative for the past. */
  readonly starts: number;
  readonly status: 'published' | 'unpublished' | 'coming_soon';
  readonly registration: 'opened' | 'closed';
  readonly type: number | null;
  /** Prices of India, United States, United Kingdom and so on, in the order of `regions`; null when not announced. */
  readonly prices: readonly (number | null)[];
}

const own = staffIds.courseAdmin;

/**
 * Every status with open and with closed registration, and all durations. Course 11 has no course admin, course 12 is
 * empty.
 */
export const coursePlans: readonly CoursePlan[] = [
  {
    id: 1,
    admin: own,
    duration: 'yearly',
    starts: -320,
    status: 'published',
    registration: 'opened',
    type: 1,
    prices: [6000, 180, 140, 260],
  },
  {
    id: 2,
    admin: own,
    duration: 'yearly',
    starts: -350,
    status: 'published',
    registration: 'opened',
    type: 2,
    prices: [4500, 150, 120, 210, 200],
  },
  {
    id: 3,
    admin: 5,
    duration: 'semester',
    starts: -120,
    status: 'published',
    registration: 'closed',
    type: 3,
    prices: [3500, 120, 95],
  },
  {
    id: 4,
    admin: 6,
    duration: 'yearly',
    starts: -280,
    status: 'published',
    registration: 'opened',
    type: 4,
    prices: [5500, 160, 130],
  },
  {
    id: 5,
    admin: 6,
    duration: 'trimister',
    starts: -60,
    status: 'published',
    registration: 'closed',
    type: 4,
    prices: [2500, 80, 65, 110],
  },
  {
    id: 6,
    admin: own,
    duration: 'yearly',
    starts: -300,
    status: 'published',
    registration: 'opened',
    type: 5,
    prices: [3000, 100, 80, 140, 130],
  },
  {
    id: 7,
    admin: own,
    duration: 'semester',
    starts: -150,
    status: 'published',
    registration: 'opened',
    type: 6,
    prices: [4000, 130, null],
  },
  {
    id: 8,
    admin: 7,
    duration: 'quarterly',
    starts: -45,
    status: 'published',
    registration: 'opened',
    type: 1,
    prices: [1200, 40, 35],
  },
  {
    id: 9,
    admin: 5,
    duration: 'semester',
    starts: -400,
    status: 'unpublished',
    registration: 'closed',
    type: 2,
    prices: [3000, 100],
  },
  {
    id: 10,
    admin: 8,
    duration: 'trimister',
    starts: 30,
    status: 'coming_soon',
    registration: 'opened',
    type: 7,
    prices: [2800, 90, null],
  },
  {
    id: 11,
    admin: null,
    duration: 'quarterly',
    starts: 75,
    status: 'coming_soon',
    registration: 'closed',
    type: null,
    prices: [null],
  },
  {
    id: 12,
    admin: teacherAndCourseAdmin,
    duration: 'yearly',
    starts: 50,
    status: 'unpublished',
    registration: 'opened',
    type: 7,
    prices: [],
  },
];
