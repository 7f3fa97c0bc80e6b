import type { Holiday, HolidayDoubt } from '@gurukul/contract/meetings';
import { daysOffMax } from '@gurukul/contract/meetings';
import { lineOf } from '@gurukul/contract/shared/written/text';
import ICAL from 'ical.js';
import { mapInSlices } from '#server/slices.ts';
import { minutesAheadOf } from '#server/time/ahead-of.ts';
import type { Days } from './queries.ts';

/* Reads the entries of calendars (RFC 5545) as holidays, entry by entry: one that is broken loses only itself. */

export interface FoundHoliday extends Holiday {
  readonly doubt: HolidayDoubt;
}

export interface CalendarDays {
  readonly days: FoundHoliday[];
  /** Entries that cannot be read. */
  readonly left_out: number;
  /** The names of the first of them. */
  readonly unread: string[];
}

/** In milliseconds. The longest calendar takes a tenth of it; rules that hardly ever match take longer. */
const mostMs = 3000;

/** Of an entry that returns more often than once a year. */
const mostOfOften = 12;

/** Of a rule, from its start on: every day of thirteen years. */
const mostSteps = 5000;

const mostUnread = 20;
const longestName = 100;

/** One entry as its lines, each on one line. */
type Entry = string[];

const aDate =
  /^((?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(?:;[^:]*)?):(\d{4}-?\d\d-?\d\d(?:,\d{4}-?\d\d-?\d\d)*)$/i;

/** A date says that it is one: some programs leave that out, or write hyphens. */
function saidDate(line: string): string {
  const [, start, days] = aDate.exec(line) ?? [];
  if (start === undefined || days === undefined) {
    return line.replace(/:(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(Z?)$/, ':$1$2$3T$4$5$6$7');
  }
  return `${start.replace(/;VALUE=[^;:]*/i, '')};VALUE=DATE:${days.replaceAll('-', '')}`;
}

/** A day that no calendar has, such as 20261345, of which the library makes 14 February 2027. */
function hasNoDay(line: string): boolean {
  const [, days = ''] = /^(?:DTSTART|DTEND|RDATE)(?:;[^:]*)?:(.*)$/i.exec(line) ?? [];
  return Array.from(days.matchAll(/(\d{4})(\d\d)(\d\d)(?=T|,|$)/g)).some(([, year, month, date]) => {
    const said = `${year}-${month}-${date}`;
    const at = Date.parse(said);
    return Number.isNaN(at) || !new Date(at).toISOString().startsWith(said);
  });
}

/** The entries of all calendars in a text. Null: there is no calendar. */
function entriesOf(text: string): Entry[] | null {
  const lines: string[] = [];
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    if (/^[ \t]/.test(line)) lines.push(`${lines.pop() ?? ''}${line.slice(1)}`);
    // A line that names no property goes on with the text of the line before: programs forget to fold it.
    else if (/^[A-Za-z][A-Za-z0-9-]*[;:]/.test(line)) lines.push(line);
    else if (line.trim() !== '' && lines.length > 0) lines.push(`${lines.pop()} ${line}`);
  }
  const isLine = (wanted: string) => (line: string) => line.trim().toUpperCase() === wanted;
  const [isCalendar, isEnd] = [isLine('BEGIN:VCALENDAR'), isLine('END:VCALENDAR')];
  const [isEntry, isEntryEnd] = [isLine('BEGIN:VEVENT'), isLine('END:VEVENT')];
  if (!lines.some(isCalendar) || !lines.some((line) => isEnd(line) || isEntry(line))) return null;
  const entries: Entry[] = [];
  let entry: Entry | null = null;
  const isCancel = isLine('METHOD:CANCEL');
  let isOff = false;
  for (const line of lines) {
    if (isCalendar(line)) isOff = false;
    if (isCancel(line)) isOff = true;
    if (isEntry(line) && !isOff) entries.push((entry = []));
    else if (isEntryEnd(line) || isEnd(line)) entry = null;
    else entry?.push(saidDate(line));
  }
  return entries;
}

/** Of a property, without reading the entry: what is broken has a name, too. */
const writtenOf = (entry: Entry, name: string) =>
  entry
    .find((line) => line.toUpperCase().startsWith(name) && /[;:]/.test(line[name.length] ?? ''))
    ?.replace(/^[^:]*:/, '') ?? '';

const hasChanged = (entry: Entry) => writtenOf(entry, 'RECURRENCE-ID') !== '';

const isCalledOff = (status: unknown) => /^\s*cancell?ed\s*$/i.test(String(status));

const nameOf = (entry: Entry) =>
  lineOf(
    writtenOf(entry, 'SUMMARY')
      .replaceAll(/\\[nN]/g, ' ')
      .replaceAll(/\\(.)/g, '$1'),
    longestName,
  );

const rulesOf = (component: ICAL.Component) =>
  component
    .getAllProperties('rrule')
    .map((property) => property.getFirstValue())
    .filter((rule) => rule instanceof ICAL.Recur);

/** The rule stops at the end of the window, so that no rule is followed for ever. */
function endRules(component: ICAL.Component, { to }: Days): void {
  for (const rule of rulesOf(component)) {
    const end = ICAL.Time.fromDateString(to);
    if (!rule.until || rule.until.compare(end) > 0) rule.until = end;
  }
}

const isYearly = (component: ICAL.Component) => rulesOf(component).every(({ freq }) => freq === 'YEARLY');

/** Minutes since midnight of 1970 on the clock that the time was written by. */
const minutesOf = (time: ICAL.Time) =>
  Math.round(Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second) / 60_000);

