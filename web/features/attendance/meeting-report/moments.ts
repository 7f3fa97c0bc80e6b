import { clock, minutesAhead } from '@gurukul/contract/shared/written/date';
import { plainDigits, withoutUnseen } from '@gurukul/contract/shared/written/text';

/*
 * Dates and times as reports write them: of English and ISO by patterns; of any other language by what the runtime's own
 * formats of that language write.
 */

/** A date and time as written. */
export interface Moment {
  /** The day in milliseconds; for dates such as 3/4/2026 both readings. Empty: a time alone. */
  readonly dates: readonly { readonly order: string; readonly day: number }[];
  /** Milliseconds since midnight. */
  readonly time: number;
  /** Minutes east of UTC, where the cell says it. */
  readonly offset: number | null;
}

export type MomentReader = (cell: string) => Moment | null;

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A cell in digits and commas of the Latin script, without marks that nobody sees. */
export const latin = (cell: string) =>
  withoutUnseen(plainDigits(cell)).replaceAll(/[،、]/gu, ',').replaceAll(/\s+/gu, ' ').trim();

function dayOf(year: number, month: number, day: number): number | null {
  const at = Date.UTC(year < 100 ? 2000 + year : year, month - 1, day);
  const date = new Date(at);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? at : null;
}

function datesOf(text: string): Moment['dates'] {
  const found = (order: string, day: number | null) => (day === null ? [] : [{ order, day }]);
  const year = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (year) {
    const [one, two, three] = year.slice(1).map(Number);
    // A spreadsheet program may have taken the day for the month.
    return [
      ...found('year first', dayOf(one!, two!, three!)),
      ...found('year first, turned', dayOf(one!, three!, two!)),
    ];
  }
  const plain = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  if (plain) {
    const [one, two, last] = [Number(plain[1]), Number(plain[3]), Number(plain[4])];
    const dayFirst = found('day first', dayOf(last, two, one));
    // Dots are written day first everywhere.
    return plain[2] === '.' ? dayFirst : [...found('month first', dayOf(last, one, two)), ...dayFirst];
  }
  const named =
    /^(?:[a-z]{3,9},? )?(?:(\d{1,2})[- ]([a-z]{3})[a-z]*|([a-z]{3})[a-z]*[ .]+(\d{1,2})),?[- ]+(\d{4}|\d{2})$/i.exec(
      text,
    );
  if (!named) return [];
  const month = months.indexOf((named[2] ?? named[3] ?? '').toLowerCase()) + 1;
  return month === 0 ? [] : found('named', dayOf(Number(named[5]), month, Number(named[1] ?? named[4])));
}

const momentPattern =
  /^(?:(.*?)[ T,]+)?(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:\.\d+)?)? *(?:([ap])\.? ?m?\.?)?$/i;
const clockPattern = new RegExp(String.raw`(?<=:\d\d(?:\.\d+)?(?: *[ap]\.? ?m\.?)?) *\(?(${clock})\)?$`, 'i');

/** A cell without the clock behind its time, and the clock in minutes east of UTC. */
function clockIn(cell: string): { readonly text: string; readonly offset: number | null } {
  // A browser adds the name of its zone.
  const text = latin(cell).replace(/(?<=\d) \(\D+\)$/, '');
  const said = clockPattern.exec(text);
  return said ? { text: text.slice(0, said.index), offset: minutesAhead(said[1]!) } : { text, offset: null };
}

/** English and ISO. */
export function plainMoment(cell: string): Moment | null {
  const { text, offset } = clockIn(cell);
  const [, date = '', hours, minutes, seconds = '0', half = ''] = momentPattern.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59) return null;
  const written = date.replace(/(?:,| at)*$/, '').trim();
  const dates = datesOf(written);
  if (written !== '' && dates.length === 0) return null;
  return { dates, time: (hour * 60 + Number(minutes)) * minuteMs + Number(seconds) * 1000, offset };
}

