import type { DateOrder, DatesRead } from './date-order.ts';
import { plainDigits, tidyText } from './text.ts';

/* The one reader of dates that people and programs write. */

export type { DateOrder } from './date-order.ts';

/** The moment in a cell. */
export interface Moment {
  /** ISO, UTC. */
  readonly at: string;
  /** yyyy-mm-dd, as it is written. */
  readonly day: string;
  /** hh:mm as it is written; '' where the cell has no time of day. The moment is then the beginning of the day in Kolkata. */
  readonly time: string;
}

/** The two readings of a cell, day first and month first. They are equal where only one is possible. */
export interface DateRead {
  readonly text: string;
  readonly dayFirst: Moment | null;
  readonly monthFirst: Moment | null;
  /**
   * 2026-05-10 and numbers of a spreadsheet: a program wrote them. If it misread 05/10, this is the day that was meant.
   * Null: it cannot have misread it. Undefined: a person wrote the cell.
   */
  readonly swapped?: Moment | null;
}

/** A payment or a meeting was some years ago at most, and two figures are a year of the last ten. People are older. */
export type DateKind = 'recent' | 'birthday';

const byMonth = (date: Date) => date.getUTCMonth() + 1;
// Of two languages with one name for two months, the first counts; Croatian is left out for that.
const locales =
  'en te hi ta kn ml mr bn gu pa ur de fr es pt it nl ru uk pl cs tr ar fa id sv da el th'.split(' ');
const bare = (word: string) =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[.॰\s]/gu, '')
    // Of two spellings one: दिसम्बर, अक्तूबर, फ़रवरी, డిసెంబరు, ఆగష్టు, ఆగస్ట్, జూలై.
    .replaceAll('\u093c', '')
    .replace('म्ब', 'ंब')
    .replace('क्तू', 'क्टू')
    .replace(/రు$/u, 'ర్')
    .replace(/గ[ష\u0c38]్ట[ు్]$/u, 'గస్టు')
    .replace('జూలై', 'జులై');

/** The names of months or weekdays in these languages. Of two things with one name, the first language counts. */
function namesOf(
  part: 'month' | 'weekday',
  count: number,
  tags: readonly string[],
  valueOf: (date: Date) => number,
): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const tag of tags) {
    for (const width of ['long', 'short'] as const) {
      // Beside a day some languages write the month in another case: март, 14 марта.
      for (const beside of part === 'month' ? [{}, { day: 'numeric' } as const] : [{}]) {
        const format = new Intl.DateTimeFormat(`${tag}-u-ca-gregory`, {
          [part]: width,
          ...beside,
          timeZone: 'UTC',
        });
        for (let index = 0; index < count; index += 1) {
          // 2026-06-01 is a Monday.
          const date = new Date(part === 'month' ? Date.UTC(2026, index, 5) : Date.UTC(2026, 5, 1 + index));
          const name = bare(format.formatToParts(date).find(({ type }) => type === part)?.value ?? '');
          if (!names.has(name) && /^\p{L}/u.test(name)) names.set(name, valueOf(date));
        }
      }
    }
  }
  return names;
}

let months: ReadonlyMap<string, number> | undefined;
let weekdays: ReadonlyMap<string, number> | undefined;

/** 1 to 12; 0 for another word. English months may be cut: Sept, Janu. */
export function monthNamed(word: string): number {
  months ??= namesOf('month', 12, locales, byMonth);
  const name = bare(word);
  const known = months.get(name);
  if (known !== undefined || !/^[a-z]{3,}$/u.test(name)) return known ?? 0;
  return [...months].find(([month]) => month.startsWith(name))?.[1] ?? 0;
}

/** Monday is 0; undefined for another word. Mondays are Mondays too. */
export function weekdayNamed(word: string): number | undefined {
  weekdays ??= namesOf('weekday', 7, locales, (date) => (date.getUTCDay() + 6) % 7);
  const name = bare(word);
  const known = weekdays.get(name) ?? weekdays.get(name.replace(/s$/u, ''));
  if (known !== undefined || !/^[a-z]{3,}$/u.test(name)) return known;
  return [...weekdays].find(([day]) => day.startsWith(name))?.[1];
}

