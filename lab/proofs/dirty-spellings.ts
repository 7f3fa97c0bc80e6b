import type { Random } from '../../server/db/seed/random.ts';

/*
 * How people and programs spell a value that is known. The truth is written by hand beside each spelling and no reader
 * of the portal made it. Null: nobody can know what is meant, so it must be asked about or named.
 */

/** A cell of a spreadsheet program. A CSV has its text. */
export type Cell =
  | string
  | number
  | Date
  | { readonly f: string; readonly v: number }
  | { readonly e: string };

export interface Spelled {
  readonly cell: Cell;
  readonly truth: string | null;
  /** The name of the spelling, which a failure names. */
  readonly as: string;
}

const two = (figure: number) => String(figure).padStart(2, '0');
const digitsFrom = (zero: number) => (text: string) =>
  text.replaceAll(/\d/gu, (digit) => String.fromCodePoint(zero + Number(digit)));
const telugu = digitsFrom(0xc66);
const devanagari = digitsFrom(0x966);
const arabic = digitsFrom(0x660);
const wide = (text: string) =>
  text.replaceAll(/[!-~]/gu, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0));
const month = (iso: string, tag: string, width: 'short' | 'long') =>
  new Date(`${iso}T00:00:00Z`).toLocaleString(tag, { month: width, timeZone: 'UTC' });
const weekday = (iso: string, width: 'short' | 'long') =>
  new Date(`${iso}T00:00:00Z`).toLocaleString('en', { weekday: width, timeZone: 'UTC' });

type Day = { readonly iso: string; readonly y: string; readonly m: string; readonly d: string };
type DayStyle = readonly [name: string, spell: (day: Day) => Cell];

const words: readonly DayStyle[] = [
  ['iso', ({ iso }) => iso],
  ['y/m/d', ({ y, m, d }) => `${y}/${m}/${d}`],
  ['packed', ({ y, m, d }) => `${y}${m}${d}`],
  ['d Mon y', ({ iso, y, d }) => `${Number(d)} ${month(iso, 'en', 'short')} ${y}`],
  ['d-Mon-yy', ({ iso, y, d }) => `${d}-${month(iso, 'en', 'short')}-${y.slice(2)}`],
  ['MON', ({ iso, y, d }) => `${d}-${month(iso, 'en', 'short').toUpperCase()}-${y}`],
  ['Mon d, y', ({ iso, y, d }) => `${month(iso, 'en', 'long')} ${Number(d)}, ${y}`],
  ['weekday', ({ iso, y, d }) => `${weekday(iso, 'short')}, ${Number(d)} ${month(iso, 'en', 'long')} ${y}`],
  ['weekday behind', ({ iso, y, d }) => `${d}-${month(iso, 'en', 'short')}-${y} (${weekday(iso, 'long')})`],
  ['th', ({ iso, y, d }) => `${Number(d)}th of ${month(iso, 'en', 'long')}, ${y}`],
  ['Telugu', ({ iso, y, d }) => `${Number(d)} ${month(iso, 'te', 'long')} ${y}`],
  ['Telugu digits', ({ iso, y, d }) => telugu(`${Number(d)} ${month(iso, 'te', 'long')} ${y}`)],
  ['Hindi', ({ iso, y, d }) => `${Number(d)} ${month(iso, 'hi', 'long')} ${y}`],
  ['German', ({ iso, y, d }) => `${Number(d)}. ${month(iso, 'de', 'long')} ${y}`],
  ['hard blanks', ({ iso, y, d }) => `${d}\u00a0${month(iso, 'en', 'short')}\u202f${y}\u200b`],
  ['Chinese', ({ y, m, d }) => `${y}年${Number(m)}月${Number(d)}日`],
  ['real', ({ iso }) => new Date(`${iso}T00:00:00Z`)],
  ['serial', ({ iso }) => Math.round(Date.parse(`${iso}T00:00:00Z`) / 86_400_000) + 25_569],
];

