import { isEnglish, locale } from '#web/texts/language.ts';

/**
 * How dates and times are shown. Everything goes through Intl. The parts are joined by hand, because no locale has the
 * office's formats (24-Jan-2026, 05:30 PM).
 */

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string | undefined): Intl.DateTimeFormat {
  const key = zone ?? '';
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, {
    numberingSystem: 'latn',
    ...(zone ? { timeZone: zone } : {}),
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h12',
  });
  formats.set(key, made);
  return made;
}

type Part = 'year' | 'month' | 'day' | 'weekday' | 'hour' | 'minute' | 'second' | 'dayPeriod';

type Parts = (part: Part) => string;

function partsOf(value: string, zone?: string): Parts | null {
  // A calendar day has no zone: reading and formatting it in UTC keeps the day.
  const day = isDay(value);
  const date = new Date(day ? `${value}T00:00:00Z` : value);
  if (Number.isNaN(date.getTime())) return null;
  const parts = format(day ? 'UTC' : zone).formatToParts(date);
  return (part) => parts.find(({ type }) => type === part)?.value ?? '';
}

type Formattable = string | null | undefined;

/** 24-Jan-2026 from a day (yyyy-mm-dd) or an instant; '' when there is none. */
export function formatDate(value: Formattable, zone?: string): string {
  const parts = value ? partsOf(value, zone) : null;
  return parts ? `${parts('day')}-${parts('month')}-${parts('year')}` : '';
}

/** 24-Jan-2026 05:30 PM from an instant. */
export function formatDateTime(value: Formattable, zone?: string): string {
  const time = formatTime(value, zone);
  return time === '' ? '' : `${formatDate(value, zone)} ${time}`;
}

/** 24-Jan-2026 05:30:00 pm from an instant: payments are told to the second. */
export function formatDateTimeToSecond(value: string, zone: string): string {
  const parts = partsOf(value, zone);
  if (!parts) return '';
  const time = `${parts('hour')}:${parts('minute')}:${parts('second')} ${parts('dayPeriod').toLowerCase()}`;
  return `${formatDate(value, zone)} ${time}`;
}

/** 17:30:00 from an instant. */
export function formatTimeOfDay(value: string, zone: string): string {
  const clock = { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', clock).format(new Date(value));
}

/** 05:30 PM from an instant. */
export function formatTime(value: Formattable, zone?: string): string {
  const parts = value ? partsOf(value, zone) : null;
  return parts ? `${parts('hour')}:${parts('minute')} ${parts('dayPeriod').toUpperCase()}` : '';
}

/** Saturday 05:30 PM from an instant, in the viewer's zone unless another is given. */
export function formatWeekdayTime(value: Formattable, zone?: string): string {
  const parts = value ? partsOf(value, zone) : null;
  return parts ? `${parts('weekday')} ${formatTime(value, zone)}` : '';
}

/** 24-01-2026, the format of weeks. */
export function formatWeekDay(day: string): string {
  return isDay(day) ? day.split('-').toReversed().join('-') : '';
}

const two = (part: number) => String(part).padStart(2, '0');

// The office writes the day before the month in every language.
const dayFirst = isEnglish ? 'en-GB' : locale;

const longDay = new Intl.DateTimeFormat(dayFirst, { timeZone: 'UTC', day: 'numeric', month: 'long' });

/** 8 March from a day, where the year is clear from the context. */
export const formatLongDay = (day: string): string => (isDay(day) ? longDay.format(Date.parse(day)) : '');

const monthAlone = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short' });

/** A month in the chosen language from the server's name of it, `Jun 2026`. */
export function formatMonth(label: string): string {
  const first = isEnglish ? Number.NaN : Date.parse(`1 ${label} UTC`);
  return Number.isNaN(first) ? label : `${monthAlone.format(first)} ${new Date(first).getUTCFullYear()}`;
}

const shortDay = new Intl.DateTimeFormat(dayFirst, { timeZone: 'UTC', day: 'numeric', month: 'short' });

/** 8 Mar from a day, short enough for a button. */
export const formatShortDay = (day: string): string => (isDay(day) ? shortDay.format(Date.parse(day)) : '');

const dayOfWeek = new Intl.DateTimeFormat(dayFirst, {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

/** Sun, 8 Mar from a day. */
export const formatDayOfWeek = (day: string): string => (isDay(day) ? dayOfWeek.format(Date.parse(day)) : '');

/** Whether a period of days ends before it begins. */
export const isTurned = (from: string, to: string): boolean => from !== '' && to !== '' && from > to;

/** Today as yyyy-mm-dd on the viewer's wall calendar. */
export function today(now = new Date()): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The viewer's IANA zone. */
export const viewerZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** India Standard Time, Eastern Time: a zone in words. Browsers would name some cities by old names. */
export const formatZone = (zone: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

const list = new Intl.ListFormat(locale, { type: 'conjunction' });

/** "Asha, Ravi and Devi" */
export const formatList = (items: readonly string[]) => list.format(items);

/** 90 minutes are 1.5 hours. */
export const hoursOf = (minutes: number) => Math.round(minutes / 6) / 10;

/** 1,500 */
export const formatNumber = (value: number) => value.toLocaleString(locale);

const thousands = /\B(?=(?:\d{3})+(?:\.|$))/g;
/** By thousands and then by hundreds: 1,00,000. */
const lakhs = /\B(?=(?:\d{2})*\d{3}(?:\.|$))/g;

/** 1,250.50 INR. Without a currency the amount alone. */
export const formatMoney = (amount: string, currency: string | null): string =>
  currency === null ? formatAmount(amount) : `${formatAmount(amount, currency)}\u00a0${currency}`;

/**
 * 1,250.50 from '1250.50'. The digits are grouped as text, so an amount never becomes a float. Rupees are grouped as in
 * India in English, too, as mails do it.
 */
export const formatAmount = (amount: string, currency?: string): string =>
  amount.replaceAll(isEnglish && currency !== 'INR' ? thousands : lakhs, ',');

/** 33 from 33.33. Less than one is not told as nothing, and nearly all is not told as all. */
export const wholePercent = (percentage: number): number =>
  percentage <= 0 || percentage >= 100 ? percentage : Math.min(99, Math.max(1, Math.round(percentage)));

/** 76 from 76.74: what a course asks of a student is not told as reached before it is. */
export const reachedPercent = (percentage: number): number =>
  percentage <= 0 ? percentage : Math.max(1, Math.floor(percentage));

/** The first `length` characters, with '...' only if something was cut. */
export function shorten(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}...`;
}
