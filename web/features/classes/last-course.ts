import { classDays } from '@gurukul/contract/classes';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { onLeave } from '#web/lib/session.ts';
import { paths, type Address } from '#web/paths.ts';

/** The course that was made last at this screen: the next step is a class in it. */
let last: number | null = null;

export const rememberCourse = (courseId: number): void => {
  last = courseId;
};

export const lastCourse = (): number | null => last;

onLeave(() => {
  last = null;
});

interface FirstCourse {
  readonly course_id: number;
  readonly course_name: string;
  /** YYYY-MM-DD. */
  readonly start_date: string;
}

/**
 * The search of the address where the dialog for the first class of the course is open. It proposes the course's name
 * and the weekday of its start.
 */
export const newClassIn = ({ course_id, course_name, start_date }: FirstCourse) => ({
  course: String(course_id),
  new: 'class',
  name: course_name,
  day: classDays[(new Date(start_date).getUTCDay() + 6) % 7]!,
});

export const createClassIn = (course: FirstCourse): Address =>
  `${paths.courseAssociation}${stringifySearch(newClassIn(course))}`;
