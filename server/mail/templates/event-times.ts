import { eventZone } from '@gurukul/contract/events';

/** Where somebody's clocks are, as far as is known. */
export interface Whereabouts {
  /** IANA zone. */
  readonly timezone: string;
  /** Name of a country. */
  readonly region: string;
}

/** Countries with one clock. Where there are several, the country does not say which one hangs on the wall. */
const zonesOfRegions: ReadonlyMap<string, string> = new Map([
  ['india', 'Asia/Kolkata'],
  ['nepal', 'Asia/Kathmandu'],
  ['sri lanka', 'Asia/Colombo'],
  ['bangladesh', 'Asia/Dhaka'],
  ['singapore', 'Asia/Singapore'],
  ['malaysia', 'Asia/Kuala_Lumpur'],
  ['united arab emirates', 'Asia/Dubai'],
  ['uae', 'Asia/Dubai'],
  ['qatar', 'Asia/Qatar'],
  ['oman', 'Asia/Muscat'],
  ['kuwait', 'Asia/Kuwait'],
  ['saudi arabia', 'Asia/Riyadh'],
  ['united kingdom', 'Europe/London'],
  ['uk', 'Europe/London'],
  ['ireland', 'Europe/Dublin'],
  ['germany', 'Europe/Berlin'],
  ['france', 'Europe/Paris'],
  ['netherlands', 'Europe/Amsterdam'],
  ['switzerland', 'Europe/Zurich'],
  ['south africa', 'Africa/Johannesburg'],
  ['mauritius', 'Indian/Mauritius'],
]);

const knownZones = new Map<string, boolean>();

function hasRules(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Whether it is a zone whose rules are known here. */
function isZone(name: string): boolean {
  const known = knownZones.get(name);
  if (known !== undefined) return known;
  const isOne = (name.includes('/') || name === 'UTC') && hasRules(name);
  // Names come from a column that anything could have been imported into.
  if (knownZones.size < 1000) knownZones.set(name, isOne);
  return isOne;
}

/**
 * The zone to tell somebody times in. Every student has the office's until another is known, so that one says less
 * than the country does.
 */
export function zoneOf({ timezone, region }: Whereabouts): string {
  if (timezone !== eventZone && isZone(timezone)) return timezone;
  return zonesOfRegions.get(region.trim().toLowerCase()) ?? eventZone;
}

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

const placeOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/**
 * From when until when on the clocks of a zone, in words, with the zone's name. An end on another day says which, and
 * when clocks change in between, each end says by which of the two it is told.
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