const day = 1440;
const dayAt = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(0, 10);

/** Outlook and others mark whole days, whatever clock they wrote them by. */
const wholeDayMarks = [
  'x-microsoft-cdo-alldayevent',
  'x-microsoft-msncalendar-alldayevent',
  'x-funambol-allday',
  'x-allday',
];
const isMarked = (component: ICAL.Component) =>
  wholeDayMarks.some((name) => /^(?:true|1)$/i.test(String(component.getFirstPropertyValue(name))));

interface Span {
  readonly from: string;
  readonly to: string;
  readonly isWhole: boolean;
}

/**
 * The days from a start to an end. Days are whole if they are dates, or go from midnight to midnight: by their own clock, by
 * UTC, or by the office's. A day that ends at 23:59 ends at midnight.
 */
function spanOf(start: ICAL.Time, end: ICAL.Time, isAllDay: boolean, zone: string): Span {
  if (start.isDate) {
    const from = dayAt(minutesOf(start));
    const last = dayAt(minutesOf(end) - day);
    // The end is the day after; without one, or with a wrong one, it is a single day.
    return { from, to: last < from ? from : last, isWhole: true };
  }
  const begins = minutesOf(start);
  const ends = Math.max(minutesOf(end), begins);
  const midnights =
    start.zone === ICAL.Timezone.utcTimezone ? [minutesAheadOf(zone, begins * 60_000), 0] : [0];
  // A marked day begins at the midnight of some clock: those of the world are 12 hours behind UTC to 14 ahead of it.
  const odd = begins % day;
  if (isAllDay) midnights.push(odd >= day - 14 * 60 ? day - odd : -odd);
  for (const ahead of midnights) {
    const isMidnight = (minutes: number) => (minutes + ahead) % day === 0;
    const until = [ends, ends + 1].find((minutes) => isMidnight(minutes) && minutes > begins);
    if (isMidnight(begins) && (until !== undefined || isAllDay)) {
      const from = dayAt(begins + ahead);
      return { from, to: until === undefined ? from : dayAt(until + ahead - day), isWhole: true };
    }
  }
  const ahead = midnights[0]!;
  return { from: dayAt(begins + ahead), to: dayAt(Math.max(ends - 1, begins) + ahead), isWhole: false };
}

// Google's calendars of holidays say under each which ones can be hidden; birthdays are nobody's holiday but one's own.
/** Google's days say in their description that they are public, those of schools in their category. */
const holiday =
  /^\s*public holiday|(?:^|,)\s*(?:public |school |bank )?(?:holidays?|vacations?|no school|closed)\s*(?:,|$)|छुट्टी|अवकाश|సెలవు/i;
const optional = /^\s*observance|\bgoogle\b/i;
const ofWork =
  /\b(?:re-?opens?|re-?opening|resumes?|working|exams?|examinations?|begins?|starts?|deadline|due)\b/i;
