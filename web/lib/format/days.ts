const dayMs = 86_400_000;

/** The day so many days after another, both yyyy-mm-dd. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
