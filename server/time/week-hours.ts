import { classDays } from '@gurukul/contract/classes';
import type { ClassDay } from '@gurukul/contract/classes';
import { hoursOfWeek } from '@gurukul/contract/shared/week-hours';
import { startsOf, stretchesOf } from './overlap.ts';
import type { Stretch, TimedSlot } from './overlap.ts';

/**
 * Hours of a week on somebody's clock, as bits: the first is Monday from 00:00 to 01:00, the last Sunday from 23:00.
 */
export type WeekHours = bigint;

export { hoursOfWeek };

export const bitsOf = (hours: Iterable<number>): WeekHours => {
  let bits = 0n;
  for (const hour of hours) bits |= 1n << BigInt(hour);
  return bits;
};

export const areWithin = (hours: WeekHours, ticked: WeekHours): boolean => (hours & ~ticked) === 0n;

/** A weekday with a time, as a clock shows them. */
export interface ClockTime {
  readonly class_day: ClassDay;
  readonly time: string;
}

/** The meetings of a weekly slot as a clock shows them. */
export interface ShownMeetings {
  /** Every hour in which one of them is on. */
  readonly hours: WeekHours;
  /** When they begin: one time, or several where one of the two clocks changes. In order. */
  readonly begin: readonly ClockTime[];
}

/** A span of time in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
/** No zone's offset ends between two quarters of an hour. */
const stepMs = 15 * minuteMs;

/** Minutes since Monday 00:00. */
function minuteOfWeek(instant: number, stretches: readonly Stretch[]): number {
  const offsetMs = stretches.find(({ until }) => instant < until)!.offsetMs;
  const wall = instant + offsetMs;
  // 1 January 1970 was a Thursday.
  const weekday = (((Math.floor(wall / dayMs) + 3) % 7) + 7) % 7;
  return weekday * 1440 + Math.floor((((wall % dayMs) + dayMs) % dayMs) / minuteMs);
}

const two = (number: number) => String(number).padStart(2, '0');

const clockTime = (minute: number): ClockTime => ({
  class_day: classDays[Math.floor(minute / 1440)]!,
  time: `${two(Math.floor((minute % 1440) / 60))}:${two(minute % 60)}`,
});

/** All meetings of the span, which is at most a year from now, on the clock of a zone. */
export function meetingsOn(zone: string, slot: TimedSlot, { from, until }: Span): ShownMeetings {
  const stretches = stretchesOf(zone, new Date(from).getUTCFullYear());
  const hours = new Set<number>();
  const begin = new Set<number>();
  const seen = new Set<number>();
  for (const start of startsOf(slot, from, until)) {
    const end = start + slot.duration * minuteMs;
    if (end <= from) continue;
    const first = minuteOfWeek(start, stretches);
    const last = minuteOfWeek(end - 1, stretches);
    // Most weeks are as the one before.
    if (seen.size === seen.add(first * 10_080 + last).size) continue;
    begin.add(first);
    hours.add(Math.floor(last / 60));
    for (let at = start; at < end; at += stepMs) hours.add(Math.floor(minuteOfWeek(at, stretches) / 60));
  }
  return { hours: bitsOf(hours), begin: [...begin].map(clockTime) };
}
