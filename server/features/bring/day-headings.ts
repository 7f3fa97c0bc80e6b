import type { ClassDay } from '@gurukul/contract/shared/meetings/slots';
import { classDays } from '@gurukul/contract/shared/meetings/slots';
import { monthNamed } from '@gurukul/contract/shared/written/date';
import { plainDigits, tidyText } from '@gurukul/contract/shared/written/text';
import { readDay, readTime } from './tidy.ts';

/* The days above columns of marks, as people write them: "7 Nov 2026", "Sat 7 Nov", "07/11", "7". */

export interface DayHeading {
  /** The day as `readDateCell` reads it; a year or a month that is not written stands as `{}`. */
  readonly text: string;
  readonly lacks: 'month' | 'year' | null;
  readonly weekday: ClassDay | null;
  /** 18:30; '' for none, or if `text` has it. */
  readonly time: string;
  /** What follows the day: in exports of Moodle the group. */
  readonly rest: string;
  /** A whole day at the beginning needs no proof by the cells below it. */
  readonly isSure: boolean;
  /** The number of a day alone. */
  readonly isNumber: boolean;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Of 1 to 12: Jan. */
export const shortMonth = (month: number) => months[month - 1]!;

/** With the months of all languages as Jan to Dec, and with 0 to 9. */
const plainText = (text: string) =>
  tidyText(plainDigits(text)).replaceAll(
    /\p{L}[\p{L}\p{M}]*[.॰]?/gu,
    (word) => months[monthNamed(word) - 1] ?? word,
  );

const month = String.raw`(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?!\p{L})\.?`;
const day = String.raw`(?<![\d/.:-])(\d{1,2})(?:st|nd|rd|th)?`;
const year = String.raw`(\d{4}|\d{2})(?!\d|[:.]\d)`;
const time = String.raw`(?:[ T,]+\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?)?`;

type Parts = readonly string[];
/** Each pattern with the text that it stands for, the surest first. */
const patterns: readonly (readonly [RegExp, DayHeading['lacks'], (parts: Parts) => string])[] = [
  [
    new RegExp(String.raw`${day}(?:[-/., ]|of)*(${month})[-/., ]*${year}(${time})`, 'iu'),
    null,
    ([d, m, y, at]) => `${d} ${m?.slice(0, 3)} ${y}${at}`,
  ],
  [
    new RegExp(
      String.raw`(?<!\p{L})(${month})[-/ ]*(\d{1,2})(?:st|nd|rd|th)?[-/, ]+(\d{4})(?!\d)(${time})`,
      'iu',
    ),
    null,
    ([m, d, y, at]) => `${d} ${m?.slice(0, 3)} ${y}${at}`,
  ],
  [
    new RegExp(String.raw`(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)(${time})`, 'iu'),
    null,
    ([y, m, d, at]) => `${y}-${m}-${d}${at}`,
  ],
  [
    new RegExp(String.raw`${day}[-/.](\d{1,2})[-/.]${year}(${time})`, 'iu'),
    null,
    ([a, b, y, at]) => `${a}/${b}/${y}${at}`,
  ],
  [
    new RegExp(String.raw`${day}(?:[-/., ]|of)*(${month})`, 'iu'),
    'year',
    ([d, m]) => `${d} ${m?.slice(0, 3)} {}`,
  ],
  [
    new RegExp(String.raw`(?<!\p{L})(${month})[-/., ]*(\d{1,2})(?:st|nd|rd|th)?(?![\d:]|\.\d)`, 'iu'),
    'year',
    ([m, d]) => `${d} ${m?.slice(0, 3)} {}`,
  ],
  [new RegExp(String.raw`${day}[-/](\d{1,2})(?![\d/:-])`, 'iu'), 'year', ([a, b]) => `${a}/${b}/{}`],
  // 7.11, but 7.1 may be the number that a spreadsheet made of 7.10.
  [
    new RegExp(String.raw`${day}\.(\d{2}|\d(?=\.))(?!\d|\s*[ap]\.?m)\.?`, 'iu'),
    'year',
    ([d, m]) => `${d}.${m}.{}`,
  ],
];

const isPossible = (text: string) => {
  const [a = 0, b = 0] = text.split(/\D+/u).map(Number);
  return !/^\d{1,2}[/.]/u.test(text) || (a > 0 && b > 0 && Math.min(a, b) <= 12 && Math.max(a, b) <= 31);
};

/** The weekday of a text, and the text without it. */
function apart(text: string): readonly [ClassDay | null, string] {
  let weekday: ClassDay | null = null;
  const rest = text.replaceAll(/\p{L}[\p{L}\p{M}]*/gu, (word) => {
    const read = word.length < 3 ? null : readDay(word);
    if (read === null || weekday !== null) return word;
    weekday = read;
    return '';
  });
  return [weekday, rest];
}

const timeAlone = /\d{1,2}[:.]\d{2}\s*(?:[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\.?/iu;
const bare = (text: string) => text.replaceAll(/^[\s,;:|()[\]–—-]+|[\s,;:|()[\]–—-]+$/gu, '');

/** Null: the heading is of no day. */
export function readDayHeading(heading: string): DayHeading | null {
  const text = plainText(heading);
  for (const [pattern, lacks, textOf] of patterns) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const [whole, ...parts] = found;
    const read = textOf(parts.map((part) => part ?? ''));
    if (!isPossible(read)) continue;
    const [weekday, rest] = apart(`${text.slice(0, found.index)} ${text.slice(found.index + whole.length)}`);
    const at = lacks === null ? undefined : timeAlone.exec(rest)?.[0];
    return {
      text: read,
      lacks,
      weekday,
      time: at === undefined ? '' : (readTime(at) ?? ''),
      rest: found.index === 0 ? bare(rest) : '',
      isSure: lacks === null && found.index === 0,
      isNumber: false,
    };
  }
  const [weekday, rest] = apart(text);
  const number = /^(\d{1,2})(?:st|nd|rd|th)?$/iu.exec(bare(rest))?.[1];
  if (number === undefined || Number(number) < 1 || Number(number) > 31) return null;
  return { text: number, lacks: 'month', weekday, time: '', rest: '', isSure: false, isNumber: true };
}

/** The weekday that a cell is, and nothing else. */
export function readWeekday(cell: string): ClassDay | null {
  const [weekday, rest] = apart(tidyText(cell));
  return bare(rest) === '' ? weekday : null;
}

/** A month, a year, or both. */
export interface Period {
  readonly year: number | null;
  /** From 1. */
  readonly month: number | null;
}

const namedMonth = new RegExp(
  String.raw`(?<!\p{L})(?<!\d(?:st|nd|rd|th)?[-/., ]*(?:of )?)(${month})(?:(?:[-/.,' ]|of)*(\d{4})(?!\d)|(?:-|\s*['’])(\d{2})(?!\d))?(?![-/., ]*\d{1,2}(?:st|nd|rd|th)?[-/, ]+\d{4})`,
  'giu',
);
const numbered = [
  /(?<![\d/.-])(\d{4})[-/.](\d{1,2})(?![\d/.-])/gu,
  /(?<![\d/.-])(\d{1,2})[-/.](\d{4})(?![\d/.-])/gu,
];
const ofMonth = /month|माह|महीना|నెల|mois|monat|mes\b/iu;
const ofAttendance = /attend|register|roll|year|हाज|उपस्थि|హాజ/iu;

/**
 * The months and years that a text names. Days are none, so that "Printed on 3 Nov 2026" decides nothing. A title must
 * say that it means a month or a year; the name of a sheet or file means it.
 */
export function periodsIn(given: string, isName: boolean): Period[] {
  const text = plainText(given.replaceAll('_', ' '));
  const found: Period[] = [];
  for (const [whole, name = '', long, short] of text.matchAll(namedMonth)) {
    const says = (long ?? short) !== undefined || isName || ofMonth.test(text) || text === whole;
    if (!says) continue;
    const month = months.findIndex((each) => each.toLowerCase() === name.slice(0, 3).toLowerCase()) + 1;
    found.push({
      month,
      year: long === undefined ? (short === undefined ? null : 2000 + Number(short)) : Number(long),
    });
  }
  for (const [index, pattern] of numbered.entries()) {
    for (const [, a = '', b = ''] of text.matchAll(pattern)) {
      const [year, month] = (index === 0 ? [a, b] : [b, a]).map(Number);
      if (month! >= 1 && month! <= 12) found.push({ year: year!, month: month! });
    }
  }
  // A real date that a spreadsheet shows as its month.
  const real = /(\d{4})-(\d{2})-01(?!\d)/u.exec(text);
  if (real !== null && (ofMonth.test(text) || text === real[0]) && found.length === 0)
    found.push({ year: Number(real[1]), month: Number(real[2]) });
  if (found.length > 0) return found;
  const years = [...text.matchAll(/(?<![\d/.-])(20\d{2})(?![\d/.-])/gu)].map(([, year]) => Number(year));
  const says = isName || ofAttendance.test(text) || ofMonth.test(text) || /^\d{4}$/u.test(text);
  return says ? years.map((year) => ({ year, month: null })) : [];
}

/** A day whose year or month is not written. */
export interface OpenDay {
  readonly day: number;
  /** Null: the period says it. */
  readonly month: number | null;
  readonly weekday: ClassDay | null;
  /** Years after the first open day of the file: marks from November to February are of two years. */
  readonly later: number;
  /** yyyy-mm-dd: the nearest whole day beside it. */
  readonly beside: string | null;
}

const two = (number: number) => String(number).padStart(2, '0');

/** yyyy-mm-dd in a period such as 2026-11 or 2026; null where it has no such day. */
export function dayIn(period: string, { day: date, month, later }: OpenDay): string | null {
  const ofPeriod = Number(period.slice(5));
  if (month === null && ofPeriod === 0) return null;
  const text = `${Number(period.slice(0, 4)) + later}-${two(month ?? ofPeriod)}-${two(date)}`;
  const read = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text) ? text : null;
}

export const weekdayOf = (date: string) => classDays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7];
const dayMs = 86_400_000;
const isNear = (date: string, other: string) => Math.abs(Date.parse(date) - Date.parse(other)) <= 183 * dayMs;

