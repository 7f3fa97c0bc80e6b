import { attendance } from '@gurukul/contract/attendance';
import { people } from '@gurukul/contract/people';
import { students } from '@gurukul/contract/students';
import { staleAfterStudent } from './stale-after-student.ts';

/** The reads that show where a student is, or what is known of him by his e-mail. */
export const staleAfterMove = [
  ...staleAfterStudent,
  students.get_student_details_by_email,
  students.get_single_student_details_by_email,
  people.get_teacher_bycourse,
  attendance.get_students_attendence,
] as const;
