import { attendance } from '@gurukul/contract/attendance';
import { dashboards } from '@gurukul/contract/dashboards';
import { students } from '@gurukul/contract/students';

/** The reads that show marks. */
export const staleAfterMarking = [
  attendance.get_students_attendence,
  attendance.get_report_sheet,
  attendance.get_mark_changes,
  attendance.get_rolls,
  attendance.get_roll,
  dashboards.get_today,
  attendance.get_attendence_for_teacher,
  students.get_single_student,
] as const;
