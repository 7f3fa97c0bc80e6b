import { attendanceStatuses, markLetters } from '@gurukul/contract/attendance';
import type { AttendanceSheet, AttendanceStatus } from '@gurukul/contract/attendance';
import { daysBetween, statisticsOf } from './rules.ts';
import type { StatusCounts } from './rules.ts';

/** A student of the report as the database packs him. */
export interface PackedStudent {
  readonly student_id: number;
  readonly student_name: string;
  /** '0p7a21P4711 ': days since the start and a letter, a capital with the mark's id where it was corrected; unordered. */
  readonly marks: string;
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

/** A student's marks by days since the start: the letter's code, 0 for none. */
interface Unpacked {
  readonly letters: Uint8Array;
  readonly corrected: readonly { readonly day: number; readonly id: number }[];
}

const isDigit = (code: number) => code >= 48 && code <= 57;
const isCapital = (code: number) => code >= 65 && code <= 90;

// Half a million marks are read here while everybody else waits: numbers, and no text for each of them.
function unpack(packed: string, length: number): Unpacked {
  const letters = new Uint8Array(length);
  const corrected: { day: number; id: number }[] = [];
  let at = 0;
  const readNumber = () => {
    let number = 0;
    for (; isDigit(packed.charCodeAt(at)); at += 1) number = number * 10 + packed.charCodeAt(at) - 48;
    return number;
  };
  while (at < packed.length) {
    const day = readNumber();
    const code = packed.charCodeAt(at);
    letters[day] = code;
    at += 1;
    if (!isCapital(code)) continue;
    corrected.push({ day, id: readNumber() });
    at += 1;
  }
  return { letters, corrected: corrected.toSorted((a, b) => a.day - b.day) };
}

export type Counts = StatusCounts & { readonly recorded: number };

/** How often each status stands in a row of letters. */
export function countLetters(row: string): Counts {
  const times = new Uint32Array(128);
  for (let at = 0; at < row.length; at += 1) times[row.charCodeAt(at)]! += 1;
  const of = (status: AttendanceStatus) => {
    const letter = markLetters[status];
    return times[letter.charCodeAt(0)]! + times[letter.toUpperCase().charCodeAt(0)]!;
  };
  const counts = {
    present: of('present'),
    absent: of('absent'),
    moved: of('moved'),
    'drop-out': of('drop-out'),
  };
  return { ...counts, recorded: row.length - times[nothing.charCodeAt(0)]! };
}

function usedDays(students: readonly Unpacked[], length: number): number[] {
  const isUsed = new Uint8Array(length);
  for (const { letters } of students) {
    for (let day = 0; day < length; day += 1) isUsed[day]! |= letters[day]!;
  }
  return [...isUsed.keys()].filter((day) => isUsed[day] !== 0);
}

/**
 * The report as a sheet: the dates that have a mark, and a row of letters for each student, in the order given. All
 * numbers of every form of the report are counted here, from the letters. The period is from the first to the last
 * date, yyyy-mm-dd, both counted.
 */
export function sheetOf(start: string, end: string, students: readonly PackedStudent[]): AttendanceSheet {
  const length = daysBetween(start, end);
  const unpacked = students.map(({ marks }) => unpack(marks, length));
  const days = usedDays(unpacked, length);
  const first = Date.parse(`${start}T00:00:00Z`);
  const totals = { present: 0, absent: 0, moved: 0, 'drop-out': 0 };
  const row = Buffer.alloc(days.length);
  const rows = students.map(({ student_id, student_name }, index) => {
    const { letters, corrected } = unpacked[index]!;
    for (const [place, day] of days.entries()) row[place] = letters[day]! || nothing.charCodeAt(0);
    const marks = row.toString('latin1');
    const counts = countLetters(marks);
    for (const status of attendanceStatuses) totals[status] += counts[status];
    return {
      student_id,
      student_name,
      present: counts.present,
      recorded: counts.recorded,
      marks,
      corrected: corrected.map(({ id }) => id),
    };
  });
  return {
    total_student_count: rows.length,
    statistics: statisticsOf(totals),
    dates: days.map((day) => new Date(first + day * dayMs).toISOString().slice(0, 10)),
    students: rows,
  };
}
