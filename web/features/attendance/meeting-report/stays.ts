import { comingWords, isAlike, leavingWords, type Entry } from './layouts.ts';
import { minuteMs, type Moment } from './moments.ts';

/* When somebody was there, as far as the report says it; and how long at least and at most that is. */

/** In milliseconds, from and until. */
export type Span = readonly [number, number];

/** Once that somebody was there. */
export interface Stay {
  /** Certainly there. */
  readonly sure: Span | null;
  /** Nowhere but in this time; it may be without a beginning or an end. */
  readonly within: Span;
  /** Where the report says how long and not when. */
  readonly minutes: number | null;
}

/** What is known of the report as a whole. */
export interface Frame {
  readonly at: (moment: Moment) => number | null;
  /** The unit of stated numbers, by their table. */
  readonly unitOf: (table: number) => number;
  /** The time of the meeting. */
  readonly meeting: Span;
  /** The time of the whole report. */
  readonly report: Span;
  /** The last moment that it tells. */
  readonly last: number;
  /** The words of its events that end a stay; null: nobody can tell. */
  readonly leaving: ReadonlySet<string> | null;
  /** Words for joining other than the usual one may say "before". */
  readonly isBefore: (event: string) => boolean;
}

/** The minutes that a line states, in the unit of its table. */
export const statedBy = ({ stated, table }: Entry, unitOf: Frame['unitOf']): number | null =>
  stated?.[Math.min(stated.length - 1, unitOf(table))] ?? null;

const always: Span = [-Infinity, Infinity];
const unknown: Stay = { sure: null, within: always, minutes: null };

const byTime = (entries: readonly Entry[], at: Frame['at']) =>
  entries
    .map((entry) => ({ entry, time: entry.came ? at(entry.came) : null }))
    .filter((one): one is { entry: Entry; time: number } => one.time !== null)
    .toSorted((one, other) => one.time - other.time);

const beforeWords =
  /before|avant|vorher|\bvor\b|antes|prima|раньше|\bдо\b|前|이전|eerder|önce|przed|před|sebelum|trước|पहले|ముందు/iu;

/**
 * Which words end a stay: the known ones; else those that nobody's list begins with, because nobody leaves who has not come.
 * Null where the words do not tell.
 */
export function wordsOf(
  people: readonly (readonly Entry[])[],
  at: Frame['at'],
): Pick<Frame, 'leaving' | 'isBefore'> {
  const lists = people.map((own) => byTime(own, at).map(({ entry }) => entry.event ?? ''));
  const all = new Set(lists.flat());
  const begins = new Set(lists.flatMap((list) => list.slice(0, 1)));
  const known = [...all].filter((word) => leavingWords.test(word) && !comingWords.test(word));
  const others = [...all].filter((word) => !begins.has(word));
  const isKnown = known.length > 0 || [...all].every((word) => comingWords.test(word));
  const coming = [...all].filter((word) => !(isKnown ? known : others).includes(word));
  const isPlain = coming.length < 2 || coming.every((word) => comingWords.test(word));
  return {
    leaving: isKnown || others.length > 0 || all.size === 1 ? new Set(isKnown ? known : others) : null,
    isBefore: (event) => beforeWords.test(event) || !isPlain,
  };
}

function ofEvents(entries: readonly Entry[], { at, unitOf, leaving, isBefore, last }: Frame): Stay[] {
  if (leaving === null) return [unknown];
  const stays: Stay[] = [];
  let since: { from: number; isBefore: boolean } | null = null;
  const end = (until: number, latest: number) => {
    if (since === null) stays.push({ sure: null, within: [-Infinity, until], minutes: null });
    else
      stays.push({
        sure: [since.from, until],
        within: [since.isBefore ? -Infinity : since.from, latest],
        minutes: null,
      });
    since = null;
  };
  for (const { entry, time } of byTime(entries, at)) {
    const event = entry.event ?? '';
    const stated = leaving.has(event) ? statedBy(entry, unitOf) : null;
    if (stated !== null) since = { from: time - stated * minuteMs, isBefore: false };
    if (leaving.has(event)) end(time, time);
    else since ??= { from: time, isBefore: isBefore(event) };
  }
  if (since !== null) end(Math.max(last, (since as { from: number }).from), Infinity);
  return stays;
}

/** When somebody came and left by one line; null where it does not tell both. */
function spanOf({ came, went }: Entry, at: Frame['at']): Span | null {
  const [from, until] = [came && at(came), went && at(went)];
  if (from === null || until === null) return null;
  // Past midnight, where only the times are told.
  return [from, until < from && came?.dates.length === 0 ? until + 24 * 60 * minuteMs : until];
}

