import { officeZone } from '#web/lib/provider.ts';
import { formatDate, formatDateTimeToSecond, formatTimeOfDay, formatZone } from '#web/lib/format/format.ts';

/** Midnight on the office's clock: a file that says the day alone stands for it, and nobody pays on its second. */
const isDayAlone = (instant: string) => formatTimeOfDay(instant, officeZone()) === '00:00:00';

/** When it was paid, on the office's clock; without a time where none is known. */
export const paidWhen = (instant: string): string =>
  isDayAlone(instant) ? formatDate(instant, officeZone()) : formatDateTimeToSecond(instant, officeZone());

/** That clock, in words. */
export const officeClock = (): string => formatZone(officeZone());

/** The day of an instant on the office's calendar, yyyy-mm-dd. */
export const officeDayOf = (instant: string | number): string =>
  new Date(instant).toLocaleDateString('en-CA', { timeZone: officeZone() });