/** Languages in which Teams, Zoom and Meet speak, and regions that write dates in their own way. */
export const locales =
  'am ar ar-EG ar-SA az be bg bn bs ca cs cy da de de-AT el en-GB en-US en-ZA es es-AR es-MX et eu fa fi fil fr fr-CA fr-CH ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms my nb ne nl nn or pa pl ps pt pt-PT ro ru sd si sk sl sq sr sr-Latn sv sw ta te th tr uk ur uz vi zh zh-HK zh-TW zu'.split(
    ' ',
  );

/* Halves of the day: English ones stand in every language, others in older releases of Unicode's data. */
const otherHalves: readonly (readonly [am: string, pm: string])[] = [
  ['am', 'pm'],
  ['오전', '오후'],
  ['上午', '下午'],
  ['午前', '午後'],
  ['पूर्वाह्न', 'अपराह्न'],
  ['मपू', 'मउ'],
  ['পূর্বাহ্ণ', 'অপরাহ্ণ'],
  ['ಪೂರ್ವಾಹ್ನ', 'ಅಪರಾಹ್ನ'],
  ['முற்பகல்', 'பிற்பகல்'],
  ['ఉ', 'సా'],
  ['ਪੂਦੁ', 'ਬਾਦੁ'],
  ['قد', 'بد'],
  ['ق\u200cظ', 'ب\u200cظ'],
];

/* Times without seconds have the same shapes. */
const shapes: readonly Intl.DateTimeFormatOptions[] = [
  { dateStyle: 'short', timeStyle: 'medium' },
  { dateStyle: 'medium', timeStyle: 'medium' },
  { dateStyle: 'long', timeStyle: 'medium' },
  {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  },
  { timeStyle: 'medium' },
];

type Field = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';
const fields: ReadonlySet<string> = new Set<Field>(['year', 'month', 'day', 'hour', 'minute', 'second']);
const isField = (type: string): type is Field => fields.has(type);

/** Words without points, so that p.m. and pm are one. */
const wordsIn = (text: string) =>
  latin(text)
    .toLowerCase()
    .replaceAll(/[.׳'’]/g, '')
    .replaceAll(/\b([ap]) m\b/g, '$1m')
    .match(/[\p{L}\p{M}]+/gu) ?? [];

/** How a language writes a date and time, in one of its shapes. */
interface Shape {
  readonly locale: string;
  readonly calendar: string;
  /** The numbers, in order. */
  readonly order: readonly Field[];
  /** Words that say nothing. */
  readonly filling: ReadonlySet<string>;
  /** By their words; empty where the month is a number. */
  readonly monthOf: ReadonlyMap<string, number>;
  /** The hour from 0 to 23, by the half of the day and the hour on the clock. */
  readonly hourOf: ReadonlyMap<string, number>;
}

const utc = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });

const partIn = (format: Intl.DateTimeFormat, instant: number, wanted: string) =>
  wordsIn(format.formatToParts(instant).find(({ type }) => type === wanted)?.value ?? '').join(' ');

/** By the half of the day and the hour on the clock: the hour from 0 to 23. */
function hoursIn(formats: readonly Intl.DateTimeFormat[]): Shape['hourOf'] {
  const hourOf = new Map<string, number>();
  for (let half = 0; half < 48; half += 1) {
    const hour = Math.floor(half / 2);
    const others = otherHalves.map((names) => wordsIn(names[hour < 12 ? 0 : 1]).join(' '));
    const said = formats.map((format) => partIn(format, half * 30 * minuteMs, 'dayPeriod'));
    for (const name of [...others, ...said]) hourOf.set(`${name} ${hour % 12 || 12}`, hour);
  }
  return hourOf;
}

/** Every month of the calendar by its name. A month of another calendar begins on any day of ours. */
function monthsIn(format: Intl.DateTimeFormat, locale: string, calendar: string): Shape['monthOf'] {
  const step = calendar === 'gregory' || calendar === 'buddhist' ? 28 : 9;
  return new Map(
    Array.from({ length: Math.ceil(364 / step) }, (_, index) => {
      const instant = Date.UTC(2026, 0, 1 + (index + 1) * step);
      return [partIn(format, instant, 'month'), dateIn(locale, calendar, instant).month];
    }),
  );
}