/** How far back files reach, in years. */
const yearsBack = 10;

export interface PeriodRead {
  /** 2026-11, or 2026; '' where somebody has to say it. */
  readonly value: string;
  readonly decided_by: 'file' | 'course' | 'choice' | 'nobody';
}

/**
 * The month, or the year, of the open days of a file: the only one that fits the weekdays, the days beside them, the
 * titles, and the dates of the course. `from` is the first day of the course, '' where nobody knows it.
 */
export function decidePeriod(
  days: readonly OpenDay[],
  { named, from, today, choice }: { named: readonly Period[]; from: string; today: string; choice: string },
): PeriodRead {
  const needsMonth = days.some(({ month }) => month === null);
  if (choice !== '' && (!needsMonth || choice.length > 4)) return { value: choice, decided_by: 'choice' };
  const now = Number(today.slice(0, 4));
  const years = Array.from({ length: yearsBack + 1 }, (_, back) => now - back);
  const all = needsMonth
    ? years.flatMap((each) => months.map((_, index) => `${each}-${two(index + 1)}`))
    : years.map(String);
  const saidYears = new Set(named.flatMap(({ year: each }) => each ?? []));
  const saidMonths = new Set(named.flatMap(({ month: each }) => each ?? []));
  const fits = (period: string) =>
    (saidYears.size === 0 || saidYears.has(Number(period.slice(0, 4)))) &&
    (!needsMonth || saidMonths.size === 0 || saidMonths.has(Number(period.slice(5)))) &&
    days.every((open) => {
      const date = dayIn(period, open);
      return (
        date !== null &&
        date <= today &&
        (open.weekday === null || weekdayOf(date) === open.weekday) &&
        (open.beside === null || isNear(date, open.beside))
      );
    });
  const fitting = all.filter(fits);
  if (fitting.length === 1) return { value: fitting[0]!, decided_by: 'file' };
  const ofCourse =
    from === '' ? [] : fitting.filter((period) => days.every((open) => dayIn(period, open)! >= from));
  return ofCourse.length === 1
    ? { value: ofCourse[0]!, decided_by: 'course' }
    : { value: '', decided_by: 'nobody' };
}
