import { timeZones as officeZones } from '@gurukul/contract/classes';
import type { SheetLine } from '#web/lib/files/sheet.ts';
import { timeZones } from '#web/lib/format/time-zones.ts';
import { durationsIn } from './durations.ts';
import {
  contentsOf,
  isAlike,
  minutesBetween,
  type ColumnAnswers,
  type ColumnQuestion,
  type Contents,
  type Entry,
  type Head,
} from './layouts.ts';
import {
  dayMs,
  latin,
  localMoment,
  minuteMs,
  plainMoment,
  type Moment,
  type MomentReader,
} from './moments.ts';
import { statedBy, staysOf, wordsOf, type Frame, type Span, type Stay } from './stays.ts';

/*
 * The participants' report of an online meeting of Zoom, Google Meet or Microsoft Teams: who was there, and when. Layouts
 * (layouts.ts) say what each line says; this module finds the clock that the times are on; stays.ts judges.
 */

/** When the meeting was, in milliseconds. */
export interface MeetingTime {
  readonly starts: number;
  readonly ends: number;
  /** The zone of the class, and of the person who reads. */
  readonly zone: string;
  readonly viewerZone: string;
}

/** Somebody in the report, with all their stays. */
export interface Reported {
  readonly name: string;
  readonly email: string;
  readonly stays: readonly Stay[];
  /** The report says that they held the meeting. */
  readonly isHost: boolean;
  /** It says a much shorter time than from coming to leaving. */
  readonly wasAway: boolean;
}

/** Which clock the times are on: the class's, the reader's, one that the report names, or another one. */
export type ReportClock = 'class' | 'viewer' | 'said' | 'other';

export type MeetingReport =
  | {
      readonly kind: 'report';
      readonly people: readonly Reported[];
      readonly clock: ReportClock;
      /** The zone of the clock; null where each time says its own. */
      readonly zone: string | null;
      /** The first time as it stands there. */
      readonly begins: string;
      /** It has no times that say of which meeting it is. */
      readonly isUndated: boolean;
      /** Somebody who is not in it may have been there. */
      readonly isPartial: boolean;
      /** Names whose lines say nothing of being there. */
      readonly unread: readonly string[];
      /** Names of people who were never let in. */
      readonly outside: readonly string[];
    }
  /** Several meetings at this time; their titles. */
  | { readonly kind: 'several'; readonly titles: readonly string[] }
  /** What its columns say is not known. */
  | { readonly kind: 'columns'; readonly questions: readonly ColumnQuestion[] }
  /** Of another time, which is named as it stands there. */
  | { readonly kind: 'other'; readonly at: string }
  /** Times that nobody here can read. */
  | { readonly kind: 'unreadable'; readonly times: readonly string[] }
  | { readonly kind: 'none' };