const figures = (order: 'day' | 'month'): readonly DayStyle[] => {
  const parts = ({ m, d }: Day) => (order === 'day' ? [d, m] : [m, d]);
  const joined = (sign: string) => (day: Day) => [...parts(day), day.y].join(sign);
  return [
    ['slashes', joined('/')],
    ['hyphens', joined('-')],
    ['points', joined('.')],
    ['blanks around', joined(' / ')],
    ['short year', (day) => [...parts(day), day.y.slice(2)].join('/')],
    ['no zeros', (day) => [...parts(day).map(Number), day.y].join('/')],
    ['apostrophe', (day) => `'${joined('/')(day)}`],
    ['Devanagari digits', (day) => devanagari(joined('/')(day))],
    ['Arabic digits', (day) => arabic(joined('/')(day))],
    ['full width', (day) => wide(joined('/')(day))],
    ['marks unseen', (day) => `\u200e${joined('/')(day)}\u202c`],
    ['en dash', joined('–')],
  ];
};

/** How one column of days is written. */
export interface DayColumn {
  readonly order: 'day' | 'month' | null;
  readonly spell: (iso: string) => Spelled;
}

/** People write a column in one order; half of them in two spellings. `isBook`: real dates are possible. */
export function dayColumn(random: Random, isBook: boolean): DayColumn {
  const order = random.pick(['day', 'day', 'month', null] as const);
  const all = (order === null ? words : figures(order)).filter(
    ([name]) => isBook || (name !== 'real' && name !== 'serial'),
  );
  const some = random.chance(0.5) ? [random.pick(all)] : [random.pick(all), random.pick(all)];
  return {
    order,
    spell: (iso) => {
      const [y = '', m = '', d = ''] = iso.split('-');
      const [as, spell] = random.pick(some);
      return { cell: spell({ iso, y, m, d }), truth: iso, as };
    },
  };
}

/** A time of day behind a day, and the minutes after midnight that it means. */
export const timeStyles: readonly (readonly [string, (hour: number, minute: number) => string])[] = [
  ['24 hours', (hour, minute) => `${two(hour)}:${two(minute)}`],
  ['seconds', (hour, minute) => `${two(hour)}:${two(minute)}:00`],
  ['am', (hour, minute) => `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`],
  [
    'am with points',
    (hour, minute) => `${two(hour % 12 || 12)}.${two(minute)} ${hour < 12 ? 'a.m.' : 'p.m.'}`,
  ],
  ['am narrow', (hour, minute) => `${hour % 12 || 12}:${two(minute)}\u202f${hour < 12 ? 'am' : 'pm'}`],
];

/** Zones as a column beside the time, or behind it, says them, with the minutes ahead of UTC in winter and in summer. */
export const zoneStyles: readonly (readonly [name: string, winter: number, summer: number])[] = [
  ...[
    'Asia/Kolkata',
    'Asia/Calcutta',
    'India Standard Time',
    'Mumbai',
    'IST',
    'UTC+5:30',
    'UTC+05:30',
    'GMT+05:30',
    '+0530',
    '(GMT+05:30) Chennai, Kolkata, Mumbai, New Delhi',
    '(UTC+05:30) India Standard Time',
  ].map((name) => [name, 330, 330] as const),
  ...[
    'America/Los_Angeles',
    'US/Pacific',
    'Pacific Time (US & Canada)',
    'Pacific Standard Time',
    'Pacific Time',
    '(UTC-08:00) Pacific Time (US & Canada)',
  ].map((name) => [name, -480, -420] as const),
  ['America/New_York', -300, -240],
  ['Eastern Time (US & Canada)', -300, -240],
  ['Central Time (US & Canada)', -360, -300],
  ['Europe/London', 0, 60],
  ['GMT Standard Time', 0, 60],
  ['W. Europe Standard Time', 60, 120],
  ['Australia/Brisbane', 600, 600],
  ['PST', -480, -480],
  ['PDT', -420, -420],
  ['UTC', 0, 0],
  ['GMT', 0, 0],
];

/** One in twelve cells is one that nobody can read. */
const styleOf = <Style extends readonly unknown[]>(
  random: Random,
  styles: readonly Style[],
  isReadable: (style: Style) => boolean,
): Style => {
  const isGood = !random.chance(1 / 12);
  return random.pick(styles.filter((style) => isReadable(style) === isGood));
};

const mobile = (random: Random) =>
  `${random.between(6, 9)}${String(random.between(0, 999_999_999)).padStart(9, '0')}`;

