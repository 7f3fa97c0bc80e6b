import { courses } from '@gurukul/contract/courses';
import { people } from '@gurukul/contract/people';

/** The reads that name somebody who may have gone, whichever roles were held. */
export const staleAfterDeletion = [
  people.get_all_courseadmins,
  people.get_course_admin_names,
  people.get_single_courseadmin,
  people.get_all_teachers,
  people.get_single_teacher,
  people.get_teacher_bycourse,
  people.get_class_teacher,
  courses.get_all_courses,
  courses.get_single_course,
] as const;
