import type { AttendanceStatus, ReportStatistics } from '@gurukul/contract/attendance';

/** Longest period of one report, in days: a whole year's course with its margins. */
export const reportDaysMax = 400;

/** Days from the first to the last date, both counted. */
export const daysBetween = (start: string, end: string) =>
  (Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / 86_400_000 + 1;

/** Share of the whole in per cent with two decimals; 0 where nothing was recorded. */
export const percentage = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;

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

/** Two marks for one student in one batch contradict each other, or say the same twice; either is a mistake. */
export const namesSomebodyTwice = (marks: readonly { readonly student_id: number }[]) =>
  new Set(marks.map((mark) => mark.student_id)).size < marks.length;
