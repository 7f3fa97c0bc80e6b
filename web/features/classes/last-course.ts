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

/** The search of the address where the dialog for a new class of the course is open. */
export const newClassIn = (courseId: number) => ({ course: String(courseId), new: 'class' });

export const createClassIn = (courseId: number): Address =>
  `${paths.courseAssociation}${stringifySearch(newClassIn(courseId))}`;
