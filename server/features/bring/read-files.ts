import type { BringFile, ReadFile, SignMeaning } from '@gurukul/contract/bring';
import type { BringColumn, BringKind, BringOrigin } from '@gurukul/contract/shared/files/bring-layouts';
import { bringTemplates } from '@gurukul/contract/shared/files/bring-layouts';
import { momentIn, orderOf, readDate } from '@gurukul/contract/shared/written/date';
import type { ColumnOrder, DateKind, DateRead } from '@gurukul/contract/shared/written/date';
import { tidyText } from '@gurukul/contract/shared/written/text';
import { mapInSlices, nextSlice } from '#server/slices.ts';
import { sameName } from '../spreadsheets/known-courses.ts';
import { englishNames, isKnown, layoutOf, placesOf, plain } from './headings.ts';
import { readRole, sessionOf, signOf, usualMeaning } from './tidy.ts';

/* From the cells of files to rows that name what they are about. */

/** A mark as its file has it. */
export interface RawMark {
  /** yyyy-mm-dd; null: unreadable, or it reads two ways. */
  readonly date: string | null;
  readonly isAmbiguous: boolean;
  /** 18:30; '' for none. */
  readonly time: string;
  /** The group of its session; '' for none. */
  readonly group: string;
  readonly sign: string;
  /** Null: nobody has said what the sign means. */
  readonly meaning: SignMeaning | null;
}

export interface RawRow {
  readonly n: number;
  readonly file: number;
  readonly row: number;
  readonly kind: Exclude<BringKind, 'people'>;
  /** The tidied text of a column; '' for none. */
  readonly cell: (column: BringColumn) => string;
  /** The day in a column; null: it cannot be read, or reads two ways. */
  readonly day: (column: 'start_date' | 'end_date' | 'since') => string | null;
  readonly marks: readonly RawMark[];
  /** A username that no file explains. */
  readonly isNobody: boolean;
  /** Neither a teacher nor a student. */
  readonly isOther: boolean;
}

export interface ReadFiles {
  readonly files: readonly ReadFile[];
  readonly rows: readonly RawRow[];
}

interface Clock {
  /** yyyy-mm-dd */
  readonly today: string;
  readonly now: string;
}

const titlesMax = 20;
const samplesMax = 3;

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');

/** The line with the column names: of the first lines, the one with the most known headings. */
function headerAt(lines: BringFile['lines']): number {
  const known = lines
    .slice(0, titlesMax)
    .map(({ cells }) => cells.filter((cell) => isKnown(cell) || sessionOf(cell) !== null).length);
  return known.indexOf(Math.max(0, ...known));
}

/** Lines above the column names with a word and a name: `Course`, `Bhagavad Gita`. */
function titlesOf(lines: BringFile['lines'], origin: BringOrigin) {
  const pairs = lines
    .map(({ cells }) => cells.map(tidyText).filter((cell) => cell !== ''))
    .filter((cells) => cells.length === 2);
  const at = (words: readonly string[], place: number) =>
    (pairs.find(([word = '']) => words.includes(plain(word))) ??
      (origin === 'moodle' ? pairs[place] : undefined))?.[1] ?? '';
  return {
    course: at(['course', 'kurs', 'cours', 'curso', 'కోర్సు', 'पाठ्यक्रम', 'कोर्स'], 0),
    class: everybody(at(['group', 'class', 'gruppe', 'groupe', 'grupo', 'సమూహం', 'కక్ష', 'समूह', 'कक्षा'], 1)),
  };
}

/** Moodle writes these where a session or an export is for no group. */
const everybodyWords = new Set([
  'allparticipants',
  'allstudents',
  'alleteilnehmerinnen',
  'alleteilnehmer',
  'allestudierenden',
  'touslesparticipants',
  'touslesétudiants',
  'అందరువిద్యార్థులు',
  'పాల్గొనేవారందరూ',
  'सभीप्रतिभागी',
  'सभीछात्र',
  'सभीविद्यार्थी',
]);
const everybody = (group: string) => (everybodyWords.has(plain(group)) ? '' : group);

const has = (places: ReadonlyMap<BringColumn, number>, ...columns: readonly BringColumn[]) =>
  columns.some((column) => places.has(column));

