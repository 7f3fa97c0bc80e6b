import type { BringFile, BringInput, ReadFile, SignMeaning } from '@gurukul/contract/bring';
import type { BringColumn, BringKind, NotTakenReason } from '@gurukul/contract/shared/files/bring-layouts';
import { bringKindColumns } from '@gurukul/contract/shared/files/bring-layouts';
import { tidyText } from '@gurukul/contract/shared/written/text';
import { mapInSlices, nextSlice } from '#server/slices.ts';
import { sameName } from '@gurukul/contract/shared/words/same-name';
import { isEnglishName } from './headings.ts';
import { has } from './kind-of.ts';
import { everybody, openFile } from './open-file.ts';
import type { OpenFile } from './open-file.ts';
import { readDays } from './read-days.ts';
import type { Clock, DateColumn, MarkDay, ReadDays } from './read-days.ts';
import { readDayHeading } from './day-headings.ts';
import { signKey, signOf, usualMeaning } from './signs.ts';
import { readRole } from './tidy.ts';

/* From the cells of files to rows that name what they are about. */

/** A mark as its file has it. */
export interface RawMark extends MarkDay {
  /** The group of its session; '' for none. */
  readonly group: string;
  readonly sign: string;
  /** Null: nobody has said what the sign means. */
  readonly meaning: SignMeaning | null;
}

type DayOf = Exclude<DateColumn, 'date' | 'dob'>;

export interface RawRow {
  /** Stays the same whatever is said about the files. */
  readonly n: number;
  readonly file: number;
  readonly row: number;
  readonly kind: Exclude<BringKind, 'people'>;
  /** The tidied text of a column; '' for none. */
  readonly cell: (column: BringColumn) => string;
  /** The day in a column; null: it cannot be read, or reads two ways. */
  readonly day: (column: DayOf) => string | null;
  readonly marks: readonly RawMark[];
  /** Only Moodle's groups are groups for sure; else a word beside a day may be any word. */
  readonly isGroupSure: boolean;
  /** A username that no file explains. */
  readonly isNobody: boolean;
  /** Neither a teacher nor a student. */
  readonly isOther: boolean;
}

export interface ReadFiles {
  readonly files: readonly ReadFile[];
  readonly rows: readonly RawRow[];
}

const samplesMax = 3;

/** `Rao, Asha`: the family name first. */
function splitName(full: string): readonly [string, string] {
  const [last = '', first = '', ...more] = full.split(',').map((part) => part.trim());
  if (first !== '' && more.length === 0) return [first, last];
  const [given = '', ...others] = full.split(' ');
  return [given, others.join(' ')];
}

interface Person {
  readonly email: string;
  readonly first: string;
  readonly last: string;
}

type Meant = NonNullable<BringInput['meant']>;

/**
 * Who the usernames are, and what the short names of courses and classes stand for, in all files together and as
 * somebody said it.
 */
function namesIn(opened: readonly OpenFile[], meant: Meant) {
  const people = new Map<string, Person>();
  const courses = new Map<string, string>();
  const classes = new Map<string, string>();
  for (const { kind, lines, places } of opened) {
    const read = (cells: readonly string[], column: BringColumn) =>
      tidyText(cells[places.get(column) ?? -1] ?? '');
    for (const { cells } of lines) {
      const username = read(cells, 'username').toLowerCase();
      const email = read(cells, 'email_id');
      if (username !== '' && email !== '') {
        people.set(username, { email, first: read(cells, 'first_name'), last: read(cells, 'last_name') });
      }
      const short = sameName(read(cells, 'short_name'));
      if (short === '') continue;
      if (kind === 'courses') courses.set(short, read(cells, 'course_name'));
      if (kind === 'classes')
        classes.set(`${sameName(read(cells, 'course_name'))} ${short}`, read(cells, 'class_name'));
    }
  }
  for (const { course_name, class_name, is } of meant) {
    if (is === '') continue;
    if (class_name === '') courses.set(sameName(course_name), is);
    else classes.set(`${sameName(course_name)} ${sameName(class_name)}`, is);
  }
  return { people, courses, classes };
}

