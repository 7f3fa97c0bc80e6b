import type { DashboardData, DashboardSeries } from '@gurukul/contract/dashboards';
import type { RowOf } from '#server/db/columns.ts';
import { int, object, oneOf, text } from '#server/db/columns.ts';
import type { Month } from './periods.ts';

/** Students of one gender and one region, and how many of them are at least so old. */
export const studentGroup = object({
  gender: text.nullable(),
  region: oneOf(['India', 'UK', 'USA', 'Others']),
  students: int,
  /** A birthday in the future is a typo: the age is not known. */
  born: int,
  from_16: int,
  from_31: int,
  from_46: int,
});
export type StudentGroup = RowOf<typeof studentGroup>;

export type Composition = Omit<
  DashboardData,
  'total_courses' | 'total_course_admin' | 'total_teachers' | 'total_course_coordinates' | 'associated_from'
>;

/** Students by gender, age and region. Each of the three adds up to the total. */
export function compositionOf(groups: readonly StudentGroup[]): Composition {
  const sumOf = (count: (group: StudentGroup) => number, some = groups) =>
    some.reduce((sum, group) => sum + count(group), 0);
  const studentsIn = (is: (group: StudentGroup) => boolean) =>
    sumOf(({ students }) => students, groups.filter(is));
  return {
    total_students: studentsIn(() => true),
    male_count: studentsIn(({ gender }) => gender === 'male'),
    female_count: studentsIn(({ gender }) => gender === 'female'),
    not_selected: studentsIn(({ gender }) => gender !== 'male' && gender !== 'female'),
    age_01to15: sumOf(({ born, from_16 }) => born - from_16),
    age_16to30: sumOf(({ from_16, from_31 }) => from_16 - from_31),
    age_31to45: sumOf(({ from_31, from_46 }) => from_31 - from_46),
    age_46to100: sumOf(({ from_46 }) => from_46),
    not_selected_age: sumOf(({ students, born }) => students - born),
    India: studentsIn(({ region }) => region === 'India'),
    Others: studentsIn(({ region }) => region === 'Others'),
    UK: studentsIn(({ region }) => region === 'UK'),
    USA: studentsIn(({ region }) => region === 'USA'),
  };
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Months are named like `Jun 2026`. */
export function seriesOf(
  months: readonly Month[],
  enrolments: readonly number[],
  courses: readonly number[],
): DashboardSeries {
  const labels = months.map(({ month }) => monthName.format(new Date(month)));
  return {
    students: { labels, counts: [...enrolments] },
    courses: { labels, counts: [...courses] },
  };
}
