import type { BringFile, ReadFile } from '@gurukul/contract/bring';
import type { BringColumn, BringKind, BringOrigin } from '@gurukul/contract/shared/files/bring-layouts';
import { bringTemplates } from '@gurukul/contract/shared/files/bring-layouts';
import { listed, plainHeading as plain } from '@gurukul/contract/shared/files/find-columns';
import { headingsOf } from '@gurukul/contract/shared/files/people-headings';
import { tidyText } from '@gurukul/contract/shared/written/text';
import { periodsIn, readDayHeading, readWeekday, shortMonth } from './day-headings.ts';
import type { DayHeading, Period } from './day-headings.ts';
import { isKnown, layoutOf, placesOf, takeByValues } from './headings.ts';
import { has, isOfPeople, kindOf, namesOf, teacherNamesAt } from './kind-of.ts';
import { areSigns } from './signs.ts';

/* What a file is, where its columns stand, and what of it nobody reads. */

type Lines = BringFile['lines'];
type Places = ReadonlyMap<BringColumn, number>;

/** A column of marks. */
export interface DayColumn {
  readonly place: number;
  readonly heading: DayHeading;
  readonly hasMarks: boolean;
}

export interface OpenFile {
  readonly file: BringFile;
  readonly kind: BringKind | null;
  readonly origin: BringOrigin;
  readonly header: readonly string[];
  readonly lines: Lines;
  readonly places: Places;
  readonly days: readonly DayColumn[];
  /** What the lines above the column names, the sheet and the file say. */
  readonly course: string;
  readonly class: string;
  readonly periods: readonly Period[];
  readonly missing: readonly BringColumn[];
  readonly leftLines: ReadFile['not_taken'];
}

const titlesMax = 20;
/** So many rows tell what a column is. */
const samplesMax = 200;

const filledOf = (cells: readonly string[]) => cells.map(tidyText).filter((cell) => cell !== '');
const hasAddress = ({ cells }: Lines[number]) => cells.some((cell) => /\S@\S+\.\S/u.test(cell));
const isDay = (cell: string) => readDayHeading(cell)?.isSure === true;

/**
 * The line with the column names; -1: there is none. Of the first lines, the one with the most known headings. Where
 * nothing is known, the one with the most days, or the most words. A line with an address is about somebody.
 */
function headerAt(lines: Lines): number {
  const first = lines.slice(0, titlesMax);
  const best = (worth: (cells: readonly string[]) => number) => {
    const found = first.map((line) => (hasAddress(line) ? 0 : worth(filledOf(line.cells))));
    const most = Math.max(0, ...found);
    return most === 0 ? -1 : found.indexOf(most);
  };
  const known = best((cells) => {
    const count = cells.filter(isKnown).length;
    return count === 0
      ? 0
      : count + cells.filter((cell) => !isKnown(cell) && readDayHeading(cell) !== null).length;
  });
  if (known !== -1) return known;
  const days = best((cells) => (cells.filter(isDay).length > 1 ? cells.filter(isDay).length : 0));
  return days === -1 ? best((cells) => (cells.length > 1 ? cells.length : 0)) : days;
}

/** Moodle writes these where a session or an export is for no group. */
const everybodyWords = new Set(
  listed(`
    allparticipants, allstudents, alleteilnehmerinnen, alleteilnehmer, allestudierenden, touslesparticipants,
    touslesétudiants, అందరువిద్యార్థులు, పాల్గొనేవారందరూ, सभीप्रतिभागी, सभीछात्र, सभीविद्यार्थी`).map(plain),
);
export const everybody = (group: string) => (everybodyWords.has(plain(group)) ? '' : group);

const titleWords = {
  course: [...headingsOf('course_name'), 'subject'].map(plain),
  class: [...headingsOf('class_name'), 'group', 'సమూహం', 'కక్ష'].map(plain),
};

interface Titles {
  readonly course: string;
  readonly class: string;
  readonly periods: readonly Period[];
  /** The lines that said something. */
  readonly used: ReadonlySet<Lines[number]>;
}

