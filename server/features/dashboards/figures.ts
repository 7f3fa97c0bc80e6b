import type { DashboardData, DashboardSeries } from '@gurukul/contract/dashboards';
import type { Month } from './periods.ts';

/** How many students are of one gender, and of one region as it was written; those whose age is known by age. */
export interface StudentGroup {
  readonly gender: string | null;
  readonly region: string;
  readonly count: number;
  readonly age_01to15: number;
  readonly age_16to30: number;
  readonly age_31to45: number;
  readonly age_46to100: number;
}

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

const genderField = (gender: string | null) => {
  if (gender === 'male') return 'male_count';
  return gender === 'female' ? 'female_count' : 'not_selected';
};

export type Composition = Omit<
  DashboardData,
  'total_courses' | 'total_course_admin' | 'total_teachers' | 'total_course_coordinates' | 'associated_from'
>;

/** Students by gender, age and region; each of the three adds up to the total. */
export function compositionOf(groups: readonly StudentGroup[]): Composition {
  const sum = {
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
  for (const { gender, region, count, age_01to15, age_16to30, age_31to45, age_46to100 } of groups) {
    sum.total_students += count;
    sum[genderField(gender)] += count;
    sum[regionOf(region)] += count;
    sum.age_01to15 += age_01to15;
    sum.age_16to30 += age_16to30;
    sum.age_31to45 += age_31to45;
    sum.age_46to100 += age_46to100;
    sum.not_selected_age += count - age_01to15 - age_16to30 - age_31to45 - age_46to100;
  }
  return sum;
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Months are named as in `Jun 2026`. */
export function seriesOf(
  months: readonly Month[],
  counts: { readonly students: readonly number[]; readonly courses: readonly number[] },
): DashboardSeries {
  const labels = months.map(({ month }) => monthName.format(new Date(month)));
  return {
    students: { labels, counts: [...counts.students] },
    courses: { labels, counts: [...counts.courses] },
  };
}
