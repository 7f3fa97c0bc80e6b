import type { DashboardData, DashboardSeries } from '@gurukul/contract/dashboards';

/** How many students are of one gender, age and region as it was written. */
export type StudentGroup = readonly [gender: string | null, age: AgeGroup, region: string, count: number];

/** 0: not known. */
export type AgeGroup = 0 | 1 | 2 | 3 | 4;

type Region = 'India' | 'UK' | 'USA' | 'Others';

const spellings: ReadonlyMap<string, Region> = new Map([
  ['india', 'India'],
  ['uk', 'UK'],
  ['unitedkingdom', 'UK'],
  ['us', 'USA'],
  ['usa', 'USA'],
  ['unitedstates', 'USA'],
  ['unitedstatesofamerica', 'USA'],
]);

/** Sheets write U.S.A., UNITED  STATES or "india": only the letters count. */
export const regionOf = (text: string): Region =>
  spellings.get(text.toLowerCase().replaceAll(/[\s.,_-]/gu, '')) ?? 'Others';

const genderFields = { male: 'male_count', female: 'female_count' } as const;
const ageFields = ['not_selected_age', 'age_01to15', 'age_16to30', 'age_31to45', 'age_46to100'] as const;

const genderField = (gender: string | null) =>
  gender === 'male' || gender === 'female' ? genderFields[gender] : 'not_selected';

export type Composition = Omit<
  DashboardData,
  'total_courses' | 'total_course_admin' | 'total_teachers' | 'total_course_coordinates' | 'associated_from'
>;

/** Students by gender, age and region; each of the three adds up to the total. */
export function compositionOf(groups: readonly StudentGroup[]): Composition {
  const composition = {
    total_students: 0,
    male_count: 0,
    female_count: 0,
    not_selected: 0,
    age_01to15: 0,
    age_16to30: 0,
    age_31to45: 0,
    age_46to100: 0,
    not_selected_age: 0,
    India: 0,
    Others: 0,
    UK: 0,
    USA: 0,
  };
  for (const [gender, age, region, count] of groups) {
    composition.total_students += count;
    composition[genderField(gender)] += count;
    composition[ageFields[age]] += count;
    composition[regionOf(region)] += count;
  }
  return composition;
}

export interface MonthCount {
  /** Its first day, yyyy-mm-dd. */
  readonly month: string;
  readonly students: number;
  readonly courses: number;
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Months are named as in `Jun 2026`. */
export function seriesOf(months: readonly MonthCount[]): DashboardSeries {
  const labels = months.map(({ month }) => monthName.format(new Date(month)));
  return {
    students: { labels, counts: months.map(({ students }) => students) },
    courses: { labels, counts: months.map(({ courses }) => courses) },
  };
}