const ofOnePerson =
  /\b(?:birthday|anniversary) of\b|['’]s (?:\d+\w* )?(?:birthday|anniversary)$|^(?:birthday|happy birthday)\b/i;

function doubtOf(component: ICAL.Component, isLabelled: boolean): HolidayDoubt {
  const description = String(component.getFirstPropertyValue('description') ?? '');
  const summary = String(component.getFirstPropertyValue('summary') ?? '');
  const categories = component.getAllProperties('categories').map((one) => one.getValues().join());
  if (isLabelled) return [description, ...categories].some((text) => holiday.test(text)) ? '' : 'optional';
  return optional.test(description) || ofOnePerson.test(summary) || ofWork.test(summary) ? 'optional' : '';
}

interface Office {
  readonly window: Days;
  /** The office's time zone. */
  readonly zone: string;
  /** The calendar says of its days which are public holidays. */
  readonly isLabelled: boolean;
}

const componentOf = (entry: Entry) =>
  ICAL.Component.fromString(['BEGIN:VEVENT', ...entry, 'END:VEVENT'].join('\r\n'));

const isLeapDay = ({ month, day: date }: ICAL.Time) => month === 2 && date === 29;

/** Of a day that returns, the changed one may name it with a time. */
const withDayIds = (entry: Entry, changed: Entry): Entry =>
  entry.some((line) => /^DTSTART;VALUE=DATE:/i.test(line))
    ? changed.map((line) =>
        line.replace(/^RECURRENCE-ID[^:]*:(\d{8})T\d{6}Z?$/i, 'RECURRENCE-ID;VALUE=DATE:$1'),
      )
    : changed;

/** The days of one entry within the window. */
function daysOfEntry(
  component: ICAL.Component,
  changed: readonly ICAL.Component[],
  office: Office,
): FoundHoliday[] {
  const { window, zone, isLabelled } = office;
  if (component.hasProperty('rdate') && !component.hasProperty('rrule')) {
    // The first day of a list of days is its start, which the library forgets.
    component.addPropertyWithValue('rdate', component.getFirstPropertyValue('dtstart')!);
  }
  const event = new ICAL.Event(component, { exceptions: [...changed] });
  if (!(event.startDate instanceof ICAL.Time)) throw new TypeError('no start');
  const isRare = isYearly(component);
  const doubt = doubtOf(component, isLabelled);
  const days = new Map<string, FoundHoliday>();
  const add = (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time) => {
    const { from, to, isWhole } = spanOf(start, end, isMarked(item.component), zone);
    const name = lineOf(item.summary || item.description || '', longestName);
    if (isCalledOff(item.component.getFirstPropertyValue('status'))) return;
    if (to < window.from || from > window.to) return;
    // A year without a 29 February has no such day.
    if (isRare && item === event && isLeapDay(event.startDate) && !isLeapDay(start)) return;
    if (name === '') throw new TypeError('no name');
    days.set(from, { from, to, name, doubt: isRare ? (isWhole ? doubt : 'time') : 'often' });
  };
  if (!event.isRecurring()) {
    add(event, event.startDate, event.endDate);
    return [...days.values()];
  }
  endRules(component, window);
  const dates = event.iterator();
  const most = isRare ? daysOffMax : mostOfOften;
  let steps = 0;
  for (
    let date = dates.next();
    date && dayAt(minutesOf(date)) <= window.to && days.size < most;
    date = dates.next()
  ) {
    if ((steps += 1) > mostSteps) throw new RangeError('the rule takes too long');
    const { item, startDate, endDate } = event.getOccurrenceDetails(date);
    add(item, startDate, endDate);
  }
  return [...days.values()];
}

const isCertain = ({ doubt }: FoundHoliday) => doubt === '' || doubt === 'estimated';

const inOrder = (a: Holiday, b: Holiday) => a.from.localeCompare(b.from) || a.name.localeCompare(b.name);

/**
 * The days of a calendar that lie in the window, the earliest first; at most `daysOffMax`, those without a doubt before the
 * others. Null: this is no calendar.
 */
export async function calendarDays(text: string, window: Days, zone: string): Promise<CalendarDays | null> {
  const until = performance.now() + mostMs;
  const entries = entriesOf(text);
  if (entries === null) return null;
  const office = {
    window,
    zone,
    isLabelled: entries.some((entry) =>
      ['DESCRIPTION', 'CATEGORIES'].some((name) => holiday.test(writtenOf(entry, name))),
    ),
  };
  const uidOf = (entry: Entry) => writtenOf(entry, 'UID');
  const uids = new Set(entries.filter((entry) => !hasChanged(entry)).map(uidOf));
  // Of a rule that is not in the file a changed day stands alone.
  const isChange = (entry: Entry) => hasChanged(entry) && uids.has(uidOf(entry));
  const newest = new Map<string, number>();
  const numberOf = (entry: Entry) => Number(writtenOf(entry, 'SEQUENCE')) || 0;
  const keyOf = (entry: Entry) => [uidOf(entry), nameOf(entry), writtenOf(entry, 'RECURRENCE-ID')].join('\n');
  for (const entry of entries) {
    newest.set(keyOf(entry), Math.max(numberOf(entry), newest.get(keyOf(entry)) ?? 0));
  }
  const isNewest = (entry: Entry) => newest.get(keyOf(entry)) === numberOf(entry);
  const changes = Map.groupBy(
    entries.filter((entry) => isChange(entry) && isNewest(entry)),
    uidOf,
  );
  const unread: string[] = [];
  const readOne = (entry: Entry): FoundHoliday[] => {
    try {
      if (performance.now() > until) throw new RangeError('the calendar takes too long');
      const changed = (changes.get(uidOf(entry)) ?? []).map((each) => componentOf(withDayIds(entry, each)));
      if (entry.some(hasNoDay)) throw new RangeError('no day');
      return daysOfEntry(componentOf(entry), changed, office);
    } catch {
      unread.push(nameOf(entry) || lineOf(writtenOf(entry, 'DTSTART') || (entry[0] ?? ''), longestName));
      return [];
    }
  };
  const read = await mapInSlices(
    entries.filter(
      (entry) => !isChange(entry) && isNewest(entry) && !isCalledOff(writtenOf(entry, 'STATUS')),
    ),
    readOne,
  );
  // Two calendars in one file may have the same holiday.
  const once = new Map(read.flat().map((day) => [[day.from, day.to, day.name].join('\n'), day]));
  const found = [...once.values()].toSorted(inOrder);
  const days = [...found.filter(isCertain), ...found.filter((one) => !isCertain(one))].slice(0, daysOffMax);
  return { days: days.toSorted(inOrder), left_out: unread.length, unread: unread.slice(0, mostUnread) };
}
