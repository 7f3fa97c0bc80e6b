import { attendance } from '@gurukul/contract/attendance';
import { students } from '@gurukul/contract/students';

/** The reads that show marks. */
export const staleAfterMarking = [
  attendance.get_students_attendence,
  attendance.attendance_report,
  attendance.get_attendence_for_teacher,
  students.get_single_student,
] as const;
