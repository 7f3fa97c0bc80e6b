import { stringifySearch } from '#web/lib/address/address-search.ts';
import { paths, type Address } from '#web/paths.ts';

/** Of a class. */
export interface Marks {
  readonly course: number | string;
  readonly group: number | string;
  /** yyyy-mm-dd; none: the last three months. */
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** The marks of a class as a table of students and days. */
export const marksAddress = ({ course, group, start, end }: Marks): Address =>
  `${paths.attendanceReport}${stringifySearch({ course, class: group, start, end, show: 'yes' })}`;
