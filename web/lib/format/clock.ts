import { addDays } from './days.ts';

/** The viewer's calendar and clock, read from instants through Intl alone. A day is yyyy-mm-dd. */

const minuteMs = 60_000;
const dayMs = 86_400_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  clocks.set(zone, made);
  return made;
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  const parts = clockOf(zone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((each) => each.type === type)?.value ?? 0);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - Math.floor(instant / 1000) * 1000;
}

export interface Wall {
  readonly day: string;
  /** Monday is 0. */
  readonly weekday: number;
  /** Since midnight. */
  readonly minutes: number;
}

const dayOf = (wall: number) => new Date(wall).toISOString().slice(0, 10);
const weekdayOf = (wall: number) => (new Date(wall).getUTCDay() + 6) % 7;

/** What calendar and clock on the wall show in a zone. */
export function wallAt(instant: number, zone: string): Wall {
  const wall = instant + offsetAt(instant, zone);
  return { day: dayOf(wall), weekday: weekdayOf(wall), minutes: Math.floor((wall % dayMs) / minuteMs) };
}

/** The Monday on or before a day. */
export const mondayOf = (day: string) => addDays(day, -weekdayOf(Date.parse(day)));

/** The instant at which calendar and clock on the wall show this in a zone. */
export function instantAt(day: string, minutes: number, zone: string): number {
  const wall = Date.parse(day) + minutes * minuteMs;
  return wall - offsetAt(wall - offsetAt(wall, zone), zone);
}
