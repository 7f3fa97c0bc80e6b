import type { AttendanceStatus } from '@gurukul/contract/shared/meetings/attendance-statuses';
import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import { formatTime, formatWeekdayTime, formatZone } from '#web/lib/format/format.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';

const t = rollCallTexts;

/** How many there are of each mark. Present and absent are always named. */
export function countsOf(statuses: readonly AttendanceStatus[]): string {
  const count = (status: AttendanceStatus) => statuses.filter((one) => one === status).length;
  const others = (['moved', 'drop-out'] as const).filter((status) => count(status) > 0);
  return [
    t.counts({ present: count('present'), absent: count('absent') }),
    ...others.map((status) => t[status]({ count: count(status) })),
  ].join(', ');
}

/** What a roll lacks: it is not called, or not finished; else its counts. */
export function calledWords(marks: readonly (AttendanceStatus | null)[]): string {
  const statuses = marks.filter((status) => status !== null);
  if (statuses.length === 0) return t.notCalled;
  const missing = marks.length - statuses.length;
  return [...(missing > 0 ? [t.unfinished({ count: missing })] : []), countsOf(statuses)].join(' · ');
}

/**
 * The time of a roll's class, on the clock of the class like its day. If the viewer's clock differs, both are named.
 */
export function rollWords({ starts_at: at, zone }: Pick<Roll, 'starts_at' | 'zone'>): readonly string[] {
  if (!at) return [];
  const yours = formatWeekdayTime(at);
  // Kept on the device by an older version.
  if (!zone) return [t.onYourClock({ time: yours })];
  if (formatWeekdayTime(at, zone) === yours) return [formatTime(at, zone)];
  return [
    t.onItsClock({ time: formatTime(at, zone), zone: formatZone(zone) }),
    t.onYourClock({ time: yours }),
  ];
}
