/** The day so many days later, or earlier; both are yyyy-mm-dd. */
export const inDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