type Names = ReturnType<typeof namesIn>;

/** A file with everything that counts for all of its rows. */
interface Reading {
  readonly open: OpenFile;
  readonly days: ReadDays;
  readonly courseName: string;
  readonly className: string;
  readonly signs: ReadFile['signs'];
  readonly meaningOf: ReadonlyMap<string, SignMeaning | null>;
}

/** Who and what a line is about, in the words of its file or of the file that explains its short names. */
function cellsOf({ open: { kind, places }, ...one }: Reading, names: Names, cells: readonly string[]) {
  const read = (column: BringColumn) => tidyText(cells[places.get(column) ?? -1] ?? '').slice(0, 500);
  const username = read('username').toLowerCase();
  // Gibbon takes an address in place of a username too.
  const person =
    names.people.get(username) ?? (username.includes('@') ? { email: username, first: '', last: '' } : null);
  const full = read('full_name');
  const [first, last] = splitName(full);
  const course = read('course_name') || one.courseName;
  const courseName = kind === 'courses' ? course : (names.courses.get(sameName(course)) ?? course);
  const group = everybody(read('class_name')) || one.className;
  const classIn = (name: string) => names.classes.get(`${sameName(name)} ${sameName(group)}`);
  const named: Readonly<Partial<Record<BringColumn, string>>> = {
    email_id: read('email_id') || person?.email || (kind === 'teachers' ? read('teacher_email') : ''),
    teacher_email:
      read('teacher_email') || (kind === 'teachers' ? read('email_id') || person?.email || '' : ''),
    first_name: read('first_name') || person?.first || first,
    last_name: read('last_name') || (read('first_name') === '' ? (person?.last ?? last) : ''),
    course_name: courseName,
    class_name: classIn(course) ?? classIn(courseName) ?? group,
    dob: birthdayOf(read('dob'), one.days),
  };
  const isUnnamed = read('email_id') === '' && full === '' && read('last_name') === '';
  return {
    read,
    cell: (column: BringColumn) => named[column] ?? read(column),
    isNobody: username !== '' && person === null && isUnnamed,
  };
}

/** As the import of students reads it by itself. It cannot read a birthday that is open. */
function birthdayOf(text: string, { readIn }: ReadDays): string {
  const { date, isAmbiguous } = readIn('dob', text);
  return date ?? (isAmbiguous ? `${text} ?` : text);
}

/** The rows that a line of a file is: mostly one; a class and its teacher are two. */
function rowsOfLine(
  one: Reading,
  names: Names,
  cells: readonly string[],
): Omit<RawRow, 'n' | 'file' | 'row'>[] {
  const { kind, origin, places } = one.open;
  const { read, cell, isNobody } = cellsOf(one, names, cells);
  const role = kind === 'enrolments' || kind === 'teachers' ? readRole(read('role')) : 'student';
  const base = {
    cell,
    marks: kind === 'attendance' ? [...marksOf(one, cells, read('time'))] : [],
    isGroupSure: origin === 'moodle',
    isNobody,
    isOther: role === null && kind === 'enrolments',
    day: (column: DayOf) => one.days.readIn(column, read(column)).date,
  };
  if (origin === 'classroom' && has(places, 'course_name', 'role') && read('role') === 'course') {
    const ofCourse = { ...base, kind: 'courses' as const };
    return cell('class_name') === '' ? [ofCourse] : [ofCourse, { ...base, kind: 'classes' as const }];
  }
  const rowKind = role === 'teacher' && kind === 'enrolments' ? 'teachers' : kind;
  if (rowKind === null || rowKind === 'people') return [];
  if (rowKind === 'teachers') {
    const address = (column: BringColumn) =>
      column === 'teacher_email' || column === 'email_id'
        ? cell('teacher_email') || cell('email_id')
        : cell(column);
    const isSupport = kind === 'teachers' && origin === 'gibbon' && read('role') !== '' && role !== 'teacher';
    return [{ ...base, kind: rowKind, cell: address, isOther: isSupport }];
  }
  // The teacher of a class is a row of their own.
  return rowKind === 'classes' && read('teacher_email') !== ''
    ? [
        { ...base, kind: rowKind },
        { ...base, kind: 'teachers' },
      ]
    : [{ ...base, kind: rowKind }];
}