/** What a file is, by its columns. */
function kindOf(places: ReadonlyMap<BringColumn, number>, sessions: number): BringKind | null {
  const isOfPeople = has(places, 'first_name', 'last_name', 'full_name', 'email_id', 'username');
  if (isOfPeople && sessions > 0) return 'attendance';
  if (isOfPeople && has(places, 'mark') && has(places, 'date')) return 'attendance';
  if (has(places, 'teacher_email') && !has(places, 'day', 'time', 'minutes')) return 'teachers';
  if (has(places, 'class_name') && has(places, 'day', 'time')) return 'classes';
  if (has(places, 'email_id') || isOfPeople) return 'enrolments';
  if (has(places, 'course_name') && has(places, 'duration', 'start_date', 'course_admin', 'end_date'))
    return 'courses';
  if (has(places, 'course_name', 'class_name')) return has(places, 'class_name') ? 'classes' : 'courses';
  return null;
}

/** `Rao, Asha`: the family name first. */
function splitName(full: string): readonly [string, string] {
  const [last = '', first = '', ...more] = full.split(',').map((part) => part.trim());
  if (first !== '' && more.length === 0) return [first, last];
  const [given = '', ...others] = full.split(' ');
  return [given, others.join(' ')];
}

interface Open {
  readonly file: BringFile;
  readonly kind: BringKind | null;
  readonly origin: BringOrigin;
  readonly header: readonly string[];
  readonly lines: BringFile['lines'];
  readonly places: ReadonlyMap<BringColumn, number>;
  readonly sessions: readonly { readonly place: number; readonly date: string; readonly group: string }[];
  readonly titles: { readonly course: string; readonly class: string };
}

function open(file: BringFile): Open {
  const at = headerAt(file.lines);
  const header = (file.lines[at]?.cells ?? []).map(tidyText);
  const lines = file.lines.slice(at + 1).filter(({ cells }) => isFilled(cells));
  const layout = layoutOf(header);
  const places = placesOf(header, layout);
  for (const { column, place } of file.columns ?? []) {
    if (place === null) places.delete(column);
    else {
      for (const [other, taken] of places) if (taken === place) places.delete(other);
      places.set(column, place);
    }
  }
  const used = new Set(places.values());
  const sessions = header.flatMap((heading, place) => {
    const session = used.has(place) ? null : sessionOf(heading);
    return session === null ? [] : [{ place, date: session.date, group: everybody(session.group) }];
  });
  const isOfMoodle =
    sessions.length > 0 && file.lines.slice(0, at).some(({ cells }) => cells.filter(Boolean).length === 2);
  const isOfClassroom =
    layout === null &&
    !has(places, 'role', 'phone_number', 'course_name', 'class_name', 'mark') &&
    ['lastname', 'firstname', 'emailaddress'].every((need, place) => plain(header[place] ?? '') === need) &&
    lines.slice(0, 2).some(({ cells }) => isOfAssignments(cells));
  const origin = layout?.origin ?? (isOfMoodle ? 'moodle' : isOfClassroom ? 'classroom' : 'sheet');
  return {
    file,
    kind: file.kind ?? layout?.kind ?? kindOf(places, sessions.length),
    origin,
    header,
    lines: origin === 'classroom' ? lines.filter(({ cells }) => !isOfAssignments(cells)) : lines,
    places,
    sessions,
    titles: titlesOf(file.lines.slice(0, at), origin),
  };
}

/** The lines `Date` and `Points` of Classroom's grades are about assignments. */
const isOfAssignments = ([first = '', second = '', third = '']: readonly string[]) =>
  /^(?:date|points)$/iu.test(first.trim()) && second.trim() === '' && third.trim() === '';

const needed = (kind: BringKind | null, { places, sessions }: Open): BringColumn[] => {
  if (kind === null || kind === 'people') return [];
  if (kind === 'attendance') {
    const isNamed = has(places, 'first_name', 'last_name', 'full_name', 'email_id', 'username');
    const person: BringColumn[] = isNamed ? [] : ['full_name'];
    return sessions.length > 0
      ? person
      : [...person, ...(['date', 'mark'] as const).filter((column) => !has(places, column))];
  }
  return bringTemplates[kind].needed.filter(
    (column) =>
      !has(places, column) &&
      !(column === 'email_id' && has(places, 'username')) &&
      !(column === 'teacher_email' && has(places, 'email_id', 'username')),
  );
};

const dateColumns = ['start_date', 'end_date', 'since', 'date', 'dob'] as const;

interface Person {
  readonly email: string;
  readonly first: string;
  readonly last: string;
}

/** Who the usernames are, and what the short names of courses and classes stand for, in all files together. */
function namesIn(opened: readonly Open[]) {
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
  return { people, courses, classes };
}

const kindOfDate = (column: (typeof dateColumns)[number]): DateKind =>
  column === 'dob' ? 'birthday' : 'recent';