/** Minutes ahead of UTC, by the letters that programs write. IST is India's, BST Britain's. */
const clocks: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  IST: 330,
  NPT: 345,
  PKT: 300,
  GST: 240,
  SGT: 480,
  AEST: 600,
  AEDT: 660,
  BST: 60,
  CET: 60,
  CEST: 120,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
};
const kolkata = clocks['IST']!;
/** The pattern of a clock behind a time. */
export const clock = String.raw`(?:(?:UTC|GMT) ?[+-] ?\d{1,2}(?::?\d{2})?|[+-]\d{2}(?::?\d{2})?|${Object.keys(clocks).join('|')})`;

/** A clock without a word is that of Kolkata. */
export function minutesAhead(written: string): number {
  const offset = /([+-]) ?(\d{1,2}?):?(\d{2})?$/u.exec(written);
  if (offset === null) return clocks[written.toUpperCase()] ?? kolkata;
  return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0));
}

const clockInHeading = new RegExp(
  String.raw`(?:[([]\s*|[\s_]|^)(${clock})(?:[\s_]*time)?\s*(?:[)\]]|$)`,
  'iu',
);

/**
 * The clock that the heading of a column names: "Created (UTC)", "Time (GMT+5:30)", "Paid at IST"; '' for others. It
 * says the clock of a cell when it stands behind the cell's text.
 */
export const clockOfHeading = (heading: string): string =>
  clockInHeading.exec(tidyText(plainDigits(heading)))?.[1]?.toUpperCase() ?? '';

const timeWithoutClock =
  /(?:^|[ T,])\d{1,2}(?::\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?\s?m\.?)?|(?:[.]\d{2})?\s*[ap]\.?\s?m\.?)$/iu;

/** The cell, with this clock where it has a time of day and says no clock itself. */
export const withClock = (cell: string, clockName: string): string =>
  clockName !== '' && timeWithoutClock.test(tidyText(plainDigits(cell))) ? `${cell} ${clockName}` : cell;

const timePattern = new RegExp(
  String.raw`(?:[ T,]+|\s+(?:at|um|à|[-|])\s+)(\d{1,2})(?:(?::|(?<=\d{4},? \d{1,2})\.)(\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?\s?m\.?)?|[.](\d{2})\s*([ap])\.?\s?m\.?|\s*([ap])\.?m\.?)\s*[(]?(${clock})?[)]?$`,
  'iu',
);
/** 10:15 PM, 25 Dec 2010 */
const timeFirst = new RegExp(
  String.raw`^(\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?(?: ${clock})?),? (?:on )?(\d.*|\p{L}+ \d.*)$`,
  'iu',
);
const clockAlone = new RegExp(String.raw`\s+[(]?(?:${clock})[)]?$`, 'iu');

interface TimeOfDay {
  readonly seconds: number;
  readonly ahead: number;
}

function readTime([, hourText, colon, second, a, dot, b, c, zone = '']: RegExpExecArray): TimeOfDay | null {
  const half = (a ?? b ?? c ?? '').toLowerCase();
  const [hour, minute] = [Number(hourText), Number(colon ?? dot ?? 0)];
  // Some programs write "00:15 AM" and "20:15 PM".
  if (half === 'p' ? hour === 0 : half === 'a' && hour > 12) return null;
  const hour24 = half === '' ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  if (hour24 > 23 || minute > 59 || Number(second ?? 0) > 59) return null;
  return { seconds: hour24 * 3600 + minute * 60 + Number(second ?? 0), ahead: minutesAhead(zone) };
}

type Day = readonly [year: number, month: number, day: number];

const first: Readonly<Record<DateKind, number>> = { recent: 1990, birthday: 1900 };
const two = (figure: number) => String(figure).padStart(2, '0');

function momentOf([year, month, day]: Day, time: TimeOfDay | null, kind: DateKind): Moment | null {
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const isDay = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  if (year < first[kind] || year > 2100 || !isDay) return null;
  const { seconds, ahead } = time ?? { seconds: 0, ahead: kolkata };
  return {
    at: new Date(midnight.getTime() + (seconds - ahead * 60) * 1000).toISOString(),
    day: `${year}-${two(month)}-${two(day)}`,
    time: time === null ? '' : `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`,
  };
}

/**
 * Of something recent, two figures count as a year only within the last ten, because any others could be day or month as
 * well. Of a birthday they are a year of the last hundred.
 */
function fullYear(text: string, today: string, kind: DateKind): number {
  if (text.length === 4) return Number(text);
  const year = 2000 + Number(text);
  const now = Number(today.slice(0, 4));
  if (kind === 'birthday') return year > now ? year - 100 : year;
  return year > now - 10 && year <= now + 1 ? year : 0;
}

