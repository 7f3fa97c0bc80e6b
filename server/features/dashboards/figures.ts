import type { DashboardData, DashboardSeries } from '@gurukul/contract/dashboards';
import type { Month } from './periods.ts';

/** Of what, which, and how many: `['gender', 'male', 3]`. Months are written as in 2026-11. */
export type Count = readonly [what: string, bucket: string, n: number];

export type NumberOf = (what: string, bucket: string) => number;

export const numbersOf = (counts: readonly Count[]): NumberOf => {
  const numbers = new Map(counts.map(([what, bucket, n]) => [`${what} ${bucket}`, n]));
  return (what, bucket) => numbers.get(`${what} ${bucket}`) ?? 0;
};

export const totalOf = (counts: readonly Count[], wanted: string): number =>
  counts.reduce((sum, [what, , n]) => (what === wanted ? sum + n : sum), 0);

export type Composition = Omit<
  DashboardData,
  'total_courses' | 'total_course_admin' | 'total_teachers' | 'total_course_coordinates' | 'associated_from'
>;

/** Students by gender, age and region; each of the three adds up to the total. */
export function compositionOf(numberOf: NumberOf): Composition {
  const total_students = numberOf('role', 'student');
  const ages = {
    age_01to15: numberOf('age', 'age_01to15'),
    age_16to30: numberOf('age', 'age_16to30'),
    age_31to45: numberOf('age', 'age_31to45'),
    age_46to100: numberOf('age', 'age_46to100'),
  };
  return {
    total_students,
    male_count: numberOf('gender', 'male'),
    female_count: numberOf('gender', 'female'),
    not_selected: numberOf('gender', 'neither'),
    ...ages,
    not_selected_age: Object.values(ages).reduce((left, known) => left - known, total_students),
    India: numberOf('region', 'India'),
    Others: numberOf('region', 'Others'),
    UK: numberOf('region', 'UK'),
    USA: numberOf('region', 'USA'),
  };
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Months are named as in `Jun 2026`. */
export function seriesOf(months: readonly Month[], numberOf: NumberOf): DashboardSeries {
  const labels = months.map(({ month }) => monthName.format(new Date(month)));
  const series = (what: string) => ({
    labels,
    counts: months.map(({ month }) => numberOf(what, month.slice(0, 7))),
  });
  return { students: series('enrolled'), courses: series('course') };
}
