import { locale } from '#web/texts/language.ts';

const places = (count: number) => Array.from({ length: count }, (_, place) => place);

const named = (tag: string, options: Intl.DateTimeFormatOptions, instants: readonly number[]) => {
  const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
  return instants.map((instant) => format.format(instant));
};

const months = places(12).map((month) => Date.UTC(2023, month, 1));
// 2023 began on a Sunday.
const days = places(7).map((day) => Date.UTC(2023, 0, 1 + day));

/** The names of months and days in a language, spelled as everywhere else in the portal. */
export const calendarWords = (tag = locale) => ({
  months: named(tag, { month: 'long' }, months),
  monthsShort: named(tag, { month: 'short' }, months),
  weekdays: named(tag, { weekday: 'long' }, days),
  weekdaysShort: named(tag, { weekday: 'short' }, days),
  weekdaysMin: named(tag, { weekday: 'narrow' }, days),
});

const plain = (word: string) => word.normalize('NFC').replaceAll(/[.॰]/g, '').toLowerCase();

const digits = (text: string) =>
  text
    .replaceAll(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replaceAll(/[\u0c66-\u0c6f]/g, (digit) => String(digit.charCodeAt(0) - 0xc66));

function monthOf(word: string, tag: string): number {
  if (/^\d{1,2}$/.test(word)) return Number(word);
  const wanted = plain(word);
  // Some people do not have the keyboard of their language, so English is read too.
  for (const spoken of [tag, 'en-US']) {
    const { months: long, monthsShort: short } = calendarWords(spoken);
    const place = [long, short].map((names) => names.findIndex((name) => plain(name) === wanted));
    const found = Math.max(...place);
    if (found >= 0) return found + 1;
  }
  return 0;
}

/** 24-జన-2026, 24 January 2026, 24/1/2026 or 2026-01-24 as yyyy-mm-dd; null if the text is not a day. */
export function readTypedDay(typed: string, tag = locale): string | null {
  const text = digits(typed.trim());
  const turned = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const written = /^(\d{1,2})[-/. ]+([^\d\s/-]+|\d{1,2})[-/. ]+(\d{4})$/.exec(text);
  const [day, word, year] = turned ? [turned[3], turned[2], turned[1]] : (written?.slice(1) ?? []);
  const month = word === undefined ? 0 : monthOf(word, tag);
  if (day === undefined || year === undefined || month === 0) return null;
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  const found = date.toISOString().slice(0, 10);
  // 31 February would become another day, and the year 26 another year.
  return found === `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}` ? found : null;
}