/** How the dates of a file are read: each column by itself, as people write one column in one way. */
function datesOf({ file, lines, places, sessions }: Open, clock: Clock) {
  const reads = new Map<string, DateRead | null>();
  const readOf = (text: string, kind: DateKind) => {
    const before = reads.get(`${kind} ${text}`);
    if (before !== undefined) return before;
    // Google writes 2026-01-12T06:30:00.000Z.
    const read = readDate(text.replace(/^(\d{4}-\d{2}-\d{2})T[\d:.]+Z?$/u, '$1'), clock.today, kind);
    reads.set(`${kind} ${text}`, read);
    return read;
  };
  const orderIn = (texts: readonly string[], kind: DateKind) =>
    orderOf(
      [...new Set(texts)].flatMap((text) => readOf(text, kind) ?? []),
      file.date_order,
      clock.now,
    );
  const orders = new Map(
    dateColumns.flatMap((column): [(typeof dateColumns)[number], ColumnOrder][] => {
      const at = places.get(column);
      if (at === undefined) return [];
      return [
        [
          column,
          orderIn(
            lines.map(({ cells }) => tidyText(cells[at] ?? '')),
            kindOfDate(column),
          ),
        ],
      ];
    }),
  );
  const ofSessions = orderIn(
    sessions.map(({ date }) => date),
    'recent',
  );
  const all = [ofSessions, ...orders.values()];
  const asked = (['open', 'default', 'file', 'choice'] as const).flatMap((by) =>
    all.filter(({ decided_by }) => decided_by === by),
  );
  return {
    /** The one to ask about first. */
    shown: asked[0] ?? ofSessions,
    readIn: (column: (typeof dateColumns)[number], text: string) =>
      momentOf(
        readOf(text, kindOfDate(column)),
        sessions.length > 0 && column === 'date' ? ofSessions : (orders.get(column) ?? ofSessions),
      ),
  };
}

function momentOf(read: DateRead | null, order: ColumnOrder) {
  const moment = read === null ? null : momentIn(read, order);
  if (moment === null || moment === 'open') return { date: null, isAmbiguous: moment === 'open', time: '' };
  return { date: moment.day, isAmbiguous: false, time: moment.time };
}

/** Reads all files: what each of them is, and its rows. */
export async function readFiles(given: readonly BringFile[], clock: Clock): Promise<ReadFiles> {
  const opened: Open[] = [];
  for (const file of given) {
    await nextSlice();
    opened.push(open(file));
  }
  const names = namesIn(opened);
  const files: ReadFile[] = [];
  const rows: RawRow[] = [];
  for (const [index, one] of opened.entries()) {
    const { file, kind, header, lines, places, sessions, titles } = one;
    const { shown, readIn } = datesOf(one, clock);
    const missing = needed(kind, one);
    const isEnglish = header.some((heading) => englishNames.has(plain(heading)));
    const courseName = file.course_name ?? titles.course;
    const className = file.class_name ?? titles.class;
    const signs = signsOf(one, isEnglish);
    const meaningOf = new Map(signs.map(({ sign, meaning }) => [sign.toLowerCase(), meaning]));

    const found = await mapInSlices(
      kind === null || kind === 'people' || missing.length > 0 ? [] : lines,
      ({ row, cells }) => {
        const read = (column: BringColumn) => tidyText(cells[places.get(column) ?? -1] ?? '').slice(0, 500);
        const username = read('username').toLowerCase();
        // Gibbon takes an address in place of a username too.
        const person =
          names.people.get(username) ??
          (username.includes('@') ? { email: username, first: '', last: '' } : null);
        const full = read('full_name');
        const [first, last] = splitName(full);
        const course = read('course_name') || courseName;
        const named: Readonly<Partial<Record<BringColumn, string>>> = {
          email_id: read('email_id') || person?.email || (kind === 'teachers' ? read('teacher_email') : ''),
          teacher_email:
            read('teacher_email') || (kind === 'teachers' ? read('email_id') || person?.email || '' : ''),
          first_name: read('first_name') || person?.first || first,
          last_name: read('last_name') || (read('first_name') === '' ? (person?.last ?? last) : ''),
          dob: dobOf(read('dob'), readIn),
          course_name: kind === 'courses' ? course : (names.courses.get(sameName(course)) ?? course),
        };
        const group = everybody(read('class_name')) || className;
        const klass = names.classes.get(`${sameName(course)} ${sameName(group)}`) ?? group;
        const cell = (column: BringColumn) =>
          column === 'class_name' ? klass : (named[column] ?? read(column));
        const role = kind === 'enrolments' || kind === 'teachers' ? readRole(read('role')) : 'student';
        const isNobody =
          username !== '' &&
          person === null &&
          read('email_id') === '' &&
          full === '' &&
          read('last_name') === '';
        const marks =
          kind === 'attendance' ? [...marksOf(one, cells, { readIn, meaningOf, time: read('time') })] : [];
        const base = {
          file: index,
          row,
          cell,
          marks,
          isNobody,
          isOther: role === null && kind === 'enrolments',
          day: (column: 'start_date' | 'end_date' | 'since') => readIn(column, read(column)).date,
        };
        if (one.origin === 'classroom' && has(places, 'course_name', 'role') && read('role') === 'course') {
          const ofCourse = { ...base, kind: 'courses' as const };
          return klass === '' ? [ofCourse] : [ofCourse, { ...base, kind: 'classes' as const }];
        }
        const isTeacher = role === 'teacher' && kind === 'enrolments';
        const rowKind = isTeacher ? 'teachers' : kind;
        const isSupport =
          kind === 'teachers' && one.origin === 'gibbon' && read('role') !== '' && role !== 'teacher';
        if (rowKind === null || rowKind === 'people') return [];
        if (rowKind === 'teachers') {
          const address = (column: BringColumn) =>
            column === 'teacher_email' || column === 'email_id'
              ? cell('teacher_email') || cell('email_id')
              : cell(column);
          return [{ ...base, kind: 'teachers' as const, cell: address, isOther: isSupport }];
        }
        // The teacher of a class is a row of their own.
        if (rowKind === 'classes' && read('teacher_email') !== '')
          return [
            { ...base, kind: rowKind },
            { ...base, kind: 'teachers' as const },
          ];
        return [{ ...base, kind: rowKind }];
      },
    );
    for (const each of found.flat()) rows.push({ ...each, n: rows.length + 1 });
    files.push({
      file_name: file.file_name,
      kind,
      origin: one.origin,
      header: header.slice(0, 1000),
      samples: lines
        .slice(0, samplesMax)
        .map(({ cells }) => cells.map((cell) => tidyText(cell).slice(0, 60))),
      columns: [...places].map(([column, place]) => ({ column, place })),
      missing,
      course_name: courseName,
      class_name: className,
      rows: lines.length,
      dates: { order: shown.order, decided_by: shown.decided_by, example: shown.example },
      signs: kind === 'attendance' ? signs : [],
    });
    void sessions;
  }
  return { files, rows };
}

