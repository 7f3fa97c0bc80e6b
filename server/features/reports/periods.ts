import type { Rhythm } from '@gurukul/contract/reports';
import { Temporal } from 'temporal-polyfill';

const dayIn = (zone: string, now: Date) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);

/** The next Monday or first of a month after a day, yyyy-mm-dd. */
export function nextAfter(day: string, rhythm: Rhythm): string {
  const from = Temporal.PlainDate.from(day);
  return (
    rhythm === 'weekly' ? from.add({ days: 8 - from.dayOfWeek }) : from.with({ day: 1 }).add({ months: 1 })
  ).toString();
}

/** The week or month that was over on a day, both days included. */
export function periodBefore(day: string, rhythm: Rhythm): { from: string; to: string } {
  const at = Temporal.PlainDate.from(day);
  const end = rhythm === 'weekly' ? at.subtract({ days: at.dayOfWeek - 1 }) : at.with({ day: 1 });
  const from = rhythm === 'weekly' ? end.subtract({ weeks: 1 }) : end.subtract({ months: 1 });
  return { from: from.toString(), to: end.subtract({ days: 1 }).toString() };
}

/** The day and hour on a clock. */
export function clockOf(zone: string, now: Date): { day: string; hour: number } {
  const at = dayIn(zone, now);
  return { day: at.toPlainDate().toString(), hour: at.hour };
}
