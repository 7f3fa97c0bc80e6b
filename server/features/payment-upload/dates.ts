import { isCalendarDate } from '@gurukul/contract/shared/fields';
import type { DateOrder } from '@gurukul/contract/shared/money/payment-preview';

/** The moment in a cell. */
export interface Moment {
  /** ISO, UTC. */
  readonly at: string;
  /** False when the cell has no time of day. The moment is then the beginning of that day in Kolkata. */
  readonly hasTime: boolean;
}

/** The two readings of a cell, day first and month first. They are equal where only one is possible. */
export interface DateRead {
  readonly text: string;
  readonly dayFirst: Moment | null;
  readonly monthFirst: Moment | null;
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const monthOf = (word: string) => {
  const lower = word.toLowerCase().replace(/^sept$/, 'sep');
  return lower.length < 3 ? 0 : months.findIndex((month) => month.startsWith(lower)) + 1;
};

const timePattern =
  /[ T,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?\s*(Z|UTC|GMT|IST|[+-]\d{2}:?\d{2})?$/iu;

/** Minutes ahead of UTC. A time without a zone is in Kolkata. */
function minutesAhead(zone: string): number {
  if (zone === '' || zone === 'IST') return 330;
  const offset = /^([+-])(\d{2}):?(\d{2})$/u.exec(zone);
  if (!offset) return 0;
  return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3]));
}

interface TimeOfDay {
  readonly seconds: number;
  readonly ahead: number;
}

function readTime(parts: RegExpExecArray): TimeOfDay | null {
  const [, hourText = '', minute = '', second = '0', half = '', zone = ''] = parts;
  const hour = Number(hourText);
  if (half !== '' && (hour < 1 || hour > 12)) return null;
  const hour24 = half === '' ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour24 > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return {
    seconds: hour24 * 3600 + Number(minute) * 60 + Number(second),
    ahead: minutesAhead(zone.toUpperCase()),
  };
}

type Day = readonly [year: number, month: number, day: number];

function momentOf([year, month, day]: Day, time: TimeOfDay | null): Moment | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  if (year < 1990 || year > 2100 || !isCalendarDate(date)) return null;
  const { seconds, ahead } = time ?? { seconds: 0, ahead: 330 };
  const at = Date.parse(`${date}T00:00:00Z`) + (seconds - ahead * 60) * 1000;
  return { at: new Date(at).toISOString(), hasTime: time !== null };
}

/** Two digits count as a year only within the last ten, because any others could be day or month as well. */
function fullYear(text: string, today: string): number {
  if (text.length === 4) return Number(text);
  if (text.length !== 2) return 0;
  const year = 2000 + Number(text);
  const now = Number(today.slice(0, 4));
  return year > now - 10 && year <= now + 1 ? year : 0;
}

/** Days since the end of 1899, as spreadsheets store dates. */
function ofSerial(text: string): Moment | null {
  const [days = '', part] = text.split('.');
  const date = new Date(Date.UTC(1899, 11, 30) + Number(days) * 86_400_000);
  const day: Day = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const seconds = part === undefined ? 0 : Math.round(Number(`0.${part}`) * 86_400);
  return momentOf(day, part === undefined ? null : { seconds, ahead: 330 });
}

/** Null when the cell contains no date. `today` is yyyy-mm-dd. */
export function readDateCell(cell: string, today: string): DateRead | null {
  const text = cell
    .normalize('NFKC')
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+/iu, '')
    .trim();
  const one = (moment: Moment | null): DateRead | null =>
    moment && { text: cell, dayFirst: moment, monthFirst: moment };
  if (/^[2-7]\d{4}(?:\.\d+)?$/u.test(text)) return one(ofSerial(text));

  const timeParts = timePattern.exec(text);
  const time = timeParts && readTime(timeParts);
  if (timeParts && time === null) return null;
  const day = timeParts ? text.slice(0, timeParts.index) : text;

  const packed = /^(\d{4})(\d{2})(\d{2})$/u.exec(day) ?? /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/u.exec(day);
  if (packed) return one(momentOf([Number(packed[1]), Number(packed[2]), Number(packed[3])], time));

  const named = /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]*(\p{L}{3,9})\.?[-/., ]+(\d{2,4})$/iu.exec(day);
  if (named) return one(momentOf([fullYear(named[3]!, today), monthOf(named[2]!), Number(named[1])], time));
  const american = /^(\p{L}{3,9})\.?[-/ ]+(\d{1,2})(?:st|nd|rd|th)?,?[-/ ]+(\d{4})$/iu.exec(day);
  if (american) return one(momentOf([Number(american[3]), monthOf(american[1]!), Number(american[2])], time));

  const figures = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2}|\d{4})$/u.exec(day);
  if (!figures) return null;
  const [first, second, year] = [Number(figures[1]), Number(figures[2]), fullYear(figures[3]!, today)];
  const dayFirst = momentOf([year, second, first], time);
  const monthFirst = momentOf([year, first, second], time);
  return dayFirst === null && monthFirst === null ? null : { text: cell, dayFirst, monthFirst };
}

const isOpen = ({ dayFirst, monthFirst }: DateRead) =>
  dayFirst !== null && monthFirst !== null && dayFirst.at !== monthFirst.at;

export interface ColumnOrder {
  readonly order: DateOrder;
  readonly decided_by: 'file' | 'choice' | 'default' | 'not_needed';
  readonly example: string | null;
  /** Some dates can only be read day first and others only month first, so the ambiguous ones stay open. */
  readonly isMixed: boolean;
}

/** The date format of one column. Dates with one reading decide; without any, day first, as in India. */
export function orderOf(reads: readonly DateRead[], choice: DateOrder | undefined, now: string): ColumnOrder {
  const open = reads.filter(isOpen);
  const example = open[0]?.text ?? null;
  if (choice !== undefined) return { order: choice, decided_by: 'choice', example, isMixed: false };
  const hasDayFirst = reads.some(({ monthFirst }) => monthFirst === null);
  const hasMonthFirst = reads.some(({ dayFirst }) => dayFirst === null);
  if (open.length === 0)
    return { order: 'day_first', decided_by: 'not_needed', example: null, isMixed: false };
  if (hasDayFirst || hasMonthFirst) {
    const isMixed = hasDayFirst && hasMonthFirst;
    return { order: hasDayFirst ? 'day_first' : 'month_first', decided_by: 'file', example, isMixed };
  }
  // Nobody has paid in the future.
  const dayFirstIsAhead = open.some(({ dayFirst }) => dayFirst !== null && dayFirst.at > now);
  const monthFirstIsAhead = open.some(({ monthFirst }) => monthFirst !== null && monthFirst.at > now);
  if (dayFirstIsAhead !== monthFirstIsAhead) {
    const order = dayFirstIsAhead ? 'month_first' : 'day_first';
    return { order, decided_by: 'file', example, isMixed: false };
  }
  return { order: 'day_first', decided_by: 'default', example, isMixed: false };
}

/** The moment of the cell in this column; 'open' where only a person can decide. */
export function momentIn(read: DateRead, { order, isMixed }: ColumnOrder): Moment | 'open' {
  if (isMixed && isOpen(read)) return 'open';
  const wanted = order === 'day_first' ? read.dayFirst : read.monthFirst;
  // A cell with one reading keeps it, in any column.
  return wanted ?? read.dayFirst ?? read.monthFirst ?? 'open';
}
