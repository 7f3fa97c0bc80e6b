import { today } from '#web/lib/format/format.ts';

const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' });

/** The latest day with attendance: in India a class may reach its day before the viewer does. */
export const latestDay = (now = new Date()): string => calendar.format(now);

/** The viewer's own day, unless it is later. */
export function usualDay(now = new Date()): string {
  const own = today(now);
  const latest = latestDay(now);
  return own < latest ? own : latest;
}
