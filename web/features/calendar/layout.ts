import { mondayOf, wallAt } from '#web/lib/format/clock.ts';
import { addDays } from '#web/lib/format/days.ts';

/** What a calendar places: anything with a beginning and an end. */
export interface Timed {
  readonly starts_at: string;
  readonly ends_at: string;
}

/** A meeting on a day of the viewer's calendar; one that runs past midnight has a second block for its rest. */
export interface Block<M> {
  readonly meeting: M;
  readonly start: number;
  readonly end: number;
  /** Minutes since the day's midnight. */
  readonly from: number;
  readonly to: number;
  readonly isRest: boolean;
  /** Meetings at the same time stand side by side: which of how many places this one takes. */
  readonly lane: number;
  readonly lanes: number;
  /** How many places it is wide: those at its right are its own where nobody else needs them. */
  readonly span: number;
}

/** Meetings that have no place side by side. */
export interface More {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly lanes: number;
}

export interface CalendarDay<M> {
  readonly day: string;
  readonly blocks: readonly Block<M>[];
  readonly more: readonly More[];
}

type PlacedBlock<M> = Omit<Block<M>, 'lane' | 'lanes' | 'span'>;

const midnight = 24 * 60;

/** A shorter meeting is drawn as long as this, so that its name can be read. */
const drawnAtLeast = 30;

function placedOn<M extends Timed>(meeting: M, zone: string) {
  const start = Date.parse(meeting.starts_at);
  const end = Date.parse(meeting.ends_at);
  const { day, minutes: from } = wallAt(start, zone);
  const to = from + (end - start) / 60_000;
  const both = { meeting, start, end };
  const first = { day, block: { ...both, from, to: Math.min(to, midnight), isRest: false } };
  if (to <= midnight) return [first];
  return [first, { day: addDays(day, 1), block: { ...both, from: 0, to: to - midnight, isRest: true } }];
}

const drawnTo = ({ from, to }: { from: number; to: number }) => Math.max(to, from + drawnAtLeast);

/** Gives each block its own lane among those that overlap, directly or through a third. */
function withLanes<M>(group: readonly PlacedBlock<M>[]): Block<M>[] {
  const ends: number[] = [];
  const placed = group.map((block) => {
    const free = ends.findIndex((end) => end <= block.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = drawnTo(block);
    return { ...block, lane };
  });
  return placed.map((block) => {
    const taken = placed.filter(
      (other) => other.lane > block.lane && other.from < drawnTo(block) && block.from < drawnTo(other),
    );
    const next = Math.min(ends.length, ...taken.map(({ lane }) => lane));
    return { ...block, lanes: ends.length, span: next - block.lane };
  });
}

function groupsOf<M>(blocks: readonly PlacedBlock<M>[]): Block<M>[][] {
  const groups: PlacedBlock<M>[][] = [];
  let end = -1;
  for (const block of blocks.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (block.from < end) groups.at(-1)!.push(block);
    else groups.push([block]);
    end = Math.max(end, drawnTo(block));
  }
  return groups.map(withLanes);
}

/** Of too many side by side the last lanes become one, which says how many they are. */
function narrowed<M>(group: readonly Block<M>[], most: number) {
  const lanes = group[0]?.lanes ?? 0;
  if (lanes <= most) return { blocks: group, more: [] };
  const hidden = group.filter(({ lane }) => lane >= most - 1);
  const from = Math.min(...hidden.map((block) => block.from));
  const to = Math.max(...hidden.map(drawnTo));
  return {
    blocks: group
      .filter(({ lane }) => lane < most - 1)
      .map((block) => ({ ...block, lanes: most, span: Math.min(block.span, most - 1 - block.lane) })),
    more: [{ from, to, count: hidden.length, lanes: most }],
  };
}

/** So many days as the viewer's calendar and clock have them, with at most so many meetings side by side. */
export function daysOf<M extends Timed>(
  meetings: readonly M[],
  days: readonly string[],
  zone: string,
  most: number,
): CalendarDay<M>[] {
  const placed = Map.groupBy(
    meetings.flatMap((meeting) => placedOn(meeting, zone)),
    ({ day }) => day,
  );
  return days.map((day) => {
    const groups = groupsOf((placed.get(day) ?? []).map(({ block }) => block));
    const parts = groups.map((group) => narrowed(group, most));
    return {
      day,
      blocks: parts.flatMap(({ blocks }) => blocks),
      more: parts.flatMap(({ more }) => more),
    };
  });
}

/** Days with meetings side by side are wider, so that their names can be read. */
export const columnsOf = <M>(days: readonly CalendarDay<M>[]) =>
  days
    .map(
      ({ blocks, more }) =>
        Math.max(1, ...[...blocks, ...more].map(({ lanes }) => lanes)) + Math.min(1, more.length),
    )
    .map((lanes) => `minmax(0, ${lanes + 2}fr)`)
    .join(' ');

/** The seven days from the Monday on or before a day. */
export const weekOf = (day: string): string[] => {
  const monday = mondayOf(day);
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
};

/** The hours of the clock on paper, in heights of an hour. */
export interface Scale {
  readonly hours: readonly { readonly hour: number; readonly top: number; readonly size: number }[];
  readonly height: number;
  readonly topOf: (minutes: number) => number;
  readonly minutesAt: (top: number) => number;
}

/** One of several hours in which nobody meets on any of the days. */
const emptySize = 0.25;

/** From the first meeting to the last; where nobody meets for hours, these are narrow. */
export function scaleOf<M>(days: readonly CalendarDay<M>[]): Scale {
  const spans = days.flatMap(({ blocks, more }) => [...blocks, ...more]);
  const first = Math.floor(Math.min(...spans.map(({ from }) => from), midnight - 60) / 60);
  const last = Math.min(24, Math.max(Math.ceil(Math.max(...spans.map(drawnTo), 0) / 60), first + 1));
  const isBusy = (hour: number) =>
    spans.some((span) => span.from < (hour + 1) * 60 && drawnTo(span) > hour * 60);
  const isNarrow = (hour: number) => !isBusy(hour) && (!isBusy(hour - 1) || !isBusy(hour + 1));
  let height = 0;
  const hours = Array.from({ length: last - first }, (_, index) => {
    const hour = first + index;
    const top = height;
    const size = isNarrow(hour) ? emptySize : 1;
    height += size;
    return { hour, top, size };
  });
  return {
    hours,
    height,
    topOf: (minutes) => {
      const { hour, top, size } = hours.findLast((one) => one.hour * 60 <= minutes) ?? hours[0]!;
      return Math.min(height, Math.max(0, top + (minutes / 60 - hour) * size));
    },
    minutesAt: (at) => {
      const { hour, top, size } = hours.findLast((one) => one.top <= at) ?? hours[0]!;
      return (hour + (at - top) / size) * 60;
    },
  };
}

interface Period {
  readonly from: string;
  readonly to: string;
}

/** A period over the days that it touches: its first and last one, and in which row it has room. */
export type Placed<P> = P & { readonly first: number; readonly last: number; readonly row: number };

/** The periods that touch the days, each in the first row with room for it. */
export function placedOver<P extends Period>(periods: readonly P[], days: readonly string[]): Placed<P>[] {
  const ends: number[] = [];
  return periods.flatMap((period) => {
    const first = days.findIndex((day) => day >= period.from);
    const last = days.findLastIndex((day) => day <= period.to);
    if (first < 0 || last < first) return [];
    const free = ends.findIndex((end) => end < first);
    const row = free < 0 ? ends.length : free;
    ends[row] = last;
    return [{ ...period, first, last, row }];
  });
}
