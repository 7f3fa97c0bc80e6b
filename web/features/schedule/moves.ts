import type { ScheduleRow } from '@gurukul/contract/schedule';
import { offsetAt, wallAt } from '#web/lib/format/clock.ts';

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

const dayMs = 86_400_000;
const clocksChange = (at: string, zone: string) =>
  offsetAt(Date.parse(at) - dayMs, zone) !== offsetAt(Date.parse(at) + dayMs, zone);

/** Whether two meetings are at the same time of the week on the viewer's clock. */
function isSame(one: string, other: string, zone: string): boolean {
  const [once, then] = [wallAt(Date.parse(one), zone), wallAt(Date.parse(other), zone)];
  return once.weekday === then.weekday && once.minutes === then.minutes;
}

function movesOf(row: ScheduleRow, zone: string, now: number): Move[] {
  return row.meetings.flatMap((after, index) => {
    const before = row.meetings[index - 1];
    const start = Date.parse(after);
    if (before === undefined || start < now || start > now + weeksAhead * weekMs) return [];
    if (isSame(before, after, zone)) return [];
    // A single meeting that somebody moved is no change of clocks. A skipped hour moves a single one too.
    const wasSo = isSame(row.meetings[index - 2] ?? before, before, zone);
    const staysSo = isSame(after, row.meetings[index + 1] ?? after, zone);
    const isOfClocks = [before, after].some((at) => clocksChange(at, zone) || clocksChange(at, row.zone));
    return (wasSo && staysSo) || isOfClocks ? [{ row, before, after }] : [];
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
