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