const utcDay = (date: Date): Day => [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];

const romans = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];

/** Days since the end of 1899, as spreadsheets store dates. */
function ofSerial(text: string): [Day, TimeOfDay | null] {
  const [days = '', part] = text.split('.');
  const day = utcDay(new Date(Date.UTC(1899, 11, 30) + Number(days) * 86_400_000));
  const seconds = part === undefined ? 0 : Math.round(Number(`0.${part}`) * 86_400);
  return [day, seconds === 0 ? null : { seconds, ahead: kolkata }];
}

/** Seconds or milliseconds since 1970, as the exports of programs write them. */
function ofUnix(text: string): Moment | null {
  const instant = new Date(Number(text.padEnd(13, '0')));
  const there = new Date(instant.getTime() + kolkata * 60_000);
  const moment = momentOf(utcDay(there), null, 'recent');
  return moment && { ...moment, at: instant.toISOString(), time: there.toISOString().slice(11, 16) };
}

const readBefore = new Map<string, DateRead | null>();
/** The days of a file are few. The map is emptied before it grows without end. */
const mostReadBefore = 20_000;

/** Null when the cell contains no date. `today` is yyyy-mm-dd. */
export function readDate(cell: string, today: string, kind: DateKind = 'recent'): DateRead | null {
  // No date is longer, and the search for one takes quadratic time.
  if (cell.length > 60) return null;
  const key = `${kind} ${today} ${cell}`;
  const before = readBefore.get(key);
  if (before !== undefined) return before;
  const read = readAnew(cell, today, kind);
  if (readBefore.size >= mostReadBefore) readBefore.clear();
  readBefore.set(key, read);
  return read;
}

