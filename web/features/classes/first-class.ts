import { classDays } from '@gurukul/contract/classes';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { paths, type Address } from '#web/paths.ts';

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

/** The same for a class of that hour, after which nothing else follows. */
export const anotherClassIn = (course: {
  readonly course_id: number;
  readonly class_day: string;
  readonly time: string;
  readonly zone: string;
  readonly language: string | null;
  readonly teacher_id: number | undefined;
}): Address =>
  `${paths.courseAssociation}${stringifySearch({
    course: course.course_id,
    new: 'another',
    day: course.class_day,
    time: course.time,
    zone: course.zone,
    language: course.language ?? '',
    teacher: course.teacher_id ?? '',
  })}`;

export const createClassIn = (course: FirstCourse): Address =>
  `${paths.courseAssociation}${stringifySearch(newClassIn(course))}`;
