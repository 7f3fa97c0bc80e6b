const dayMs = 86_400_000;

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The days until which one puts something off, from a day on: the next, the next Monday, the first of the next month. */
export const laterDays = (day: string) => {
  const date = new Date(Date.parse(day));
  const toMonday = (8 - date.getUTCDay()) % 7 || 7;
  const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
  return {
    tomorrow: dayAfter(day, 1),
    monday: dayAfter(day, toMonday),
    month: month.toISOString().slice(0, 10),
  };
};
