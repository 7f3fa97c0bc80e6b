import { courses } from '@gurukul/contract/courses';
import { people } from '@gurukul/contract/people';

/** The reads that tell about classes, their teachers and the teachers of a course. */
export const staleAfterChange = [
  people.get_teacher_bycourse,
  people.getallteachers_for_courseadmin,
  people.get_all_teachers,
  people.get_single_teacher,
  people.teacher_schedule,
  courses.get_single_course,
  courses.get_all_courses_for_teacher,
] as const;
