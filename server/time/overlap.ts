import { classDays } from '@gurukul/contract/classes';
import { Temporal } from 'temporal-polyfill';
import type { RowOf } from '../db/columns.ts';
import { int } from '../db/columns.ts';
import type { WeeklySlot } from './slots.ts';
import { weeklySlot } from './slots.ts';

/**
 * Says whether two weekly slots ever overlap. Most pairs are far enough apart in the week for any clock change. For the
 * others, all meetings of twelve months are computed and compared, so clocks that change on different days need no
 * special rule.
 */

/** A weekly slot with its length in minutes. */
export const timedSlot = weeklySlot.extend({ duration: int });
export type TimedSlot = RowOf<typeof timedSlot>;

/** The starts of the first two meetings that overlap. */
export interface Overlap {
  readonly start: Date;
  readonly otherStart: Date;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/**
 * Returns a function that says whether a slot overlaps with this one at a moment of the twelve months from `now` on.
 * Meetings that only touch do not overlap.
 */
export function overlapsWith(slot: TimedSlot, now: Date): (other: TimedSlot) => Overlap | null {
  const from = now.getTime();
  const until = Temporal.Instant.fromEpochMilliseconds(from)
    .toZonedDateTimeISO('UTC')
    .add({ years: 1 }).epochMilliseconds;
  const starts = startsOf(slot, from, until);
  const length = slot.duration * minuteMs;

  return (other) => {
    if (!canMeet(slot, other, from)) return null;
    const otherStarts = startsOf(other, from, until);
    const otherLength = other.duration * minuteMs;
    for (let i = 0, j = 0; i < starts.length && j < otherStarts.length;) {
      const [start, otherStart] = [starts[i]!, otherStarts[j]!];
      const [end, otherEnd] = [start + length, otherStart + otherLength];
      const lastsUntil = Math.min(end, otherEnd);
      if (Math.max(start, otherStart, from) < lastsUntil) {
        return { start: new Date(start), otherStart: new Date(otherStart) };
      }
      // The meeting that ends first overlaps with no later one.
      if (end === lastsUntil) i += 1;
      else j += 1;
    }
    return null;
  };
}

/** The local start in minutes from Monday 00:00. */
const wallInWeek = ({ class_day, time }: Pick<WeeklySlot, 'class_day' | 'time'>) =>
  classDays.indexOf(class_day) * dayMs +
  (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * minuteMs;

/** Says whether some UTC offset that each zone ever has would make them overlap in the week. */
function canMeet(slot: TimedSlot, other: TimedSlot, from: number): boolean {
  const year = new Date(from).getUTCFullYear();
  const apart = wallInWeek(other) - wallInWeek(slot);
  return stretchesOf(slot.zone, year).some(({ offsetMs }) =>
    stretchesOf(other.zone, year).some((stretch) => {
      const later = (apart + offsetMs - stretch.offsetMs + 2 * weekMs) % weekMs;
      return later < slot.duration * minuteMs || weekMs - later < other.duration * minuteMs;
    }),
  );
}

/** The starts of the meetings, from one that is surely over at `from` to the last one before `until`. */
export function startsOf(
  { class_day, time, zone, duration }: TimedSlot,
  from: number,
  until: number,
): number[] {
  const stretches = stretchesOf(zone, new Date(from).getUTCFullYear());
  // Days count from 1 January 1970, a Thursday. No zone is more than a day away from UTC.
  const earliest = Math.floor(from / dayMs) - 2 - Math.ceil((duration * minuteMs) / dayMs);
  const monday = earliest - ((earliest + 3) % 7);
  let wall = monday * dayMs + wallInWeek({ class_day, time });
  if (wall < earliest * dayMs) wall += weekMs;
  const starts: number[] = [];
  for (let start = instantOf(wall, stretches); start < until; start = instantOf(wall, stretches)) {
    starts.push(start);
    wall += weekMs;
  }
  return starts;
}

/** A time between two clock changes, when a zone has one UTC offset. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
  readonly offsetMs: number;
}

/**
 * The instant of a local time, which is given as if it were UTC. As everywhere for classes, a skipped time moves
 * forward, and of a repeated time the first counts.
 */
function instantOf(wall: number, stretches: readonly Stretch[]): number {
  let beforeTheChange = Number.NaN;
  for (const { from, until, offsetMs } of stretches) {
    const instant = wall - offsetMs;
    if (instant < until) return instant < from ? beforeTheChange : instant;
    beforeTheChange = instant;
  }
  throw new RangeError('outside of the years that were asked for');
}

const stretchesByZoneAndYear = new Map<string, readonly Stretch[]>();

/**
 * The stretches of a zone, from the month before a year to a month after the next one. Finding a zone's clock changes
 * is the slowest part here. The answer never changes, so each process caches it.
 */
export function stretchesOf(zone: string, year: number): readonly Stretch[] {
  const key = `${zone} ${year}`;
  const known = stretchesByZoneAndYear.get(key);
  if (known !== undefined) return known;

  const stretches: Stretch[] = [];
  const end = Date.UTC(year + 2, 1);
  let from = -Infinity;
  let moment = Temporal.Instant.fromEpochMilliseconds(Date.UTC(year - 1, 11)).toZonedDateTimeISO(zone);
  while (from < end) {
    const next = moment.getTimeZoneTransition('next');
    const until = next?.epochMilliseconds ?? Infinity;
    stretches.push({ from, until, offsetMs: moment.offsetNanoseconds / 1e6 });
    if (next === null) break;
    from = until;
    moment = next;
  }
  stretchesByZoneAndYear.set(key, stretches);
  return stretches;
}
