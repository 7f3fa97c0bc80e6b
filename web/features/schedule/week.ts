import type { ScheduleRow } from '@gurukul/contract/schedule';
import { addDays, mondayOf, wallAt } from './clock.ts';

/** A meeting on a day of the viewer's calendar; one that runs past midnight has a second block for its rest. */
export interface Block {
  readonly row: ScheduleRow;
  readonly start: number;
  readonly end: number;
  /** Minutes since the day's midnight. */
  readonly from: number;
  readonly to: number;
  readonly isRest: boolean;
  /** Meetings at the same time stand side by side: which of how many places this one takes. */
  readonly lane: number;
  readonly lanes: number;
}

export interface WeekDay {
  readonly day: string;
  readonly blocks: readonly Block[];
}

type PlacedBlock = Omit<Block, 'lane' | 'lanes'>;

const midnight = 24 * 60;

function placedOn(row: ScheduleRow, meeting: string, zone: string) {
  const start = Date.parse(meeting);
  const { day, minutes: from } = wallAt(start, zone);
  const to = from + row.duration;
  const both = { row, start, end: start + row.duration * 60_000 };
  const first = { day, block: { ...both, from, to: Math.min(to, midnight), isRest: false } };
  if (to <= midnight) return [first];
  return [first, { day: addDays(day, 1), block: { ...both, from: 0, to: to - midnight, isRest: true } }];
}

/** Gives each block its own lane among those that overlap, directly or through a third. */
function withLanes(group: readonly PlacedBlock[]): Block[] {
  const ends: number[] = [];
  const placed = group.map((block) => {
    const free = ends.findIndex((end) => end <= block.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = block.to;
    return { ...block, lane };
  });
  return placed.map((block) => ({ ...block, lanes: ends.length }));
}

function sideBySide(blocks: readonly PlacedBlock[]): Block[] {
  const groups: PlacedBlock[][] = [];
  let end = -1;
  for (const block of blocks.toSorted((a, b) => a.from - b.from || b.to - a.to || a.row.id - b.row.id)) {
    if (block.from < end) groups.at(-1)!.push(block);
    else groups.push([block]);
    end = Math.max(end, block.to);
  }
  return groups.flatMap(withLanes);
}

/** The seven days from a Monday, as the viewer's calendar and clock have them. */
export function weekOf(rows: readonly ScheduleRow[], monday: string, zone: string): WeekDay[] {
  const placed = rows.flatMap((row) => row.meetings.flatMap((meeting) => placedOn(row, meeting, zone)));
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(monday, index);
    return { day, blocks: sideBySide(placed.filter((each) => each.day === day).map(({ block }) => block)) };
  });
}

/** The Mondays of this week, and of the first and the last week that are completely known. */
export function knownWeeks(rows: readonly ScheduleRow[], zone: string, now: number) {
  const current = mondayOf(wallAt(now, zone).day);
  const weekOfMeeting = (meeting: string | undefined) =>
    meeting ? mondayOf(wallAt(Date.parse(meeting), zone).day) : current;
  // Every slot meets once a week. Complete weeks are those from the latest first meeting to the earliest last meeting.
  const begins = rows.flatMap(({ meetings }) => meetings.slice(0, 1)).toSorted();
  const ends = rows.flatMap(({ meetings }) => meetings.slice(-1)).toSorted();
  const first = weekOfMeeting(begins.at(-1));
  const last = weekOfMeeting(ends[0]);
  return { first: first < current ? first : current, current, last: last > current ? last : current };
}

/** The hours to draw: those of all meetings and, in the present week, the present hour. */
export function hoursOf(days: readonly WeekDay[], nowMinutes: number | null) {
  const blocks = days.flatMap((day) => day.blocks);
  const now = nowMinutes === null ? [] : [nowMinutes];
  const first = Math.floor(Math.min(...blocks.map(({ from }) => from), ...now, midnight - 60) / 60);
  const last = Math.ceil(
    Math.max(...blocks.map(({ to }) => to), ...now.map((at) => at + 1), first * 60) / 60,
  );
  return { first, last: Math.max(last, first + 1) };
}
