import { attendanceStatuses, markLetters } from '@gurukul/contract/attendance';
import type { AttendanceSheet, AttendanceStatus } from '@gurukul/contract/attendance';
import { reachedPercent } from '#web/lib/format/format.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';

export type SheetStudent = AttendanceSheet['students'][number];

const statusOf: ReadonlyMap<string, AttendanceStatus> = new Map(
  attendanceStatuses.map((status) => [markLetters[status], status]),
);

/** What stands on the date at `place`; nothing where nobody was marked. */
export const statusAt = ({ marks }: SheetStudent, place: number) =>
  statusOf.get((marks[place] ?? '').toLowerCase());

const isCapital = (letter: string | undefined) => letter !== undefined && letter >= 'A' && letter <= 'Z';

/** The id of the mark on that date where it was corrected, which a capital says. */
export function correctedAt({ marks, corrected }: SheetStudent, place: number): number | undefined {
  if (!isCapital(marks[place])) return undefined;
  let before = 0;
  for (let index = 0; index < place; index += 1) if (isCapital(marks[index])) before += 1;
  return corrected[before];
}

/** '4/5 (80%)' */
export function totalOf({ present, recorded }: SheetStudent): string {
  if (recorded === 0) return attendanceTexts.report.noMarks;
  const percentage = reachedPercent((present * 100) / recorded);
  return attendanceTexts.report.totalOf({ summary: `${present}/${recorded}`, percentage });
}

/** Who has no marks comes last in both orders. */
export const shareOf = ({ present, recorded }: SheetStudent) =>
  recorded === 0 ? undefined : present / recorded;
