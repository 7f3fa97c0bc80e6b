import { stringifySearch } from '#web/lib/address/address-search.ts';
import { paths, type Address } from '#web/paths.ts';

/** Where the course and class of a student are changed; with a course, the one to be left. Nobody's email is in it. */
export const updatingAddress = (student: number, courseId?: number): Address =>
  `${paths.updating}${stringifySearch({ student, from: courseId })}`;