/** What somebody has said about a report. */
export interface ReportAnswers {
  /** The zone of its clock. */
  readonly zone?: string;
  /** Which of several meetings, by place; -1 for all. */
  readonly meeting?: number;
  readonly columns?: ColumnAnswers;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show, as if it were UTC. */
function wallAt(instant: number, zone: string): number {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(zone, clock);
  }
  return Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`);
}

/** The instant at which the clocks of a zone show that. */
function instantOf(wall: number, zone: string): number {
  const first = wall - (wallAt(wall, zone) - wall);
  return first - (wallAt(first, zone) - wall);
}

/** A way to read times: the order of dates, and from the wall of a clock to the instant. */
interface Reading {
  readonly order: string | undefined;
  readonly zone: string | null;
  readonly clock: ReportClock;
  readonly instant: (wall: number) => number;
}

/** From a moment to the instant, or null. A time alone is the one nearest to the meeting. */
const atOf =
  ({ order, instant }: Reading, { starts }: MeetingTime): Frame['at'] =>
  ({ dates, time, offset }) => {
    const real = (wall: number) => (offset === null ? instant(wall) : wall - offset * minuteMs);
    if (dates.length > 0) {
      const day = dates.find((one) => one.order === order)?.day;
      return day === undefined ? null : real(day + time);
    }
    const day = starts - (starts % dayMs);
    const near = [-1, 0, 1].map((days) => real(day + days * dayMs + time));
    return near.toSorted((one, other) => Math.abs(one - starts) - Math.abs(other - starts))[0]!;
  };

/** The times by which a report is recognised: those of people, or of its own meeting. */
const timesOf = ({
  entries,
  heads,
}: Pick<Contents, 'entries' | 'heads'>): (readonly [Moment, Moment | null])[] => {
  const pair = (from: Moment | null, until: Moment | null) =>
    from ? [[from, until] as const] : until ? [[until, null] as const] : [];
  const own = entries.flatMap(({ came, went }) => pair(came, went));
  return own.length > 0 ? own : heads.flatMap(({ starts, ends }) => pair(starts, ends));
};

/** Minutes of a report within the meeting. Somebody who only came was there for a while. */
function fitOf(
  times: ReturnType<typeof timesOf>,
  at: Frame['at'],
  { starts, ends }: MeetingTime,
): { fit: number; all: number } {
  let [fit, all] = [0, 0];
  for (const [one, other] of times) {
    const from = at(one);
    const until = (other && at(other)) ?? from;
    if (from === null || until === null) continue;
    const end = Math.max(until < from ? until + dayMs : until, from + 15 * minuteMs);
    all += end - from;
    fit += Math.max(0, Math.min(end, ends) - Math.max(from, starts));
  }
  return { fit, all };
}

/* Where most hosts live; of zones with one clock the first is named. */
const likelyZones = [
  ...new Set([
    ...Object.values(officeZones),
    'UTC',
    'Europe/London',
    'Europe/Berlin',
    'Asia/Dubai',
    'Asia/Singapore',
    'Australia/Sydney',
    'America/Sao_Paulo',
    'Asia/Karachi',
    'Asia/Tokyo',
    'Africa/Nairobi',
    'Pacific/Auckland',
  ]),
  ...timeZones.map(({ value }) => value),
];

/** The reading that fits the meeting, or null. */
function readingOf(contents: Contents, meeting: MeetingTime, said: ReportAnswers): Reading | null {
  const times = timesOf(contents);
  const { zone, viewerZone, starts } = meeting;
  const moments = times.flatMap(([one, other]) => (other ? [one, other] : [one]));
  const orders = [...new Set(moments.flatMap(({ dates }) => dates.map(({ order }) => order)))];
  const on = (clock: ReportClock, place: string | null, instant: Reading['instant']) =>
    (orders.length === 0 ? [undefined] : orders).map((order): Reading => ({
      order,
      zone: place,
      clock,
      instant,
    }));
  const inZone = (clock: ReportClock, place: string) => on(clock, place, (wall) => instantOf(wall, place));
  const isSaid = moments.length > 0 && moments.every(({ offset }) => offset !== null);
  const own =
    said.zone !== undefined
      ? inZone(said.zone === zone ? 'class' : said.zone === viewerZone ? 'viewer' : 'other', said.zone)
      : isSaid
        ? on('said', null, (wall) => wall)
        : [...inZone('class', zone), ...(viewerZone === zone ? [] : inZone('viewer', viewerZone))];
  if (times.length === 0) return own[0]!;
  const weigh = (readings: readonly Reading[]) => {
    const weighed = readings.map((reading) => ({
      reading,
      ...fitOf(times, atOf(reading, meeting), meeting),
    }));
    const most = Math.max(...weighed.map(({ fit }) => fit));
    // The first of those that fit well: the class's clock before the reader's.
    return weighed.find(({ fit }) => fit > 0 && fit >= most / 2) ?? null;
  };
  const best = weigh(own);
  if (said.zone !== undefined || isSaid || (best && best.fit >= best.all / 2)) return best && best.reading;
  // Every other clock of the world.
  const ahead = new Map<number, string>();
  for (const place of likelyZones) {
    const offset = wallAt(starts, place) - starts;
    if (!ahead.has(offset)) ahead.set(offset, place);
  }
  const [other] = [...ahead]
    .flatMap(([offset, place]) => on('other', place, (wall) => wall - offset))
    .map((reading) => ({ reading, ...fitOf(times, atOf(reading, meeting), meeting) }))
    .toSorted((one, two) => two.fit - one.fit);
  // Moved by the hours of a zone, the report of another meeting overlaps this one in part.
  const isOther = other !== undefined && other.fit * 4 >= other.all * 3 && other.fit > (best?.fit ?? 0) * 2;
  return isOther ? other.reading : (best?.reading ?? null);
}

/** The unit of the numbers of each table: the one in which they agree with the times, or are possible. */
function unitsOf(entries: readonly Entry[], meeting: MeetingTime): Frame['unitOf'] {
  const length = (meeting.ends - meeting.starts) / minuteMs;
  const units = new Map<number, number>();
  for (const [table, own] of Map.groupBy(entries, (entry) => entry.table)) {
    const inUnit = (unit: number) =>
      own.flatMap((entry) => {
        const minutes = statedBy(entry, () => unit);
        return minutes === null ? [] : [{ minutes, span: minutesBetween(entry.came, entry.went) }];
      });
    const ranks = [0, 1, 2].map((unit) => {
      const all = inUnit(unit);
      return {
        unit,
        agrees: all.filter(({ minutes, span }) => span !== null && isAlike(minutes, span)).length,
        isPossible: all.every(({ minutes }) => minutes <= 3 * length),
      };
    });
    const [best] = ranks.toSorted(
      (one, other) =>
        other.agrees - one.agrees ||
        Number(other.isPossible) - Number(one.isPossible) ||
        one.unit - other.unit,
    );
    units.set(table, best?.unit ?? 0);
  }
  return (table) => units.get(table) ?? 0;
}

/** The lines of each person together: by address, and by name where the address is missing. */
function united(entries: readonly Entry[]): (readonly Entry[])[] {
  const mailsOf = Map.groupBy(
    entries.filter(({ email }) => email !== ''),
    ({ name }) => name.toLowerCase(),
  );
  const withMail = entries.map((entry) => {
    const mails = new Set(mailsOf.get(entry.name.toLowerCase())?.map(({ email }) => email));
    const [only = ''] = mails;
    return { ...entry, email: entry.email === '' && mails.size === 1 ? only : entry.email };
  });
  return [...Map.groupBy(withMail, ({ name, email }) => `${name.toLowerCase()} ${email}`).values()];
}

/** Those of the meetings of a file that are of this time; a meeting without times may be. */
function meetingsOf({ entries, heads }: Contents, at: Frame['at'], meeting: MeetingTime): number[] {
  return heads.flatMap((head, index) => {
    const own = { entries: entries.filter((entry) => entry.meeting === index), heads: [head] };
    const times = timesOf(own);
    return own.entries.length > 0 && (times.length === 0 || fitOf(times, at, meeting).fit > 0) ? [index] : [];
  });
}

/** The time of the report: as its head says it, or longer than the meeting by what somebody has more. */
function reportSpan(
  heads: readonly Head[],
  longest: number,
  at: Frame['at'],
  { starts, ends }: MeetingTime,
): Span {
  const [from, until] = [heads[0]?.starts, heads[0]?.ends].map((moment) => (moment ? at(moment) : null));
  if (from !== null && from !== undefined && until !== null && until !== undefined && until > from)
    return [from, until];
  return [starts - Math.max(0, longest * minuteMs - (ends - starts)), ends];
}

const timeLike = (cell: string) => {
  const text = latin(cell);
  return text.length < 60 && /\d[:.]\d\d/.test(text) && (text.match(/\d+/g) ?? []).length > 3;
};

function attempt(
  lines: readonly SheetLine[],
  meeting: MeetingTime,
  said: ReportAnswers,
  at: MomentReader,
): MeetingReport {
  const contents = contentsOf(lines, at, said.columns);
  const isTimed = contents !== null && timesOf(contents).length > 0;
  const cells = lines.flatMap((line) => line.cells);
  const times = isTimed
    ? []
    : cells.filter((cell) => timeLike(cell) && at(cell) === null && durationsIn(cell) === null);
  if (times.length > 0) return { kind: 'unreadable', times: [...new Set(times)].slice(0, 3) };
  if (contents === null) return { kind: 'none' };
  if (contents.questions.length > 0) return { kind: 'columns', questions: contents.questions };
  const begins =
    [...contents.entries, ...contents.heads].find(({ written }) => written !== '')?.written ?? '';
  const reading = readingOf(contents, meeting, said);
  if (reading === null) return { kind: 'other', at: begins };
  const instantAt = atOf(reading, meeting);
  const fitting = meetingsOf(contents, instantAt, meeting);
  if (fitting.length > 1 && said.meeting === undefined)
    return {
      kind: 'several',
      titles: fitting.map((index) => contents.heads[index]!.title || String(index + 1)),
    };
  const chosen = said.meeting === undefined || said.meeting < 0 ? fitting : [fitting[said.meeting]!];
  const isChosen = ({ meeting: index }: Entry) =>
    contents.heads.length < 2 || fitting.length === 0 || chosen.includes(index);
  const all = contents.entries.filter(isChosen);
  const entries = all.filter(({ isOutside }) => !isOutside);
  const unitOf = unitsOf(entries, meeting);
  const instants = entries.flatMap(({ came, went }) =>
    [came, went].flatMap((moment) => (moment ? (instantAt(moment) ?? []) : [])),
  );
  const longest = Math.max(0, ...entries.map((entry) => statedBy(entry, unitOf) ?? 0));
  const people = united(entries);
  const frame: Frame = {
    at: instantAt,
    unitOf,
    meeting: [meeting.starts, meeting.ends],
    report: reportSpan(
      chosen.map((index) => contents.heads[index]!),
      longest,
      instantAt,
      meeting,
    ),
    last: Math.max(-Infinity, ...instants),
    ...wordsOf(
      people.map((own) => own.filter(({ event }) => event !== null)),
      instantAt,
    ),
  };
  const inside = new Set(people.flatMap((own) => own.map(({ name }) => name.toLowerCase())));
  return {
    kind: 'report',
    people: people.map((own) => ({
      name: own[0]!.name,
      email: own[0]!.email,
      isHost: own.some(({ isHost }) => isHost),
      ...staysOf(own, frame),
    })),
    clock: reading.clock,
    zone: reading.zone,
    begins,
    isUndated: !isTimed && entries.some(({ stated }) => stated !== null),
    isPartial: contents.isPartial,
    unread: [...new Set(contents.unread)],
    outside: [
      ...new Set(
        all
          .filter(({ name, isOutside }) => isOutside && !inside.has(name.toLowerCase()))
          .map(({ name }) => name),
      ),
    ],
  };
}

const remembered = (read: MomentReader): MomentReader => {
  const known = new Map<string, Moment | null>();
  return (cell) => {
    const found = known.get(cell);
    if (found !== undefined) return found;
    const moment = read(cell);
    known.set(cell, moment);
    return moment;
  };
};

const isAsked = ({ kind }: MeetingReport) => kind === 'several' || kind === 'columns';

/** English and ISO first; then, where that finds no time of this meeting, every language. */
export function readReport(
  lines: readonly SheetLine[],
  meeting: MeetingTime,
  said: ReportAnswers = {},
): MeetingReport {
  const plain = attempt(lines, meeting, said, remembered(plainMoment));
  const isUnread = (cell: string) =>
    timeLike(cell) && plainMoment(cell) === null && durationsIn(cell) === null;
  const isFit = isAsked(plain) || (plain.kind === 'report' && plain.clock !== 'other');
  const cells = lines.flatMap((line) => line.cells);
  if (isFit ? !cells.some(isUnread) : !cells.some(timeLike)) return plain;
  const any = attempt(lines, meeting, said, remembered(localMoment(meeting.starts)));
  return any.kind === 'report' || isAsked(any) || plain.kind !== 'report' ? any : plain;
}