/** The shapes of a language. */
function shapesOf(locale: string): Shape[] {
  const formats = shapes.map((options) => utc(locale, options));
  const parts = formats.map((format) => format.formatToParts(Date.UTC(2026, 10, 28, 17, 41, 52)));
  const { calendar, hour12: hasHalves } = formats[0]!.resolvedOptions();
  const hourOf = hasHalves ? hoursIn(formats.slice(3)) : new Map<string, number>();
  const isName = ({ type, value }: Intl.DateTimeFormatPart) => type === 'month' && !/\d/.test(latin(value));
  // With what stands beside a number: 11월.
  const filling = new Set(
    parts.flat().flatMap((part) => (part.type === 'dayPeriod' || isName(part) ? [] : wordsIn(part.value))),
  );
  return parts.flatMap((own, index) => {
    const hasNames = own.some(isName);
    const order = own.flatMap(({ type }) => (isField(type) && !(type === 'month' && hasNames) ? [type] : []));
    const shape = {
      locale,
      calendar,
      filling,
      monthOf: hasNames ? monthsIn(formats[index]!, locale, calendar) : new Map<string, number>(),
      hourOf,
    };
    return [order, order.filter((field) => field !== 'second')].map((fields) => ({
      ...shape,
      order: fields,
    }));
  });
}

const calendars = new Map<string, Intl.DateTimeFormat>();

/** Year, month and day of an instant in a calendar. */
function dateIn(locale: string, calendar: string, instant: number) {
  if (calendar === 'gregory') {
    const date = new Date(instant);
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  }
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', numberingSystem: 'latn' } as const;
  const format = calendars.get(locale) ?? utc(locale, numeric);
  calendars.set(locale, format);
  const numberOf = new Map(
    format.formatToParts(instant).map(({ type, value }) => [type, parseInt(value, 10)]),
  );
  return {
    year: numberOf.get('year') ?? 0,
    month: numberOf.get('month') ?? 0,
    day: numberOf.get('day') ?? 0,
  };
}

const foreignDays = new Map<string, number | null>();

/** The day that a calendar calls so. A year of two digits is of the century of `around`. */
function dayIn(
  { locale, calendar }: Shape,
  [year, month, day]: readonly [number, number, number],
  around: number,
): number | null {
  if (calendar === 'gregory') return dayOf(year, month, day);
  const key = [locale, year, month, day].join(' ');
  const known = foreignDays.get(key);
  if (known !== undefined) return known;
  const century = Math.floor(dateIn(locale, calendar, around).year / 100) * 100;
  const found = searchDay(locale, calendar, [year < 100 ? century + year : year, month, day], around);
  foreignDays.set(key, found);
  return found;
}

function searchDay(
  locale: string,
  calendar: string,
  [year, month, day]: readonly [number, number, number],
  around: number,
): number | null {
  let at = around - (around % dayMs);
  // Each step comes nearer, because years, months and days have nearly these lengths everywhere.
  for (let step = 0; step < 12; step += 1) {
    const now = dateIn(locale, calendar, at);
    if (now.year === year && now.month === month && now.day === day) return at;
    const days = (year - now.year) * 365.2 + (month - now.month) * 30.4 + (day - now.day);
    // From the first of a month to the last of the one before it is less than half a day by these lengths.
    at += (Math.round(days) || Math.sign(days) || 1) * dayMs;
    if (Math.abs(at) > 8e15) return null;
  }
  return null;
}

let made: ReadonlyMap<number, readonly Shape[]> | undefined;

/** The shapes of all languages with so many numbers; each once. */
function shapesWith(numbers: number): readonly Shape[] {
  const keyOf = ({ order, calendar, filling, monthOf, hourOf }: Shape) =>
    [order, calendar, [...filling], [...monthOf], [...hourOf]].join('|');
  made ??= Map.groupBy(
    new Map(locales.flatMap(shapesOf).map((shape) => [keyOf(shape), shape])).values(),
    ({ order }) => order.length,
  );
  return made.get(numbers) ?? [];
}

