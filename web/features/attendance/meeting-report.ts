import { plainHeading, type SheetLine } from '#web/lib/files/sheet.ts';

/*
 * The participants' report of an online meeting: of Zoom (with or without the meeting's own lines above), Google Meet or
 * Microsoft Teams. The table is found by its cells and not by its headings, because these follow the account's language:
 * every line has two times, when somebody came and left. The name stands in front of them.
 */

/** When the meeting was, in milliseconds. */
export interface MeetingTime {
  readonly starts: number;
  readonly ends: number;
  /** The zone of the class, and of the person who reads. */
  readonly zone: string;
  readonly viewerZone: string;
}

/** Somebody in the report, with all their stays. */
export interface Reported {
  readonly name: string;
  readonly email: string;
  /** In milliseconds, from and until. */
  readonly spans: readonly Span[];
  /** The report says that they held the meeting. */
  readonly isHost: boolean;
}

type Span = readonly [number, number];

/** Which clock the times are on: the class's, the reader's, or one that the report names. */
export type ReportClock = 'class' | 'viewer' | 'said';

export type MeetingReport =
  | {
      readonly kind: 'report';
      readonly people: readonly Reported[];
      readonly clock: ReportClock;
      /** Lines of the table without a name or without times. */
      readonly unread: number;
    }
  /** Of another time, which is named as it stands there. */
  | { readonly kind: 'other'; readonly at: string }
  | { readonly kind: 'none' };

/** A date and time as written. */
interface Moment {
  /** Year, month and day; for dates such as 3/4/2026 both readings. Empty: a time alone. */
  readonly dates: readonly { readonly order: Order; readonly day: number }[];
  /** Milliseconds since midnight. */
  readonly time: number;
  /** Minutes east of UTC, where the cell says it. */
  readonly offset: number | null;
}

type Order = 'month first' | 'day first' | 'year first';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function dayOf(year: number, month: number, day: number): number | null {
  const at = Date.UTC(year < 100 ? 2000 + year : year, month - 1, day);
  const date = new Date(at);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? at : null;
}

function datesOf(text: string): Moment['dates'] {
  const found = (order: Order, day: number | null) => (day === null ? [] : [{ order, day }]);
  const year = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (year) return found('year first', dayOf(Number(year[1]), Number(year[2]), Number(year[3])));
  const plain = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  if (plain) {
    const [one, two, last] = [Number(plain[1]), Number(plain[3]), Number(plain[4])];
    const dayFirst = found('day first', dayOf(last, two, one));
    // Dots are written day first everywhere.
    return plain[2] === '.' ? dayFirst : [...found('month first', dayOf(last, one, two)), ...dayFirst];
  }
  const named = /^(?:(\d{1,2})[- ]([a-z]{3})[a-z]*|([a-z]{3})[a-z]*[ .]+(\d{1,2})),?[- ]+(\d{4})$/i.exec(
    text,
  );
  if (!named) return [];
  const month = months.indexOf((named[2] ?? named[3] ?? '').toLowerCase()) + 1;
  return month === 0 ? [] : found('year first', dayOf(Number(named[5]), month, Number(named[1] ?? named[4])));
}

const momentPattern =
  /^(?:(.*?)[ T,\u00a0]+)?(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:\.\d+)?)?[\s\u00a0\u202f]*([ap])?\.?(?:[\s\u00a0\u202f]?m\.?)?[\s\u00a0\u202f]*(?:(z|utc|gmt)?\s*([+-]\d{1,2}):?(\d{2})?|(z|utc|gmt))?$/i;

/** The date and time of a cell, or null. */
export function momentIn(cell: string): Moment | null {
  const [, date = '', hours, minutes, seconds = '0', half = '', , sign, rest = '0', utc] =
    momentPattern.exec(cell.trim()) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59) return null;
  const written = date.replace(/[\s,]+$/, '').trim();
  const dates = datesOf(written);
  if (written !== '' && dates.length === 0) return null;
  const ahead = Number(sign ?? 0);
  const offset = utc
    ? 0
    : sign === undefined
      ? null
      : ahead * 60 + (ahead < 0 || sign.startsWith('-') ? -1 : 1) * Number(rest);
  return { dates, time: (hour * 60 + Number(minutes)) * minuteMs + Number(seconds) * 1000, offset };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show, as if it were UTC. */