function ofLine(entry: Entry, total: number, frame: Frame): Stay {
  const { at, unitOf, meeting, report, last } = frame;
  const stated = statedBy(entry, unitOf);
  const span = spanOf(entry, at);
  const [from, until] = [entry.came && at(entry.came), entry.went && at(entry.went)];
  if (entry.isUnclear || (span && span[1] < span[0]))
    return { ...unknown, within: span && span[1] > span[0] ? span : always };
  if (span) {
    const minutes = (span[1] - span[0]) / minuteMs;
    const isRounded =
      stated !== null && stated >= minutes - 1 && (isAlike(stated, minutes) || isAlike(stated, total));
    if (stated === null || isRounded) return { sure: span, within: span, minutes: null };
    return stated < minutes
      ? { sure: null, within: span, minutes: stated }
      : { sure: span, within: always, minutes: stated };
  }
  const length = (stated ?? 0) * minuteMs;
  if (from !== null)
    return stated === null
      ? { sure: entry.hasEnds ? [from, Math.max(from, last)] : null, within: [from, Infinity], minutes: null }
      : { sure: null, within: [from, Math.max(meeting[1], from + length)], minutes: stated };
  if (until !== null)
    return {
      sure: null,
      within: [stated === null ? -Infinity : Math.min(meeting[0], until - length), until],
      minutes: stated,
    };
  if (stated === null) return unknown;
  return { sure: null, within: [report[0], Math.max(report[1], report[0] + length)], minutes: stated };
}

/** The stays of one person, and whether the report says that they were away for a good part of the time between. */
export function staysOf(
  entries: readonly Entry[],
  frame: Frame,
): { stays: readonly Stay[]; wasAway: boolean } {
  const { at } = frame;
  const spans = entries.map((entry) => spanOf(entry, at));
  const total = spans.reduce((sum, span) => sum + (span ? span[1] - span[0] : 0), 0) / minuteMs;
  // A summary before the single stays says nothing beside them.
  const isSummary = (index: number) => {
    const own = spans[index];
    const later = entries.flatMap((entry, other) =>
      entry.table > entries[index]!.table ? [spans[other]] : [],
    );
    return (
      own &&
      later.length > 0 &&
      later.every((one) => one && one[0] >= own[0] - minuteMs && one[1] <= own[1] + minuteMs)
    );
  };
  const lines = entries.filter((entry, index) => entry.event === null && !isSummary(index));
  const events = entries.filter(({ event }) => event !== null);
  const ofLines = lines.map((entry) => ofLine(entry, lines.length > 1 ? total : NaN, frame));
  return {
    stays: [...ofLines, ...(events.length > 0 ? ofEvents(events, frame) : [])],
    wasAway: ofLines.some(({ within: [from, until], minutes }, index) => {
      const span = spans[entries.indexOf(lines[index]!)];
      return (
        minutes !== null &&
        span !== null &&
        until - from < Infinity &&
        (until - from) / minuteMs - minutes > 10
      );
    }),
  };
}

const covered = (spans: readonly Span[]): number => {
  let [sum, reached] = [0, -Infinity];
  for (const [from, until] of spans.toSorted((one, other) => one[0] - other[0])) {
    sum += Math.max(0, until - Math.max(from, reached));
    reached = Math.max(reached, until);
  }
  return sum;
};

const cut = ([from, until]: Span, [starts, ends]: Span): Span => [
  Math.max(from, starts),
  Math.min(until, ends),
];

/** Minutes within the meeting, each minute once: how many at least, and at most. */
export function minutesIn(
  stays: readonly Stay[],
  { starts, ends }: { readonly starts: number; readonly ends: number },
): { least: number; most: number } {
  const pieces = stays
    .map((stay) => ({ ...stay, inside: cut(stay.within, [starts, ends]) }))
    .filter(({ inside: [from, until] }) => until > from)
    .toSorted((one, other) => one.inside[0] - other.inside[0]);
  let [least, most] = [0, 0];
  // Stays that overlap may be the same minutes.
  for (let index = 0; index < pieces.length;) {
    let until = pieces[index]!.inside[1];
    let end = index + 1;
    for (; end < pieces.length && pieces[end]!.inside[0] < until; end += 1)
      until = Math.max(until, pieces[end]!.inside[1]);
    const own = pieces.slice(index, end);
    const sure = covered(own.flatMap((stay) => (stay.sure ? [cut(stay.sure, [starts, ends])] : [])));
    const parts = own.map(({ within, inside, minutes }) => {
      const length = inside[1] - inside[0];
      const stated = minutes === null ? null : minutes * minuteMs;
      return {
        least: stated === null ? 0 : Math.max(0, stated - (within[1] - within[0] - length)),
        most: Math.min(length, stated ?? length),
      };
    });
    least += Math.max(sure, ...parts.map((part) => part.least));
    most += Math.min(
      covered(own.map(({ inside }) => inside)),
      parts.reduce((sum, part) => sum + part.most, 0),
    );
    index = end;
  }
  return { least: Math.min(least, most) / minuteMs, most: most / minuteMs };
}
