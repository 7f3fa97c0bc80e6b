import { today } from '#web/lib/format.ts';

const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' });

/** The latest day of which attendance can be taken: in India a class may have its day before the viewer has it. */
export const latestDay = (now = new Date()): string => calendar.format(now);

/** The viewer's own day, unless he is further ahead. */
export function usualDay(now = new Date()): string {
  const own = today(now);
  const latest = latestDay(now);
  return own < latest ? own : latest;
}