function readAnew(cell: string, today: string, kind: DateKind): DateRead | null {
  const whole = tidyText(plainDigits(cell))
    .replaceAll(/[\u2044\u2215\u29f8\\_]|(?<=\d)\|(?=\d)|\/\//gu, '/')
    .replace(
      /^(?:(?:d\.?o\.?b\.?|b\.|born(?: on)?|dt\.?|dated?(?: of birth)?|ngày)\s*[:=]?\s+|dt\.(?=\d)|(?:d\.?o\.?b\.?|date(?: of birth)?)[:=])/iu,
      '',
    )
    // An age, an era, the word for hours or for a year.
    .replace(
      / ?\(\d{1,3}(?: ?(?:y|yrs?|years?)\.?)?\)$| (?:ad|ce)$| ?г\.?$|(?<=\d) ?(?:hrs?\.?|hours|uhr)$/iu,
      '',
    )
    .replace(/^['"=*]+|['".,;।*]+$/gu, '')
    .replace(/^[([]([^()[\]]*)[)\]]$/u, '$1')
    // 2010年12月25日, 25 de diciembre de 2010, 25,12,2010
    .replace(/^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/u, '$1/$2/$3')
    .replaceAll(/ del? (?=[\p{L}\d])/giu, ' ')
    .replace(/ tháng (\d{1,2})(?: năm)? /u, '/$1/')
    .replace(/^(\d{4})\. ?(\d{1,2})\. ?(\d{1,2})$/u, '$1/$2/$3')
    .replace(/^(\d{1,2}([-/ .]))([IVX]{1,4})\2(?=\d)/u, (all, day: string, sign: string, numeral: string) =>
      romans.includes(numeral) ? `${day}${romans.indexOf(numeral)}${sign}` : all,
    )
    // 07/Nov/2026:18:30:00, as web servers write
    .replace(/^(\d{1,2}\/\p{L}{3}\/\d{4}):(?=\d{2}:)/u, '$1 ')
    // 20261031T201500Z, 2026-03-14Z, 20h15, +0000 UTC
    .replace(/^(\d{8})[T ]?(\d{2})(\d{2})(\d{2})(?=Z?$)/u, '$1 $2:$3:$4')
    .replace(/^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)$/u, '$1')
    .replace(/(?<= \d{1,2})h(?=\d{2}$)/u, ':')
    .replace(/(?<=[+-]\d{4}) [A-Z]{3,4}$/u, '')
    .replace(/^(\d{1,2}), ?(\d{1,2}), ?(\d{4})$/u, '$1/$2/$3')
    // 14 Mar '88
    .replace(/['’`](?=\d{2}$)/u, '');
  if (kind === 'recent' && /^1\d{9}(?:\d{3})?$/u.test(whole)) {
    const moment = ofUnix(whole);
    return moment && { text: cell, dayFirst: moment, monthFirst: moment };
  }
  const text = whole
    .replaceAll(/[([]?(\p{L}[\p{L}\p{M}]*)[.॰]?[)\]]?,?/gu, (all, word: string) =>
      word.length > 1 && weekdayNamed(word) !== undefined && monthNamed(word) === 0 ? ' ' : all,
    )
    .replaceAll(/ {2,}/gu, ' ')
    .replace(/^[\s,]+|[\s,]+$/gu, '')
    .replace(/^on /iu, '')
    // As JavaScript and Java write: Dec 25 2010 10:15:00 GMT+0530 (India Standard Time), Dec 25 10:15:00 IST 2010.
    .replace(/ \([\p{L} ]+ time\)$/iu, '')
    .replace(/^(\p{L}+ \d{1,2}) (\d{1,2}:\d{2}:\d{2})( \S+)? (\d{4})$/u, '$1 $4 $2$3')
    .replace(timeFirst, '$2 $1');

  const one = (day: Day, time: TimeOfDay | null): DateRead | null => {
    const moment = momentOf(day, time, kind);
    return moment && { text: cell, dayFirst: moment, monthFirst: moment };
  };
  const byProgram = (day: Day, time: TimeOfDay | null): DateRead | null => {
    const read = one(day, time);
    const [year, month, date] = day;
    return read && { ...read, swapped: momentOf([year, date, month], time, kind) };
  };
  if (/^[1-7]\d{4}(?:\.\d+)?$/u.test(text)) return byProgram(...ofSerial(text));

  const timeParts = timePattern.exec(text);
  const time = timeParts && readTime(timeParts);
  if (timeParts && time === null) return null;
  const day = (timeParts ? text.slice(0, timeParts.index) : text).replace(clockAlone, '');

  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/u.exec(day);
  if (iso) return byProgram([Number(iso[1]), Number(iso[2]), Number(iso[3])], time);
  const turned = /^(\d{4})(\d{2})(\d{2})$/u.exec(day) ?? /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/u.exec(day);
  const read = turned && one([Number(turned[1]), Number(turned[2]), Number(turned[3])], time);
  if (read) return read;

  const word = String.raw`(\p{L}[\p{L}\p{M}]*)[.॰]?`;
  const wordy = (pattern: string, [y, m, d]: Day): DateRead | null | undefined => {
    const found = new RegExp(`^${pattern}$`, 'iu').exec(day);
    return found === null
      ? undefined
      : one([fullYear(found[y]!, today, kind), monthNamed(found[m]!), Number(found[d])], time);
  };
  const named =
    wordy(
      String.raw`(\d{1,2})(?:st|nd|rd|th|er|°)?[-/., ]*(?:of )?${word}[-/., ]*(\d{2}|\d{4})`,
      [3, 2, 1],
    ) ??
    wordy(String.raw`${word}[-/., ]*(\d{1,2})(?:st|nd|rd|th)?(?:,[-/ ]*|[-/ ]+)(\d{4})`, [3, 1, 2]) ??
    wordy(String.raw`(\d{4})[-/., ]*${word}[-/. ]*(\d{1,2})`, [1, 2, 3]);
  if (named !== undefined) return named;

  const figures =
    /^(\d{1,2}) ?[-/. ] ?(\d{1,2}) ?[-/. ] ?(\d{2}|\d{4})$/u.exec(day) ??
    /^(\d{2})(\d{2})(\d{4})$/u.exec(day);
  if (!figures) return null;
  const [one1, one2, year] = [Number(figures[1]), Number(figures[2]), fullYear(figures[3]!, today, kind)];
  const dayFirst = momentOf([year, one2, one1], time, kind);
  const monthFirst = momentOf([year, one1, one2], time, kind);
  return dayFirst === null && monthFirst === null ? null : { text: cell, dayFirst, monthFirst };
}

const wordOfDate = String.raw`\p{L}[\p{L}\p{M}]+[.॰]?`;
const dateWithin = new RegExp(
  String.raw`(?<![\d/.-])(?:${[
    String.raw`\d{4}([-/.])\d{1,2}\1\d{1,2}`,
    String.raw`\d{1,2}( ?[-/.] ?| )\d{1,2}\2(?:\d{4}|\d{2})`,
    String.raw`\d{1,2}(?:st|nd|rd|th)?(?: of)?[-/., ]{1,3}${wordOfDate}[-/., ]{1,3}(?:\d{4}|\d{2}(?!\p{L}))`,
    String.raw`${wordOfDate} {0,2}\d{1,2}(?:st|nd|rd|th)?(?:, ?| )\d{4}`,
  ].join('|')})(?![\d/-]|\.\d)`,
  'giu',
);

/** The parts of a text in which a date may stand, in their order; `readDate` says whether it does. */
export const datesIn = (text: string): readonly RegExpExecArray[] => [...text.matchAll(dateWithin)];

const isOpen = ({ dayFirst, monthFirst }: DateRead) =>
  dayFirst !== null && monthFirst !== null && dayFirst.at !== monthFirst.at;

export interface ColumnOrder extends DatesRead {
  /** Some dates can only be read day first and others only month first, so the ambiguous ones stay open. */
  readonly isMixed: boolean;
  /**
   * A spreadsheet program turned a part of these dates, which people wrote in this order, into real dates, and may have
   * read them in the other order. They stay open until a person says the order. Null: nothing hints at it.
   */
  readonly halfTurned: DateOrder | null;
}

/** What a program can have left when it misread a column: real dates up to the 12th, beside texts of one order. */
function halfTurnedOf(reads: readonly DateRead[]): DateOrder | null {
  const turned = reads.filter(({ swapped }) => swapped !== undefined);
  const texts = reads.filter(({ dayFirst, monthFirst }) => dayFirst === null || monthFirst === null);
  const isOf = (order: 'dayFirst' | 'monthFirst') => texts.every((read) => read[order] !== null);
  const couldBe = turned.some(({ swapped, dayFirst }) => swapped?.at !== dayFirst?.at);
  if (texts.length === 0 || !couldBe || turned.some(({ swapped }) => swapped === null)) return null;
  if (reads.some(isOpen)) return null;
  return isOf('dayFirst') ? 'day_first' : isOf('monthFirst') ? 'month_first' : null;
}

/**
 * How the dates of one column are read. Dates with one reading decide; without any, day first, as in India. `now`: null for
 * days that may lie ahead, as the first day of a course does.
 */
export function orderOf(
  reads: readonly DateRead[],
  choice: DateOrder | undefined,
  now: string | null,
): ColumnOrder {
  const halfTurned = halfTurnedOf(reads);
  const open = reads.filter(isOpen);
  const example =
    open[0]?.text ??
    (halfTurned && reads.find(({ swapped, dayFirst }) => swapped && swapped.at !== dayFirst?.at)?.text) ??
    null;
  const column = { example, isMixed: false, halfTurned };
  if (choice !== undefined) return { ...column, order: choice, decided_by: 'choice' };
  if (halfTurned !== null) return { ...column, order: halfTurned, decided_by: 'open' };
  if (open.length === 0) return { ...column, order: 'day_first', decided_by: 'not_needed' };
  const hasDayFirst = reads.some(({ monthFirst }) => monthFirst === null);
  const hasMonthFirst = reads.some(({ dayFirst }) => dayFirst === null);
  if (hasDayFirst || hasMonthFirst) {
    const order = hasDayFirst ? 'day_first' : 'month_first';
    return { ...column, order, decided_by: 'file', isMixed: hasDayFirst && hasMonthFirst };
  }
  // Nobody has paid, or was born, in the future.
  const isAhead = (order: 'dayFirst' | 'monthFirst') =>
    now !== null && open.some((read) => read[order]!.at > now);
  if (isAhead('dayFirst') !== isAhead('monthFirst')) {
    return { ...column, order: isAhead('dayFirst') ? 'month_first' : 'day_first', decided_by: 'file' };
  }
  return { ...column, order: 'day_first', decided_by: 'default' };
}

/** The moment of the cell in this column; 'open' where only a person can decide. */
export function momentIn(
  read: DateRead,
  { order, decided_by, isMixed, halfTurned }: ColumnOrder,
): Moment | 'open' {
  if (isMixed && isOpen(read)) return 'open';
  if (halfTurned !== null && read.swapped) {
    if (decided_by !== 'choice') return read.swapped.at === read.dayFirst?.at ? read.dayFirst : 'open';
    // The program read the other order than the people wrote.
    if (order === halfTurned) return read.swapped;
  }
  const wanted = order === 'day_first' ? read.dayFirst : read.monthFirst;
  // A cell with one reading keeps it, in any column.
  return wanted ?? read.dayFirst ?? read.monthFirst ?? 'open';
}