/** Lines above the column names: `Course`, `Bhagavad Gita` in two cells, `Class: Morning` in one, `Month: Nov-2026`. */
function titlesOf(lines: Lines, origin: BringOrigin): Titles {
  const used = new Set<Lines[number]>();
  const pairs = lines.flatMap((line) => {
    const cells = filledOf(line.cells);
    const inOne = cells.flatMap((cell) => {
      const [, word, value] = /^([^:：=]{2,30}?)\s*[:：=]\s*(.+)$/u.exec(cell) ?? [];
      return word === undefined || value === undefined ? [] : [{ line, word, value }];
    });
    const [word = '', value = ''] = cells.filter((cell) => !/[:：=]\s*\S/u.test(cell));
    return cells.length === 2 || origin !== 'moodle' ? [...inOne, { line, word, value }] : inOne;
  });
  const named = pairs.filter(({ value }) => value !== '');
  const at = (words: readonly string[], place: number) => {
    const found =
      named.find(({ word }) => words.includes(plain(word))) ??
      (origin === 'moodle' ? named[place] : undefined);
    if (found !== undefined) used.add(found.line);
    return found?.value ?? '';
  };
  const periods = lines.flatMap((line) => {
    const cells = filledOf(line.cells);
    // "Month" and "Nov" may stand in two cells.
    const found = [...cells, cells.slice(0, 2).join(' ')].flatMap((cell) => periodsIn(cell, false));
    if (found.length > 0) used.add(line);
    return found;
  });
  return { course: at(titleWords.course, 0), class: everybody(at(titleWords.class, 1)), periods, used };
}

function missingOf(kind: BringKind | null, places: Places, days: number): BringColumn[] {
  if (kind === null || kind === 'people') return [];
  if (kind === 'attendance') {
    const person: BringColumn[] = isOfPeople(places) ? [] : ['full_name'];
    return days > 0
      ? person
      : [...person, ...(['date', 'mark'] as const).filter((column) => !has(places, column))];
  }
  return bringTemplates[kind].needed.filter(
    (column) =>
      !has(places, column) &&
      !(column === 'email_id' && has(places, 'username')) &&
      !(column === 'teacher_email' && has(places, 'email_id', 'username')),
  );
}

/** The lines `Date` and `Points` of Classroom's grades are about assignments. */
const isOfAssignments = ([first = '', second = '', third = '']: readonly string[]) =>
  /^(?:date|points)$/iu.test(first.trim()) && second.trim() === '' && third.trim() === '';

const leftLine = ({ row, cells }: Lines[number]): ReadFile['not_taken'][number] => ({
  place: null,
  row,
  text: filledOf(cells).join(' · ').slice(0, 200),
  reason: 'above',
});

interface Table {
  /** The lines above the column names. */
  readonly above: Lines;
  readonly header: readonly string[];
  /** The cells above and below each column name that belong to it, the lowest first. */
  readonly stacks: readonly (readonly string[])[];
  readonly lines: Lines;
}

/** Column names may stand in two lines: months over days, days over weekdays, "Contact" over "Mobile". */
function tableOf(all: Lines): Table {
  const at = headerAt(all);
  if (at === -1)
    return {
      above: [],
      header: [],
      stacks: [],
      lines: all.filter(({ cells }) => filledOf(cells).length > 0),
    };
  const names = all[at]!.cells.map(tidyText);
  const next = all.slice(at + 1).find(({ cells }) => filledOf(cells).length > 0);
  const isHeading =
    next !== undefined &&
    next.cells.every((cell, place) => {
      const text = tidyText(cell);
      const ofDay = readDayHeading(text) !== null || readWeekday(text) !== null;
      return text === '' || (ofDay && !isKnown(names[place] ?? ''));
    });
  const below = isHeading ? next.cells.map(tidyText) : [];
  const before = all.slice(Math.max(0, at - 2), at).toReversed();
  const width = Math.max(names.length, below.length, ...before.map(({ cells }) => cells.length));
  const stacks = Array.from({ length: width }, (_, place) => {
    const above = before.map(({ cells }) => {
      const last = cells.slice(0, place + 1).findLastIndex((cell) => tidyText(cell) !== '');
      const text = tidyText(cells[last] ?? '');
      // A month counts for the days to its right, a weekday for its own.
      return last === place || periodsIn(text, false).length > 0 ? text : '';
    });
    return [below[place] ?? '', names[place] ?? '', ...above].filter((cell) => cell !== '');
  });
  return {
    above: all.slice(0, at),
    header: stacks.map((stack, place) => names[place] || below[place] || (stack[0] ?? '')),
    stacks,
    lines: all
      .slice(at + 1)
      .filter((line) => !(isHeading && line === next) && filledOf(line.cells).length > 0),
  };
}

/** The day above a column, with the month and the weekday of the cells around it. */
function dayOf(stack: readonly string[]): DayHeading | null {
  const at = stack.findIndex((cell) => readDayHeading(cell) !== null);
  if (at === -1) return null;
  const heading = readDayHeading(stack[at]!)!;
  const weekday = heading.weekday ?? stack.map(readWeekday).find((each) => each !== null) ?? null;
  const around = stack.filter((_, index) => index !== at).flatMap((cell) => periodsIn(cell, false));
  const month = around.find((each) => each.month !== null)?.month ?? null;
  const year = around.find((each) => each.year !== null)?.year ?? null;
  if (heading.lacks !== 'month' || month === null) return { ...heading, weekday };
  const text = `${heading.text} ${shortMonth(month)} ${year ?? '{}'}`;
  return { ...heading, weekday, text, lacks: year === null ? 'year' : null };
}