interface MomentParts {
  readonly numbers: readonly string[];
  /** What stands after each number. */
  readonly between: readonly string[];
  readonly words: readonly string[];
}

const isClock = (field: Field | undefined) => field === 'hour' || field === 'minute' || field === 'second';

function momentBy(shape: Shape, { numbers, between, words }: MomentParts, around: number): Moment | null {
  const { order, filling, monthOf, hourOf, calendar } = shape;
  // What is left beside the month and words without meaning is the half of the day.
  const left = words.filter((word) => !filling.has(word));
  if (left.length > 0 !== (monthOf.size > 0 || hourOf.size > 0)) return null;
  // A colon stands within the time and nowhere else.
  const hasColon = between.some((signs) => signs.includes(':'));
  const isBroken = (signs: string, index: number) =>
    signs.includes(':') !== (isClock(order[index]) && isClock(order[index + 1]));
  if (hasColon && between.some(isBroken)) return null;
  const isFit = order.every((field, index) => {
    const { length } = numbers[index]!;
    if (field === 'year') return length === 2 || length === 4;
    return field === 'minute' || field === 'second' ? length === 2 : length <= 2;
  });
  const value = new Map(order.map((field, index) => [field, Number(numbers[index])]));
  const [hour = NaN, minute = NaN, second = 0] = [
    value.get('hour'),
    value.get('minute'),
    value.get('second'),
  ];
  if (!isFit || minute > 59 || second > 59) return null;
  // Hebrew writes "in" and the month as one word.
  const ofMonth = (word: string) =>
    [...filling].map((sign) => word.slice(sign.length)).find((name) => monthOf.has(name)) ?? word;
  const rest = monthOf.size > 0 ? left.map(ofMonth) : left;
  const named = [...monthOf.keys()].find(
    (name) => name !== '' && ` ${rest.join(' ')} `.includes(` ${name} `),
  );
  const month = named === undefined ? value.get('month') : monthOf.get(named);
  const half = ` ${rest.join(' ')} `.replace(named === undefined ? '' : ` ${named} `, ' ').trim();
  const of24 =
    half === '' ? (hourOf.size === 0 ? hour : NaN) : (hourOf.get(`${half} ${hour % 12 || 12}`) ?? NaN);
  if (!(of24 <= 23)) return null;
  const time = (of24 * 60 + minute) * minuteMs + second * 1000;
  const [year, day] = [value.get('year'), value.get('day')];
  if (year === undefined || day === undefined)
    return month === undefined ? { dates: [], time, offset: null } : null;
  const at = month === undefined ? null : dayIn(shape, [year, month, day], around);
  const kind = `${order.join(' ')} ${calendar}`;
  return at === null ? null : { dates: [{ order: kind, day: at }], time, offset: null };
}

/** Any language. `around` says the century. */
export const localMoment =
  (around: number): MomentReader =>
  (cell) => {
    const plain = plainMoment(cell);
    const { text, offset } = clockIn(cell);
    const numbers = text.match(/\d+/g) ?? [];
    const between = text.split(/\d+/).slice(1);
    // 5 h 01 alone is how long somebody stayed.
    const isLikely = /\d[:.]\d\d/.test(text) || numbers.length > 3;
    if (!isLikely || numbers.length > 6 || plain?.dates.length === 0) return plain;
    const written = { numbers, between, words: wordsIn(text) };
    const found = shapesWith(numbers.length).flatMap((shape) => momentBy(shape, written, around) ?? []);
    const all = plain ? [plain, ...found] : found;
    const [first] = all;
    if (first === undefined) return null;
    const dates = all.filter(({ time }) => time === first.time).flatMap((one) => one.dates);
    return { ...first, offset, dates: [...new Map(dates.map((date) => [date.order, date])).values()] };
  };
