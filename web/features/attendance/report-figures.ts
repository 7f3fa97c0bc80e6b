import { attendanceStatuses } from '@gurukul/contract/attendance';
import type { AttendanceSheet, AttendanceStatus } from '@gurukul/contract/attendance';
import { formatNumber, wholePercent } from '#web/lib/format/format.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';

const t = attendanceTexts.report;

/** The five figures above a report, in words. */
export function figuresOf({ total_student_count, statistics, dates }: AttendanceSheet) {
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
      label: attendanceTexts.statuses[status],
      value: dates.length === 0 ? t.noMarks : t.percent({ percentage: wholePercent(shares[status]) }),
    })),
  ];
}