/** As the import of students reads it by itself. It cannot read a birthday that is open. */
function dobOf(text: string, readIn: MarkReading['readIn']): string {
  const { date, isAmbiguous } = readIn('dob', text);
  return date ?? (isAmbiguous ? `${text} ?` : text);
}

/** The cells that are marks, with the date of each. */
function* cellsOfMarks({ places, sessions }: Open, cells: readonly string[]) {
  if (sessions.length > 0) {
    for (const { place, date, group } of sessions) yield { date, group, cell: tidyText(cells[place] ?? '') };
    return;
  }
  const at = (column: BringColumn) => tidyText(cells[places.get(column) ?? -1] ?? '');
  yield { date: at('date'), group: '', cell: at('mark') };
}

interface MarkReading {
  readonly readIn: ReturnType<typeof datesOf>['readIn'];
  readonly meaningOf: ReadonlyMap<string, SignMeaning | null>;
  readonly time: string;
}

function* marksOf(
  one: Open,
  cells: readonly string[],
  { readIn, meaningOf, time }: MarkReading,
): Generator<RawMark> {
  for (const { date, group, cell } of cellsOfMarks(one, cells)) {
    const { sign } = signOf(cell);
    const meaning = sign === '' ? 'none' : (meaningOf.get(sign.toLowerCase()) ?? null);
    const moment = readIn('date', date);
    yield { ...moment, time: time || moment.time, group, sign, meaning };
  }
}

/** Every sign of the file with what it means: as the person said it, or by itself. */
function signsOf(one: Open, isEnglish: boolean): ReadFile['signs'] {
  if (one.kind !== 'attendance') return [];
  const found = new Map<string, { sign: string; count: number; shares: number[] }>();
  for (const { cells } of one.lines) {
    for (const { cell } of cellsOfMarks(one, cells)) {
      const { sign, share } = signOf(cell);
      if (sign === '') continue;
      const shown = sign.slice(0, 60);
      const known = found.get(shown.toLowerCase()) ?? { sign: shown, count: 0, shares: [] };
      known.count += 1;
      if (share !== null && !known.shares.includes(share)) known.shares.push(share);
      found.set(shown.toLowerCase(), known);
    }
  }
  const said = new Map((one.file.signs ?? []).map(({ sign, meaning }) => [sign.toLowerCase(), meaning]));
  return [...found.values()]
    .map(({ sign, count, shares }) => ({
      sign,
      meaning: said.get(sign.toLowerCase()) ?? usualMeaning(sign, { isEnglish, shares }),
      count,
    }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 100);
}