type PhoneStyle = readonly [name: string, spell: (digits: string, other: string) => Cell, isReadable?: false];
const phones: readonly PhoneStyle[] = [
  ['plain', (digits) => digits],
  ['country', (digits) => `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`],
  ['country without plus', (digits) => `91${digits}`],
  ['country in brackets', (digits) => `(+91) ${digits}`],
  ['double zero', (digits) => `0091-${digits}`],
  ['zero', (digits) => `0${digits.slice(0, 5)}-${digits.slice(5)}`],
  ['zero in brackets', (digits) => `+91 (0) ${digits}`],
  ['tel', (digits) => `tel:+91-${digits}`],
  ['word', (digits) => `Mob: ${digits}`],
  ['mother', (digits) => `${digits} (mother)`],
  ['two', (digits, other) => `${digits} / ${other}`],
  ['two in lines', (digits, other) => `${digits}\n${other}`],
  ['two with comma', (digits, other) => `+91${digits}, +91${other}`],
  ['extension', (digits) => `${digits} ext. 23`],
  ['Telugu digits', (digits) => telugu(digits)],
  ['Devanagari digits', (digits) => devanagari(`+91 ${digits}`)],
  ['full width', (digits) => wide(`+91${digits}`)],
  ['marks unseen', (digits) => `\u202a+91 ${digits.slice(0, 5)}\u00a0${digits.slice(5)}\u202c`],
  ['apostrophe', (digits) => `'${digits}`],
  ['number', (digits) => Number(digits)],
  ['number with country', (digits) => Number(`91${digits}`)],
  ['decimal', (digits) => `${digits}.0`],
  ['formula text', (digits) => `="${digits}"`],
  ['points', (digits) => `${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`],
  ['shortened', (digits) => `9.${digits.slice(1, 6)}E+09`, false],
  ['shortened with comma', (digits) => `9,${digits.slice(1, 6)}E+11`, false],
  ['torn', (digits) => `${digits.slice(0, 5)}O${digits.slice(6)}`, false],
  ['too few', (digits) => digits.slice(0, 6), false],
  ['too many', (digits) => `${digits}${digits}`, false],
  ['error', () => ({ e: '#N/A' }), false],
];

/** Of India, as the portal stores it: ten digits. */
export function phone(random: Random): Spelled {
  const [digits, other] = [mobile(random), mobile(random)];
  const [as, spell, isReadable] = styleOf(random, phones, ([, , is]) => is !== false);
  return { cell: spell(digits, other), truth: isReadable === false ? null : digits, as };
}

type MailStyle = readonly [name: string, spell: (address: string, other: string) => Cell, isReadable?: false];
const mails: readonly MailStyle[] = [
  ['plain', (address) => address],
  ['named', (address) => `Asha Rao <${address}>`],
  ['mailto', (address) => `mailto:${address}`],
  ['angles', (address) => `<${address}>`],
  ['point', (address) => `${address}.`],
  ['semicolon', (address) => `${address};`],
  ['two', (address, other) => `${address}, ${other}`],
  ['two in lines', (address, other) => `${address}\n${other}`],
  ['two with slash', (address, other) => `${address} / ${other}`],
  ['bracket behind', (address) => `${address} (father)`],
  ['full width', (address) => address.replace('@', '＠')],
  ['marks unseen', (address) => `\u200b${address}\u00a0`],
  ['apostrophe', (address) => `'${address}`],
  ['quoted name', (address) => `"Rao, Asha" <${address}>`],
  ['no domain', () => 'asha@home', false],
  ['two signs', (address) => address.replace('@', '@@'), false],
  ['in words', (address) => address.replace('@', ' at '), false],
  ['comma for point', (address) => address.replaceAll('.', ','), false],
  ['error', () => ({ e: '#REF!' }), false],
];

export function mail(random: Random, address: string, other: string): Spelled {
  const [as, spell, isReadable] = styleOf(random, mails, ([, , is]) => is !== false);
  return { cell: spell(address, other), truth: isReadable === false ? null : address, as };
}

