import { attendanceLabels, attendanceStatuses, type AttendanceReport } from '@gurukul/contract/attendance';
import type { AttendanceStatus, ReportStudent } from '@gurukul/contract/attendance';
import { formatNumber } from '#web/lib/format.ts';
import { texts } from '#web/texts/texts.ts';

const t = texts.attendance.report;

/** The five figures above a report, in words. */
export function figuresOf({ total_student_count, statistics }: AttendanceReport) {
  const shares: Readonly<Record<AttendanceStatus, number>> = {
    present: statistics.present_student_percentage,
    absent: statistics.absent_student_percentage,
    moved: statistics.moved_student_percentage,
    'drop-out': statistics.drop_out_student_percentage,
  };
  return [
    { id: 'total', label: t.totalStudents, value: formatNumber(total_student_count) },
    ...attendanceStatuses.map((status) => ({
      id: status,
      label: attendanceLabels[status],
      value: t.percent(shares[status]),
    })),
  ];
}

/** Every day on which anybody was marked, oldest first. */
export const daysOf = (students: readonly ReportStudent[]) =>
  [
    ...new Set(
      students.flatMap((student) => student.attendance_records.map((record) => record.attendance_date)),
    ),
  ].toSorted();

export const totalOf = ({ attendance_summary, attendance_percentage }: ReportStudent) =>
  t.totalOf(attendance_summary, attendance_percentage);

/** A student's statuses by day. */
export const statusesOf = ({ attendance_records }: ReportStudent) =>
  new Map(attendance_records.map((record) => [record.attendance_date, record.attendance_status]));
