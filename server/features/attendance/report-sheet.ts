import { attendanceStatuses, markLetters } from '@gurukul/contract/attendance';
import type { AttendanceSheet, AttendanceStatus } from '@gurukul/contract/attendance';
import type { TwiceMet } from './report-queries.ts';
import { daysBetween, statisticsOf } from './rules.ts';
import type { StatusCounts } from './rules.ts';

/** A student of the report, as the database returns them. */
export interface PackedStudent {
  readonly student_id: number;
  readonly student_name: string;
  /** '0p7a21P4711 ': the column and a letter; a capital with the mark's id when corrected. Unordered. */
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

/**
 * The marks of a report: a row for each student with a letter code for each column, 0 for none. The columns are the days
 * since the start, and behind them the rolls of days with two.
 */
interface Unpacked {
  readonly letters: Uint8Array;
  /** By column: not 0 when anybody has a mark. */
  readonly used: Uint8Array;
  /** By student. */
  readonly corrected: readonly (readonly Correction[])[];
}

interface Correction {
  readonly column: number;
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
      let column = 0;
      let code = marks.charCodeAt(at);
      for (; isDigit(code); code = marks.charCodeAt(at)) {
        column = column * 10 + code - zero;
        at += 1;
      }
      letters[start + column] = code;
      used[column] = 1;
      if (!isCapital(code)) continue;
      let id = 0;
      for (at += 1; isDigit(marks.charCodeAt(at)); at += 1) id = id * 10 + marks.charCodeAt(at) - zero;
      found.push({ column, id });
    }
    corrected.push(found);
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
 * numbers of every form of the report are counted here. The period includes both dates, yyyy-mm-dd. `twice`: the rolls of
 * days with two, the earliest first.
 */
export function sheetOf(
  start: string,
  end: string,
  students: readonly PackedStudent[],
  twice: readonly TwiceMet[] = [],
): AttendanceSheet {
  const days = daysBetween(start, end);
  const length = days + twice.length;
  const { letters, used, corrected } = unpack(students, length);
  const first = Date.parse(`${start}T00:00:00Z`);
  const dateOf = (column: number) => twice[column - days]?.date ?? textOfDay(first + column * dayMs);
  const marked = [...used.keys()].filter((column) => used[column] !== 0);
  // A day with two rolls has no marks of its own, so its rolls take its place in their order.
  const columns =
    twice.length === 0
      ? marked
      : marked.toSorted((one, other) => dateOf(one).localeCompare(dateOf(other)) || one - other);
  const placeOf = new Map(columns.map((column, place) => [column, place]));
  const row = Buffer.alloc(columns.length);
  const times = new Uint32Array(128);
  let from = 0;
  const rows = students.map(({ student_id, student_name }, index) => {
    let present = 0;
    let recorded = 0;
    for (let place = 0; place < columns.length; place += 1) {
      const code = letters[from + columns[place]!]! || nothingCode;
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
      corrected: idsInOrder(corrected[index]!, placeOf),
    };
  });
  return {
    total_student_count: rows.length,
    statistics: statisticsOf(countsOf(times, rows.length * columns.length)),
    dates: columns.map(dateOf),
    ...(columns.some((column) => column >= days)
      ? { times: columns.map((column) => twice[column - days]?.time ?? '') }
      : {}),
    students: rows,
  };
}

const idsInOrder = (found: readonly Correction[], placeOf: ReadonlyMap<number, number>) =>
  (found.length < 2
    ? found
    : found.toSorted((one, other) => placeOf.get(one.column)! - placeOf.get(other.column)!)
  ).map(({ id }) => id);