type NameStyle = readonly [name: string, spell: (first: string, last: string) => string];
const names: readonly NameStyle[] = [
  ['plain', (first, last) => `${first} ${last}`],
  ['blanks', (first, last) => `  ${first}   ${last} `],
  ['hard blank', (first, last) => `${first}\u00a0${last}\u200b`],
  ['turned round', (first, last) => `${last}, ${first}`],
  ['title', (first, last) => `Dr. ${first} ${last}`],
  ['two titles', (first, last) => `Dr. (Mrs.) ${first} ${last}`],
  ['parent', (first, last) => `${first} ${last} d/o Raman`],
  ['bracket', (first, last) => `${first} ${last} (Pune)`],
  ['number before', (first, last) => `7. ${first} ${last}`],
  ['line', (first, last) => `${first}\n${last}`],
];
export const name = (random: Random, first: string, last: string): Spelled => {
  const [as, spell] = random.pick(names);
  return { cell: spell(first, last), truth: `${first} ${last}`, as };
};

const grouped = (whole: string, sign: string) => whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, sign);
const inLakhs = (whole: string) =>
  whole.length <= 3
    ? whole
    : `${whole.slice(0, -3).replaceAll(/\B(?=(?:\d{2})+$)/gu, ',')},${whole.slice(-3)}`;

type AmountStyle = readonly [
  name: string,
  spell: (whole: string, cents: string) => Cell,
  of: 'any' | 'rupees' | 'euros',
  isReadable?: false,
];
const amounts: readonly AmountStyle[] = [
  ['plain', (whole, cents) => `${whole}.${cents}`, 'any'],
  ['thousands', (whole, cents) => `${grouped(whole, ',')}.${cents}`, 'any'],
  ['number', (whole, cents) => Number(`${whole}.${cents}`), 'any'],
  ['plus', (whole, cents) => `+${whole}.${cents}`, 'any'],
  ['apostrophe', (whole, cents) => `'${whole}.${cents}`, 'any'],
  ['hard blank', (whole, cents) => `\u00a0${whole}.${cents}\u200b`, 'any'],
  ['full width', (whole, cents) => wide(`${whole}.${cents}`), 'any'],
  ['lakhs', (whole, cents) => `${inLakhs(whole)}.${cents}`, 'rupees'],
  ['sign', (whole, cents) => `₹ ${inLakhs(whole)}.${cents}`, 'rupees'],
  ['Rs', (whole, cents) => `Rs. ${inLakhs(whole)}.${cents}`, 'rupees'],
  ['code', (whole, cents) => `INR ${whole}.${cents}`, 'rupees'],
  ['code behind', (whole, cents) => `${whole}.${cents} INR`, 'rupees'],
  ['Telugu digits', (whole, cents) => telugu(`${whole}.${cents}`), 'rupees'],
  ['Devanagari digits', (whole, cents) => devanagari(`₹${inLakhs(whole)}.${cents}`), 'rupees'],
  ['dash', (whole) => `${inLakhs(whole)}/-`, 'rupees'],
  ['comma', (whole, cents) => `${grouped(whole, '.')},${cents}`, 'euros'],
  ['blanks', (whole, cents) => `${grouped(whole, '\u202f')},${cents} €`, 'euros'],
  ['Swiss', (whole, cents) => `${grouped(whole, '’')}.${cents}`, 'euros'],
  ['shortened', (whole) => `${whole[0]}.2E+${whole.length - 1}`, 'any', false],
  ['three decimals', (whole) => `${whole.slice(0, 1)}.200`, 'euros', false],
  ['words', () => 'twelve hundred', 'any', false],
  ['error', () => ({ e: '#VALUE!' }), 'any', false],
  ['two', (whole) => `${whole} + ${whole}`, 'any', false],
];

/** `as` a column of this currency writes it. The truth has two decimals. */
export function amount(random: Random, currency: 'INR' | 'EUR' | 'USD'): Spelled {
  const whole = String(
    random.pick([random.between(1, 999), random.between(1000, 99_999), random.between(100_000, 9_999_999)]),
  );
  const own = { INR: 'rupees', EUR: 'euros', USD: 'dollars' }[currency];
  const [as, spell, , isReadable] = styleOf(
    random,
    amounts.filter(([, , of]) => of === 'any' || of === own),
    ([, , , is]) => is !== false,
  );
  const cents = as === 'dash' ? '00' : two(random.between(0, 99));
  return { cell: spell(whole, cents), truth: isReadable === false ? null : `${whole}.${cents}`, as };
}
