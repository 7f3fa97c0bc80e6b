import { percentage } from '#server/percentage.ts';
import type { AttendanceStatus, ReportStatistics } from '@gurukul/contract/attendance';

/** The longest period of one report, in days: a course of a year, with some margin. */
export const reportDaysMax = 400;

/** Days from the first to the last date, both included. */
export const daysBetween = (start: string, end: string) =>
  (Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / 86_400_000 + 1;

export type StatusCounts = Readonly<Record<AttendanceStatus, number>>;

export function statisticsOf(counts: StatusCounts): ReportStatistics {
  const recorded = counts.present + counts.absent + counts.moved + counts['drop-out'];
  return {
    present_student_percentage: percentage(counts.present, recorded),
    absent_student_percentage: percentage(counts.absent, recorded),
    moved_student_percentage: percentage(counts.moved, recorded),
    drop_out_student_percentage: percentage(counts['drop-out'], recorded),
  };
}

/** True when a batch has two marks for one student, which is a mistake even when they are equal. */
export const namesSomebodyTwice = (marks: readonly { readonly student_id: number }[]) =>
  new Set(marks.map((mark) => mark.student_id)).size < marks.length;
