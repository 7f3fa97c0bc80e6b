import type { ScheduleRow } from '@gurukul/contract/schedule';
import { offsetAt, wallAt } from './clock.ts';

/** A weekly class that keeps its place on its own clock and loses it on the viewer's. */
export interface Move {
  readonly row: ScheduleRow;
  /** The last meeting before and the first one after. */
  readonly before: string;
  readonly after: string;
}

export interface MovesOfDay {
  /** The day of the clock change on the viewer's calendar. */
  readonly day: string;
  readonly moves: readonly Move[];
}

const weekMs = 7 * 86_400_000;
const weeksAhead = 8;

/** The day on which the difference between the viewer's clock and the class's clock changes. */
function dayOfChange({ row, before, after }: Move, zone: string): string {
  const apart = (instant: number) => offsetAt(instant, row.zone) - offsetAt(instant, zone);
  let low = Date.parse(before);
  let high = Date.parse(after);
  const once = apart(low);
  // A time that clocks jump over moves with them where nothing else does.
  if (apart(high) === once) return wallAt(high, zone).day;
  while (high - low > 60_000) {
    const middle = (low + high) / 2;
    if (apart(middle) === once) low = middle;
    else high = middle;
  }
  return wallAt(high, zone).day;
}

function movesOf(row: ScheduleRow, zone: string, now: number): Move[] {
  return row.meetings.flatMap((after, index) => {
    const before = row.meetings[index - 1];
    const start = Date.parse(after);
    if (before === undefined || start < now || start > now + weeksAhead * weekMs) return [];
    const once = wallAt(Date.parse(before), zone);
    const then = wallAt(start, zone);
    const stays = once.weekday === then.weekday && once.minutes === then.minutes;
    return stays ? [] : [{ row, before, after }];
  });
}

/** The classes that move for the viewer in the next eight weeks, by the day of the clock change. */
export function movesAhead(rows: readonly ScheduleRow[], zone: string, now: number): MovesOfDay[] {
  const byDay = new Map<string, Move[]>();
  for (const move of rows.flatMap((row) => movesOf(row, zone, now))) {
    const day = dayOfChange(move, zone);
    byDay.set(day, [...(byDay.get(day) ?? []), move]);
  }
  return [...byDay]
    .map(([day, moves]) => ({ day, moves: moves.toSorted((a, b) => a.after.localeCompare(b.after)) }))
    .toSorted((a, b) => a.day.localeCompare(b.day));
}
