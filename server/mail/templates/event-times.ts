import { eventZone } from '@gurukul/contract/events';

const knownZones = new Map<string, boolean>();

function hasRules(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Says whether it is a zone with known rules. */
function isZone(name: string): boolean {
  const known = knownZones.get(name);
  if (known !== undefined) return known;
  const isOne = (name.includes('/') || name === 'UTC') && hasRules(name);
  // Limited, because an import could have put any text into the column.
  if (knownZones.size < 1000) knownZones.set(name, isOne);
  return isOne;
}

/** The zone for a person's times; the office's where a mail of a version before has another text. */
export const zoneOf = (timezone: string): string => (isZone(timezone) ? timezone : eventZone);

interface Clock {
  readonly day: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
  readonly name: Intl.DateTimeFormat;
}

const clocks = new Map<string, Clock>();

function clockOf(timeZone: string): Clock {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = {
    day: new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone,
    }),
    time: new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    }),
    name: new Intl.DateTimeFormat('en-GB', { timeZoneName: 'long', timeZone }),
  };
  clocks.set(timeZone, clock);
  return clock;
}

const nameAt = (clock: Clock, at: Date) =>
  clock.name.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';

export const placeOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/**
 * Start and end on the clock of a zone, in words, with the zone's name. An end on another day names its day. When
 * clocks change in between, start and end each name their zone.
 */
export function spanIn(zone: string, startsAt: string, endsAt: string): string {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  const clock = clockOf(zone);
  const [firstDay, lastDay] = [clock.day.format(start), clock.day.format(end)];
  const [firstName, lastName] = [nameAt(clock, start), nameAt(clock, end)];
  const from = `${firstDay}, ${clock.time.format(start)}${firstName === lastName ? '' : ` (${firstName})`}`;
  const until = `${firstDay === lastDay ? '' : `${lastDay}, `}${clock.time.format(end)}`;
  return `${from} to ${until} (${placeOf(zone)}, ${lastName})`;
}
