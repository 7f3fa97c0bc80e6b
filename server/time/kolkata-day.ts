const offset = 330 * 60_000;

/** The day of an instant in Kolkata, the provider's own calendar, yyyy-mm-dd. Kolkata has had one offset since 1945. */
export const kolkataDay = (instant: string | number) =>
  new Date(new Date(instant).getTime() + offset).toISOString().slice(0, 10);

/** '2026-03-05 18:30', the time on that calendar's clock; without a time at midnight, which stands for a day alone. */
export function kolkataTime(instant: string): string {
  const text = new Date(new Date(instant).getTime() + offset).toISOString();
  const [day = '', time = ''] = text.split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}
