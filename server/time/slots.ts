import { classDays, timeZoneNames, timeZones } from '@gurukul/contract/classes';
import { Temporal } from 'temporal-polyfill';
import type { RowOf } from '../db/columns.ts';
import { int, object, oneOf, text } from '../db/columns.ts';

/** When a class meets: the truth that is stored. Everything else about its time is derived from it. */
export const weeklySlot = object({
  class_day: oneOf(classDays),
  /** Wall clock, HH:mm. */
  time: text,
  /** IANA zone. */
  zone: text,
});
export type WeeklySlot = RowOf<typeof weeklySlot>;

/** The same with how long it lasts. */
export const weeklyTime = object({ ...weeklySlot.shape, minutes: int });
export type WeeklyTime = RowOf<typeof weeklyTime>;

/** Whether a class meets at the same hour of the week. */
export const isSameHour = (one: WeeklySlot, other: WeeklySlot): boolean =>
  one.class_day === other.class_day && one.time === other.time && one.zone === other.zone;

/** The slot's time as it travels. */
export interface SlotTimes {
  readonly slot_time: string;
  readonly time: string;
  readonly time_zone: string;
}

const wireInstant = (moment: Temporal.ZonedDateTime) =>
  moment.toInstant().toString({ fractionalSecondDigits: 3 });

/**
 * The next meeting at or after `now`. Where clocks jump forward over the time, the meeting moves forward with them;
 * where they go back, the first of the two counts. A class keeps its place on the wall clock, so that its instant
 * differs between summer and winter and is never stored.
 */
function nextMeetingOf(slot: WeeklySlot, now: Temporal.Instant): Temporal.ZonedDateTime {
  return meetingOn(nextDateOf(slot, now), slot.time, slot.zone);
}

function nextDateOf({ class_day, time, zone }: WeeklySlot, now: Temporal.Instant): Temporal.PlainDate {
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const daysAhead = (classDays.indexOf(class_day) + 1 - today.dayOfWeek + 7) % 7;
  const date = today.add({ days: daysAhead });
  const isOver = Temporal.Instant.compare(meetingOn(date, time, zone).toInstant(), now) < 0;
  return isOver ? date.add({ days: 7 }) : date;
}

const meetingOn = (date: Temporal.PlainDate, time: string, zone: string) =>
  date.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(zone, { disambiguation: 'compatible' });

const instantOf = (moment: Date) => Temporal.Instant.fromEpochMilliseconds(moment.getTime());

/** The next meeting at or after `now`, as an instant in UTC. */
export const nextMeeting = (slot: WeeklySlot, now: Date): string =>
  wireInstant(nextMeetingOf(slot, instantOf(now)));

/** The date of the next meeting on the calendar where the class is at home. */
export const nextDate = (slot: WeeklySlot, now: Date): string => nextDateOf(slot, instantOf(now)).toString();

/** Every meeting that begins at or after `from` and not after `until`, as instants in UTC. */
export function meetingsBetween(slot: WeeklySlot, from: Date, until: Date): string[] {
  const meetings: string[] = [];
  let date = nextDateOf(slot, instantOf(from));
  let meeting = meetingOn(date, slot.time, slot.zone);
  while (meeting.epochMilliseconds <= until.getTime()) {
    meetings.push(wireInstant(meeting));
    date = date.add({ days: 7 });
    meeting = meetingOn(date, slot.time, slot.zone);
  }
  return meetings;
}

/** A meeting by the date on the calendar where the class is at home, from and until as instants in UTC. */
export interface Meeting {
  readonly date: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

/** The meeting on that date of the slot's own calendar; null when it meets on another weekday. */
export function meetingOnDate(slot: WeeklySlot, minutes: number, date: string): Meeting | null {
  const day = Temporal.PlainDate.from(date);
  if (classDays[day.dayOfWeek - 1] !== slot.class_day) return null;
  const start = meetingOn(day, slot.time, slot.zone);
  return { date, starts_at: wireInstant(start), ends_at: wireInstant(start.add({ minutes })) };
}

/** The date on the calendar of that zone, that many days ago, yyyy-mm-dd. */
export const localDate = (zone: string, now: Date, daysAgo = 0): string =>
  instantOf(now).toZonedDateTimeISO(zone).toPlainDate().subtract({ days: daysAgo }).toString();

/** The time of an instant on the clock of a zone, 18:30. */
export const localTime = (zone: string, at: Date): string =>
  instantOf(at).toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: 'minute' });

const namesOfZone = new Map<string, string[]>();
for (const name of timeZoneNames) {
  const zone = timeZones[name];
  namesOfZone.set(zone, [...(namesOfZone.get(zone) ?? []), name]);
}

/** Clocks are ahead of the year's earlier offset; the zones offered all lie north, but that is not relied on. */
function isSummerTime(moment: Temporal.ZonedDateTime): boolean {
  const offsets = [1, 7].map((month) => moment.with({ month, day: 1 }).offsetNanoseconds);
  return moment.offsetNanoseconds > Math.min(...offsets);
}

/**
 * The abbreviation to show: of those that stand for this zone, the one in force at that moment. A zone with a single
 * abbreviation keeps it all year, so that what is shown always leads back to the same zone; one that the portal does
 * not offer is shown by its own name.
 */
function abbreviationAt(zone: string, moment: Temporal.ZonedDateTime): string {
  const [first, ...others] = namesOfZone.get(zone) ?? [zone];
  if (first === undefined || others.length === 0) return first ?? zone;
  const ending = isSummerTime(moment) ? 'DT' : 'ST';
  return [first, ...others].find((name) => name.endsWith(ending)) ?? first;
}

interface KnownTimes {
  readonly times: SlotTimes;
  /** The moment asked about, and that of the meeting found: for all between them the answer is the same. */
  readonly from: number;
  readonly until: number;
}

/** Lists ask for the same few evenings over and over, and nothing about them changes until one has begun. */
const derived = new Map<string, KnownTimes>();
// Of every minute of the week in every zone there would be a million.
const mostDerived = 10_000;

/** Next instant, wall clock and abbreviation of a slot. */
export function slotTimes(slot: WeeklySlot, now: Date): SlotTimes {
  const key = `${slot.class_day} ${slot.time} ${slot.zone}`;
  const known = derived.get(key);
  const moment = now.getTime();
  if (known !== undefined && known.from <= moment && moment <= known.until) return known.times;
  const next = nextMeetingOf(slot, instantOf(now));
  const times = {
    slot_time: wireInstant(next),
    time: slot.time,
    time_zone: abbreviationAt(slot.zone, next),
  };
  if (derived.size >= mostDerived) derived.clear();
  derived.set(key, { times, from: moment, until: next.epochMilliseconds });
  return times;
}
