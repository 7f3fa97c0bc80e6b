import { addDays } from '#web/lib/format/days.ts';

/** The days until which one puts something off, from a day on: the next, the next Monday, the first of the next month. */
export const laterDays = (day: string) => {
  const date = new Date(Date.parse(day));
  const toMonday = (8 - date.getUTCDay()) % 7 || 7;
  const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
  return {
    tomorrow: addDays(day, 1),
    monday: addDays(day, toMonday),
    month: month.toISOString().slice(0, 10),
  };
};
