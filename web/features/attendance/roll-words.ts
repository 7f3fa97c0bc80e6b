import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import { formatTime, formatWeekdayTime, formatZone } from '#web/lib/format/format.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';

const t = rollCallTexts;

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
