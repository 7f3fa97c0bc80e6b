import { attendanceStatuses, markLetters } from '@gurukul/contract/attendance';
import type { AttendanceSheet, AttendanceStatus } from '@gurukul/contract/attendance';
import { statisticsOf } from './rules.ts';
import type { StatusCounts } from './rules.ts';

/** A student of the report as the database packs him. */
export interface PackedStudent {
  readonly student_id: number;
  readonly student_name: string;
  /** '0p7a21P': days since the start and a letter for each mark, a capital where it was corrected; in no order. */
  readonly marks: string;
  /** Days since the start and id of each corrected mark, in no order; null for none. */
  readonly corrected: readonly (readonly [number, number])[] | null;
}

const dayMs = 86_400_000;
const nothing = '.';

const statusOfLetter: ReadonlyMap<string, AttendanceStatus> = new Map(
  attendanceStatuses.flatMap((status) => {
    const letter = markLetters[status];
    return [
      [letter, status],
      [letter.toUpperCase(), status],
    ] as const;
  }),
);

/** What a letter of a sheet says; null for none. */
export const statusOf = (letter: string): AttendanceStatus | null => statusOfLetter.get(letter) ?? null;

function eachMark(marks: string, visit: (day: number, letter: string) => void): void {
  let day = 0;
  for (const sign of marks) {
    if (sign >= '0' && sign <= '9') day = day * 10 + Number(sign);
    else {
      visit(day, sign);
      day = 0;
    }
  }
}

function datesFrom(start: string, students: readonly PackedStudent[]) {
  const days = new Set<number>();
  for (const { marks } of students) eachMark(marks, (day) => days.add(day));
  const first = Date.parse(`${start}T00:00:00Z`);
  return [...days]
    .toSorted((a, b) => a - b)
    .map((day) => ({ day, date: new Date(first + day * dayMs).toISOString().slice(0, 10) }));
}

/** How often each status stands in one row of letters. */
export function countLetters(marks: string): StatusCounts {
  const counts = { present: 0, absent: 0, moved: 0, 'drop-out': 0 };
  for (const letter of marks) {
    const status = statusOf(letter);
    if (status !== null) counts[status] += 1;
  }
  return counts;
}

export const recordedOf = (counts: StatusCounts): number =>
  attendanceStatuses.reduce((sum, status) => sum + counts[status], 0);

/**
 * The report as a sheet: the dates that have a mark, and a row of letters for each student, in the order given. All
 * numbers of every form of the report are counted here, from the letters.
 */
export function sheetOf(start: string, students: readonly PackedStudent[]): AttendanceSheet {
  const dates = datesFrom(start, students);
  const places = new Map(dates.map(({ day }, place) => [day, place]));
  const totals = { present: 0, absent: 0, moved: 0, 'drop-out': 0 };
  const rows = students.map(({ student_id, student_name, marks, corrected }) => {
    const letters = dates.map(() => nothing);
    eachMark(marks, (day, letter) => {
      letters[places.get(day)!] = letter;
    });
    const row = letters.join('');
    const counts = countLetters(row);
    for (const status of attendanceStatuses) totals[status] += counts[status];
    return {
      student_id,
      student_name,
      present: counts.present,
      recorded: recordedOf(counts),
      marks: row,
      corrected: (corrected ?? []).toSorted(([a], [b]) => a - b).map(([, id]) => id),
    };
  });
  return {
    total_student_count: rows.length,
    statistics: statisticsOf(totals),
    dates: dates.map(({ date }) => date),
    students: rows,
  };
}
