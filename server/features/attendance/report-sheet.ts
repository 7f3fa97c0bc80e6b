import { attendanceStatuses, markLetters } from '@gurukul/contract/attendance';
import type { AttendanceSheet, AttendanceStatus } from '@gurukul/contract/attendance';
import { daysBetween, statisticsOf } from './rules.ts';
import type { StatusCounts } from './rules.ts';

/** A student of the report, as the database returns them. */
export interface PackedStudent {
  readonly student_id: number;
  readonly student_name: string;
  /** '0p7a21P4711 ': days since the start and a letter; a capital with the mark's id when corrected. Unordered. */
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

/** The status of a letter; null for none. */
export const statusOf = (letter: string): AttendanceStatus | null => statusOfLetter.get(letter) ?? null;

/** The marks of a report: a row for each student with a letter code for each day since the start, 0 for none. */
interface Unpacked {
  readonly letters: Uint8Array;
  /** By day: not 0 when anybody has a mark. */
  readonly used: Uint8Array;
  /** By student. */
  readonly corrected: readonly (readonly Correction[])[];
}

interface Correction {
  readonly day: number;
  readonly id: number;
}

const zero = 48;
const isDigit = (code: number) => code >= zero && code <= 57;
const isCapital = (code: number) => code >= 65 && code <= 90;

// Half a million marks are read here while all other requests wait, so it reads numbers and makes no text for each.
function unpack(students: readonly PackedStudent[], length: number): Unpacked {
  const letters = new Uint8Array(students.length * length);
  const used = new Uint8Array(length);
  const corrected: (readonly Correction[])[] = [];
  let start = 0;
  for (const { marks } of students) {
    const found: Correction[] = [];
    for (let at = 0; at < marks.length; at += 1) {
      let day = 0;
      let code = marks.charCodeAt(at);
      for (; isDigit(code); code = marks.charCodeAt(at)) {
        day = day * 10 + code - zero;
        at += 1;
      }
      letters[start + day] = code;
      used[day] = 1;
      if (!isCapital(code)) continue;
      let id = 0;
      for (at += 1; isDigit(marks.charCodeAt(at)); at += 1) id = id * 10 + marks.charCodeAt(at) - zero;
      found.push({ day, id });
    }
    corrected.push(found.length < 2 ? found : found.toSorted((one, other) => one.day - other.day));
    start += length;
  }
  return { letters, used, corrected };
}

export type Counts = StatusCounts & { readonly recorded: number };

const codesOf = ({ present, absent, moved, 'drop-out': dropOut }: typeof markLetters) =>
  [present, absent, moved, dropOut].map((letter) => [
    letter.charCodeAt(0),
    letter.toUpperCase().charCodeAt(0),
  ]);
const [presentCodes, absentCodes, movedCodes, dropOutCodes] = codesOf(markLetters);
const [presentCode, correctedPresentCode] = presentCodes ?? [];
const nothingCode = nothing.charCodeAt(0);

/** The number of each status, from the number of each letter code. */
function countsOf(times: Uint32Array, length: number): Counts {
  const of = ([small, capital]: readonly number[] = []) => times[small!]! + times[capital!]!;
  return {
    present: of(presentCodes),
    absent: of(absentCodes),
    moved: of(movedCodes),
    'drop-out': of(dropOutCodes),
    recorded: length - times[nothingCode]!,
  };
}

/** The number of each status in a row of letters. */
export function countLetters(row: string): Counts {
  const times = new Uint32Array(128);
  for (let at = 0; at < row.length; at += 1) times[row.charCodeAt(at)]! += 1;
  return countsOf(times, row.length);
}

/** By milliseconds. Only days with a mark are asked for, so there are never many. */
const dayTexts = new Map<number, string>();

/** As yyyy-mm-dd. */
function textOfDay(ms: number): string {
  const known = dayTexts.get(ms);
  if (known !== undefined) return known;
  const text = new Date(ms).toISOString().slice(0, 10);
  dayTexts.set(ms, text);
  return text;
}

/**
 * The report as a sheet: the dates that have a mark, and a row of letters for each student, in the given order. All
 * numbers of every form of the report are counted here. The period includes both dates, yyyy-mm-dd.
 */
export function sheetOf(start: string, end: string, students: readonly PackedStudent[]): AttendanceSheet {
  const length = daysBetween(start, end);
  const { letters, used, corrected } = unpack(students, length);
  const days = [...used.keys()].filter((day) => used[day] !== 0);
  const first = Date.parse(`${start}T00:00:00Z`);
  const row = Buffer.alloc(days.length);
  const times = new Uint32Array(128);
  let from = 0;
  const rows = students.map(({ student_id, student_name }, index) => {
    let present = 0;
    let recorded = 0;
    for (let place = 0; place < days.length; place += 1) {
      const code = letters[from + days[place]!]! || nothingCode;
      row[place] = code;
      times[code]! += 1;
      if (code !== nothingCode) recorded += 1;
      if (code === presentCode || code === correctedPresentCode) present += 1;
    }
    from += length;
    return {
      student_id,
      student_name,
      present,
      recorded,
      marks: row.toString('latin1'),
      corrected: corrected[index]!.map(({ id }) => id),
    };
  });
  return {
    total_student_count: rows.length,
    statistics: statisticsOf(countsOf(times, rows.length * days.length)),
    dates: days.map((day) => textOfDay(first + day * dayMs)),
    students: rows,
  };
}