function wallAt(instant: number, zone: string): number {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(zone, clock);
  }
  return Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`);
}

/** The instant at which the clocks of a zone show that. */
function instantOf(wall: number, zone: string): number {
  const first = wall - (wallAt(wall, zone) - wall);
  return first - (wallAt(first, zone) - wall);
}

interface Row {
  readonly cells: readonly string[];
  readonly moments: readonly (Moment | null)[];
}

/** Lines one below the other that have when somebody came and left. */
interface Table {
  readonly header: readonly string[];
  readonly rows: readonly Row[];
  readonly unread: number;
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;

function tablesIn(lines: readonly SheetLine[]): Table[] {
  const tables: Table[] = [];
  let header: readonly string[] = [];
  let rows: Row[] = [];
  let unread = 0;
  const close = () => {
    if (rows.length > 0) tables.push({ header, rows, unread });
    rows = [];
    unread = 0;
  };
  for (const { cells } of lines) {
    const moments = cells.map(momentIn);
    const times = moments.filter((moment) => moment !== null).length;
    // Somebody who has not left has one time. A line of the summary has a label and one time.
    if (times >= 2 || (times === 1 && filled(cells) > 2)) rows.push({ cells, moments });
    else if (rows.length > 0 && cells.some((cell) => cell.startsWith('=')) && filled(cells) > 2) unread += 1;
    else {
      close();
      header = cells;
    }
  }
  close();
  return tables;
}

const nameHeadings: ReadonlySet<string> = new Set([
  'nameoriginalname',
  'name',
  'fullname',
  'participant',
  'displayname',
]);
const durationCell = /^(?:\d+(?:[.,]\d+)?|(?:\d+\s?[\p{L}\p{M}.]+\s?){1,3}|\d{1,2}:\d{2}:\d{2})$/u;
const roles: ReadonlySet<string> = new Set(['organizer', 'organiser', 'host', 'cohost', 'coorganizer']);

interface Columns {
  readonly names: readonly number[];
  readonly email: number;
  readonly joined: number;
  /** -1: there is none. */
  readonly left: number;
  readonly isUtc: boolean;
}

function columnsOf({ header, rows }: Table): Columns | null {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const all = Array.from({ length: width }, (_, column) => column);
  const share = (column: number, is: (row: Row) => boolean) =>
    rows.filter((row) => (row.cells[column] ?? '').trim() !== '' && is(row)).length / rows.length;
  const dated = all.filter((column) => rows.some(({ moments }) => (moments[column]?.dates.length ?? 0) > 0));
  // Beside dates, a time alone is how long somebody stayed: 1:06:00.
  const times = (dated.length > 0 ? dated : all).filter((column) =>
    rows.some(({ moments }) => moments[column]),
  );
  const [joined, left = -1] = times;
  if (joined === undefined) return null;
  const email = all.findIndex((column) =>
    rows.some(({ cells }) => /^[^\s@]+@[^\s@]+$/.test(cells[column] ?? '')),
  );
  const headed = all.filter((column) => nameHeadings.has(plainHeading(header[column] ?? '')));
  const isText = (column: number) =>
    column !== email &&
    !times.includes(column) &&
    share(
      column,
      ({ cells }) => /\p{L}|^=/u.test(cells[column]!) && !durationCell.test(cells[column]!.trim()),
    ) > 0.5;
  const first = Math.min(...times, ...(email < 0 ? [] : [email]));
  const names =
    headed.length > 0 ? headed.slice(0, 1) : all.filter((column) => column < first && isText(column));
  if (names.length === 0) return null;
  const isUtc = [joined, left].some((column) => /\b(?:utc|gmt)\b/i.test(header[column] ?? ''));
  return { names, email, joined, left, isUtc };
}

/** A name without what a product adds. */
const plainName = (text: string) =>
  text
    .replaceAll(/\s*\((?:host|co-host|guest|me|external|unverified|she\/her|he\/him|they\/them)\)/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

interface Stay {
  readonly name: string;
  readonly email: string;
  readonly isHost: boolean;
  readonly joined: Moment;
  /** Null: until the end. */
  readonly left: Moment | null;
  readonly written: string;
}

function staysIn({ rows }: Table, { names, email, joined, left }: Columns): Stay[] {
  return rows.flatMap(({ cells, moments }) => {
    const name = plainName(names.map((column) => cells[column] ?? '').join(' '));
    const came = moments[joined] ?? null;
    if (name === '' || came === null) return [];
    return {
      name,
      email: (email < 0 ? '' : (cells[email] ?? '')).trim().toLowerCase(),
      isHost: cells.some((cell) => roles.has(plainHeading(cell))),
      joined: came,
      left: left < 0 ? null : (moments[left] ?? null),
      written: cells[joined] ?? '',
    };
  });
}

interface Reading {
  readonly order: Order | null;
  readonly zone: string | null;
  readonly clock: ReportClock;
}

/** Every way to read the times; the likely ones first. */
function readingsOf(stays: readonly Stay[], isUtc: boolean, { zone, viewerZone }: MeetingTime): Reading[] {
  const orders = new Set(stays.flatMap(({ joined }) => joined.dates.map(({ order }) => order)));
  const some: (Order | null)[] = orders.size === 0 ? [null] : [...orders];
  const isSaid = isUtc || stays.every(({ joined }) => joined.offset !== null);
  const zones: Omit<Reading, 'order'>[] = isSaid
    ? [{ zone: isUtc ? 'UTC' : null, clock: 'said' }]
    : [
        { zone, clock: 'class' },
        ...(viewerZone === zone ? [] : [{ zone: viewerZone, clock: 'viewer' } as const]),
      ];
  return zones.flatMap((clock) => some.map((order) => ({ order, ...clock })));
}

/** The spans of the stays read in that way; null where one of them cannot be. */
function spansOf(stays: readonly Stay[], { order, zone }: Reading, meeting: MeetingTime): (Span | null)[] {
  const heldOn = wallAt(meeting.starts, zone ?? meeting.zone);
  const today = heldOn - (heldOn % dayMs);
  const at = ({ dates, time, offset }: Moment): number | null => {
    const day = dates.length === 0 ? today : dates.find((one) => one.order === order)?.day;
    if (day === undefined) return null;
    if (offset !== null) return day + time - offset * minuteMs;
    return instantOf(day + time, zone ?? meeting.zone);
  };
  return stays.map(({ joined, left }) => {
    const from = at(joined);
    const until = left === null ? meeting.ends : at(left);
    if (from === null || until === null) return null;
    // Past midnight, where only the times are told.
    return [from, until < from && joined.dates.length === 0 ? until + dayMs : until];
  });
}

/** Minutes of the spans within the meeting, each minute once. */
export function minutesIn(
  spans: readonly Span[],
  { starts, ends }: Pick<MeetingTime, 'starts' | 'ends'>,
): number {
  let sum = 0;
  let reached = starts;
  for (const [from, until] of spans.toSorted((one, other) => one[0] - other[0])) {
    const [begin, end] = [Math.max(from, reached), Math.min(until, ends)];
    if (end <= begin) continue;
    sum += end - begin;
    reached = end;
  }
  return sum / minuteMs;
}

/** The stays of each person together: by address, and by name where the address is missing. */
function united(stays: readonly Stay[], spans: readonly (Span | null)[]): Reported[] {
  const keyOf = ({ name, email }: Pick<Stay, 'name' | 'email'>) => `${name.toLowerCase()} ${email}`;
  const mailsOf = Map.groupBy(
    stays.filter(({ email }) => email !== ''),
    ({ name }) => name.toLowerCase(),
  );
  const people = Map.groupBy(
    stays.map((stay, index) => {
      const mails = new Set(mailsOf.get(stay.name.toLowerCase())?.map(({ email }) => email));
      const [only = ''] = mails;
      return {
        ...stay,
        email: stay.email === '' && mails.size === 1 ? only : stay.email,
        span: spans[index] ?? null,
      };
    }),
    keyOf,
  );
  return [...people.values()].map((own) => ({
    name: own[0]!.name,
    email: own[0]!.email,
    spans: own.flatMap(({ span }) => (span === null ? [] : [span])),
    isHost: own.some(({ isHost }) => isHost),
  }));
}

/** Reads the lines of a report of this meeting. A report of another day or hour is told as such. */
export function readReport(lines: readonly SheetLine[], meeting: MeetingTime): MeetingReport {
  const tables = tablesIn(lines).flatMap((table) => {
    const columns = columnsOf(table);
    return columns === null ? [] : [{ table, columns, stays: staysIn(table, columns) }];
  });
  // Teams lists people first and then each of their stays. Of two tables as long as each other the later one has more.
  const longest = Math.max(0, ...tables.map(({ stays }) => stays.length));
  const found = tables.findLast(({ stays }) => stays.length === longest);
  if (found === undefined || longest === 0) return { kind: 'none' };
  const { table, columns, stays } = found;
  const read = readingsOf(stays, columns.isUtc, meeting).map((reading) => {
    const spans = spansOf(stays, reading, meeting);
    const minutes = spans.reduce((sum, span) => sum + (span === null ? 0 : minutesIn([span], meeting)), 0);
    return { clock: reading.clock, spans, minutes };
  });
  const most = Math.max(...read.map(({ minutes }) => minutes));
  const best = read.find(({ minutes }) => minutes > 0 && minutes >= most / 2);
  if (best === undefined) return { kind: 'other', at: stays[0]!.written };
  const unread =
    table.unread + table.rows.length - stays.length + best.spans.filter((span) => span === null).length;
  return { kind: 'report', people: united(stays, best.spans), clock: best.clock, unread };
}