function dayColumnsOf(
  stacks: Table['stacks'],
  used: ReadonlySet<number>,
  rows: readonly (readonly string[])[],
) {
  return stacks.flatMap((stack, place): DayColumn[] => {
    const heading = used.has(place) ? null : dayOf(stack);
    if (heading === null) return [];
    const cells = rows.map((row) => row[place] ?? '').filter((cell) => cell !== '');
    const hasMarks = cells.length > 0 && (heading.isSure || areSigns(cells));
    return hasMarks || cells.length === 0 || heading.isSure ? [{ place, heading, hasMarks }] : [];
  });
}

/** The only address of a class is that of its teacher, and of a course that of its admin. */
function takeStaff(places: Map<BringColumn, number>, kind: BringKind | null, { columns = [] }: BringFile) {
  const place = places.get('email_id');
  const column = kind === 'classes' ? 'teacher_email' : kind === 'courses' ? 'course_admin' : null;
  if (place === undefined || column === null || places.has(column)) return;
  if (columns.some((each) => each.column === column)) return;
  places.delete('email_id');
  places.set(column, place);
}

/** Opens a file: finds its table, its columns and its kind. */
export function openFile(file: BringFile): OpenFile {
  const found = tableOf(file.lines);
  const { lines } = found;
  const width = Math.max(found.header.length, ...lines.slice(0, samplesMax).map(({ cells }) => cells.length));
  const header = Array.from({ length: width }, (_, place) => found.header[place] ?? '');
  const rows = lines.slice(0, samplesMax).map(({ cells }) => cells.map(tidyText));
  const layout = layoutOf(header);
  const places = placesOf(header, layout, rows);
  const ofDays = () => dayColumnsOf(found.stacks, new Set(places.values()), rows);
  const table = { header, places, rows };
  const isFound = (days: readonly DayColumn[]) =>
    kindOf(table, days.filter(({ hasMarks }) => hasMarks).length) !== null;
  if (layout === null && (!isFound(ofDays()) || isOfPeople(places) || file.kind === 'attendance'))
    takeByValues(places, header, rows, file.kind !== undefined || ofDays().length > 0);
  for (const { column, place } of file.columns ?? []) {
    if (place === null) places.delete(column);
    else {
      for (const [other, taken] of places) if (taken === place) places.delete(other);
      places.set(column, place);
    }
  }
  const days = ofDays();
  const marked = days.filter(({ hasMarks, heading }) => hasMarks || heading.isSure);
  const isOfMoodle =
    marked.length > 0 &&
    marked.every(({ heading }) => /\d:\d/u.test(heading.text)) &&
    found.above.some(({ cells }) => cells.filter(Boolean).length === 2);
  const isOfClassroom =
    layout === null &&
    !has(places, 'role', 'phone_number', 'course_name', 'class_name', 'mark') &&
    ['lastname', 'firstname', 'emailaddress'].every((need, place) => plain(header[place] ?? '') === need) &&
    lines.slice(0, 2).some(({ cells }) => isOfAssignments(cells));
  const origin = layout?.origin ?? (isOfMoodle ? 'moodle' : isOfClassroom ? 'classroom' : 'sheet');
  const kind = file.kind ?? layout?.kind ?? kindOf(table, marked.length);
  const names = kind === 'teachers' && !has(places, ...namesOf) ? teacherNamesAt(header) : -1;
  if (names !== -1 && ![...places.values()].includes(names)) places.set('full_name', names);
  takeStaff(places, kind, file);
  const titles = titlesOf(found.above, origin);
  const isLeft = ({ cells }: Lines[number]) => origin === 'classroom' && isOfAssignments(cells);
  return {
    file,
    kind,
    origin,
    header,
    lines: lines.filter((line) => !isLeft(line)),
    places,
    days: kind === 'attendance' ? days : [],
    course: titles.course,
    class: titles.class,
    periods: [
      ...titles.periods,
      ...periodsIn(file.file_name.replace(/\.(?:xlsx?|csv|txt|json)\b/iu, ''), true),
    ],
    missing: missingOf(kind, places, marked.length),
    leftLines: [...found.above.filter((line) => !titles.used.has(line)), ...lines.filter(isLeft)].map(
      leftLine,
    ),
  };
}