/** The cells that are marks, with the day of each. */
function* cellsOfMarks({ open, days }: Pick<Reading, 'open' | 'days'>, cells: readonly string[]) {
  const at = (place: number | undefined) => tidyText(cells[place ?? -1] ?? '');
  if (open.days.length > 0) for (const column of days.columns) yield { ...column, cell: at(column.place) };
  else
    yield {
      ...days.readIn('date', at(open.places.get('date'))),
      group: '',
      cell: at(open.places.get('mark')),
    };
}

function* marksOf(one: Reading, cells: readonly string[], time: string): Generator<RawMark> {
  for (const { date, isAmbiguous, time: ofDay, group, cell } of cellsOfMarks(one, cells)) {
    const { sign } = signOf(cell);
    const meaning = sign === '' ? 'none' : (one.meaningOf.get(signKey(sign)) ?? null);
    yield { date, isAmbiguous, time: time || ofDay, group, sign, meaning };
  }
}

/** Every sign of the file with what it means: as the person said it, or by itself. */
function signsOf(one: Pick<Reading, 'open' | 'days'>): ReadFile['signs'] {
  const { kind, lines, header, file } = one.open;
  if (kind !== 'attendance') return [];
  const found = new Map<string, { sign: string; count: number; shares: number[] }>();
  for (const { cells } of lines) {
    for (const { cell } of cellsOfMarks(one, cells)) {
      const { sign, share } = signOf(cell);
      if (sign === '') continue;
      const shown = sign.slice(0, 60);
      const known = found.get(signKey(shown)) ?? { sign: shown, count: 0, shares: [] };
      known.count += 1;
      if (share !== null && !known.shares.includes(share)) known.shares.push(share);
      found.set(signKey(shown), known);
    }
  }
  const said = new Map((file.signs ?? []).map(({ sign, meaning }) => [signKey(sign), meaning]));
  const [isEnglish, keys] = [header.some(isEnglishName), new Set(found.keys())];
  return [...found.values()]
    .map(({ sign, count, shares }) => ({
      sign,
      meaning: said.get(signKey(sign)) ?? usualMeaning(sign, { isEnglish, shares, keys }),
      count,
    }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 100);
}

/** Every column with something in it that nobody read, with the reason; then the lines that are no rows. */
async function notTakenOf({ open, days }: Reading): Promise<ReadFile['not_taken']> {
  const { kind, header, lines, places, leftLines } = open;
  if (kind === null) return leftLines;
  const used = new Set(bringKindColumns[kind]);
  // Of Classroom, courses stand among the students; where days are columns, a date and a mark are none.
  if (open.origin === 'classroom') used.add('start_date');
  if (open.days.length > 0) for (const column of ['date', 'mark'] as const) used.delete(column);
  const taken = new Set(days.columns.map(({ place }) => place));
  const known = new Map<number, BringColumn>();
  for (const [column, place] of places) {
    if (used.has(column)) taken.add(place);
    else known.set(place, column);
  }
  const filled = new Map<number, number>();
  await mapInSlices(lines, ({ cells }) => {
    for (const [place, cell] of cells.entries())
      if (!taken.has(place) && tidyText(cell) !== '') filled.set(place, (filled.get(place) ?? 0) + 1);
  });
  const reasonOf = (place: number): NotTakenReason =>
    days.open.get(place) ??
    (known.has(place)
      ? 'of_other_kind'
      : kind === 'attendance' && readDayHeading(header[place] ?? '') !== null
        ? 'no_marks'
        : 'unknown');
  return [
    ...[...filled.keys()]
      .toSorted((a, b) => a - b)
      .map((place) => ({
        place,
        row: null,
        text: (header[place] ?? '').slice(0, 200),
        reason: reasonOf(place),
      })),
    ...leftLines,
  ];
}

const lastRow = (lines: BringFile['lines']) => lines.reduce((last, { row }) => Math.max(last, row), 0);

/** Reads all files: what each of them is, and its rows. `courseStarts` says the first day of a course, by its name. */
export async function readFiles(
  given: readonly BringFile[],
  clock: Clock,
  courseStarts: () => Promise<ReadonlyMap<string, string>>,
  meant: Meant = [],
): Promise<ReadFiles> {
  const opened: OpenFile[] = [];
  for (const file of given) {
    await nextSlice();
    opened.push(openFile(file));
  }
  const names = namesIn(opened, meant);
  const startOf = await startsOf(opened, clock, courseStarts);
  const files: ReadFile[] = [];
  const rows: RawRow[] = [];
  let numbers = 0;
  for (const [index, open] of opened.entries()) {
    const { file, kind, header, lines, places, missing } = open;
    const courseName = file.course_name ?? open.course;
    const days = readDays(open, clock, startOf(open, courseName));
    const signs = signsOf({ open, days });
    const one: Reading = {
      open,
      days,
      courseName,
      className: file.class_name ?? open.class,
      signs,
      meaningOf: new Map(signs.map(({ sign, meaning }) => [signKey(sign), meaning])),
    };
    const before = numbers;
    const found = await mapInSlices(kind === null || missing.length > 0 ? [] : lines, ({ row, cells }) =>
      rowsOfLine(one, names, cells).map((each, at) => ({
        ...each,
        n: before + row * 2 + at,
        file: index,
        row,
      })),
    );
    for (const each of found.flat()) rows.push(each);
    // Two numbers for each line, so that answers stay with their row if the file turns out to be of another kind.
    numbers += lastRow(file.lines) * 2 + 2;
    files.push({
      file_name: file.file_name,
      kind,
      origin: open.origin,
      header: header.slice(0, 1000),
      samples: lines
        .slice(0, samplesMax)
        .map(({ cells }) => cells.map((cell) => tidyText(cell).slice(0, 60))),
      columns: [...places].map(([column, place]) => ({ column, place })),
      missing: [...missing],
      course_name: courseName,
      class_name: one.className,
      rows: lines.length,
      dates: { order: days.shown.order, decided_by: days.shown.decided_by, example: days.shown.example },
      period: days.period,
      signs: [...signs],
      not_taken: await notTakenOf(one),
    });
  }
  return { files, rows };
}

/** The first day of the courses of a file: of those that are here, and of those that a file brings. */
async function startsOf(
  opened: readonly OpenFile[],
  clock: Clock,
  courseStarts: () => Promise<ReadonlyMap<string, string>>,
) {
  const isOpen = ({ days }: OpenFile) => days.some(({ heading }) => heading.lacks !== null);
  const starts = new Map(opened.some(isOpen) ? await courseStarts() : []);
  for (const open of opened.filter(({ kind, places }) => kind === 'courses' && has(places, 'start_date'))) {
    const { readIn } = readDays(open, clock, '');
    const at = (cells: readonly string[], column: BringColumn) =>
      tidyText(cells[open.places.get(column) ?? -1] ?? '');
    for (const { cells } of open.lines) {
      const key = sameName(at(cells, 'course_name'));
      const { date } = readIn('start_date', at(cells, 'start_date'));
      if (date !== null && !starts.has(key)) starts.set(key, date);
    }
  }
  return (open: OpenFile, courseName: string): string => {
    if (!isOpen(open)) return '';
    const place = open.places.get('course_name') ?? -1;
    const said = new Set(open.lines.map(({ cells }) => sameName(tidyText(cells[place] ?? '') || courseName)));
    const known = Array.from(said, (name) => starts.get(name) ?? '');
    return known.toSorted()[0] ?? '';
  };
}
