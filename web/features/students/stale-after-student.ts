import { courses } from '@gurukul/contract/courses';
import { people } from '@gurukul/contract/people';
import { students } from '@gurukul/contract/students';

/** The reads that name or count a student who has left a course, or all of them. */
export const staleAfterStudent = [
  students.get_all_students,
  students.getallstudents_under_courseadmin,
  students.get_single_student,
  people.getstudents_under_teacher,
  people.get_all_courseadmins,
  people.get_all_teachers,
  people.getallteachers_for_courseadmin,
  courses.get_all_courses,
  courses.get_all_courses_for_courseadmin,
] as const;
