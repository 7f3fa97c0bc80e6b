import { Temporal } from 'temporal-polyfill';
import { nextDate } from '../../time/slots.ts';
import type { WeeklySlot } from '../../time/slots.ts';

/** A weekly slot with its length in minutes. */
export interface LongSlot extends WeeklySlot {
  readonly duration: number;
}

/** One meeting, with start and end. */
export interface Meeting {
  readonly start: Temporal.ZonedDateTime;
  readonly end: Temporal.ZonedDateTime;
}

/** All meetings of a slot for a calendar: a weekly rule, and its exceptions. */
export interface Series {
  /** The rule's first meeting. The others follow every seven days at the same local time. */
  readonly first: Meeting;
  /** Local times of the rule's meetings that are in `apart` instead. */
  readonly left_out: readonly Temporal.PlainDateTime[];
  /** Meetings whose local time does not say clearly when they begin and end. */
  readonly apart: readonly Meeting[];
}

/** How far ahead calendars contain such meetings. */
const horizon = { years: 2 };

/** The meetings that begin at or after `from`, without end. Exceptions reach until two years after `now`. */
export function seriesOf(slot: LongSlot, from: Date, now: Date): Series {
  const firstDate = Temporal.PlainDate.from(nextDate(slot, from));
  const until = inZone(slot, now).add(horizon).toPlainDate();
  const dates = doubtfulDates(slot, firstDate, until);
  const isDoubtful = (date: Temporal.PlainDate) => dates.some((each) => each.equals(date));

  let date = firstDate;
  while (isDoubtful(date)) date = date.add({ days: 7 });
  return {
    first: meetingOn(slot, date),
    left_out: dates
      .filter((each) => Temporal.PlainDate.compare(each, date) > 0)
      .map((each) => wallAt(slot, each)),
    apart: dates.map((each) => meetingOn(slot, each)),
  };
}

const inZone = ({ zone }: LongSlot, moment: Date) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone);

const wallAt = ({ time }: LongSlot, date: Temporal.PlainDate) =>
  date.toPlainDateTime(Temporal.PlainTime.from(time));

/** As in `time/slots.ts`: a skipped time moves forward, and of a repeated time the first counts. */
function meetingOn(slot: LongSlot, date: Temporal.PlainDate): Meeting {
  const start = wallAt(slot, date).toZonedDateTime(slot.zone, { disambiguation: 'compatible' });
  return { start, end: start.add({ minutes: slot.duration }) };
}

/** The dates from first to last on which clocks change at or during the meeting. */
function doubtfulDates(slot: LongSlot, first: Temporal.PlainDate, last: Temporal.PlainDate) {
  const dates: Temporal.PlainDate[] = [];
  const start = first.subtract({ days: 2 }).toZonedDateTime(slot.zone);
  for (let change = start.getTimeZoneTransition('next'); change !== null;) {
    const dayBefore = change.toPlainDate().subtract({ days: 1 });
    if (Temporal.PlainDate.compare(dayBefore, last) > 0) break;
    // No meeting is longer than half a day, so it begins the day before, that day or, if skipped, the day after.
    const daysAhead = (first.dayOfWeek - dayBefore.dayOfWeek + 7) % 7;
    const date = dayBefore.add({ days: daysAhead });
    const isAsked =
      Temporal.PlainDate.compare(date, first) >= 0 && Temporal.PlainDate.compare(date, last) <= 0;
    if (daysAhead <= 2 && isAsked && isOfDoubt(slot, date)) dates.push(date);
    change = change.getTimeZoneTransition('next');
  }
  return dates;
}

/**
 * True when the local time leaves start or end open. An end at 01:05 in the repeated hour is enough, because apps
 * differ in their reading.
 */
function isOfDoubt(slot: LongSlot, date: Temporal.PlainDate): boolean {
  const { start, end } = meetingOn(slot, date);
  const walls = [wallAt(slot, date), end.toPlainDateTime()];
  return (
    walls.some((wall) => !isUnique(wall, slot.zone)) || start.offsetNanoseconds !== end.offsetNanoseconds
  );
}

/** True when the local time exists exactly once: neither skipped nor repeated. */
const isUnique = (wall: Temporal.PlainDateTime, zone: string) =>
  wall
    .toZonedDateTime(zone, { disambiguation: 'earlier' })
    .equals(wall.toZonedDateTime(zone, { disambiguation: 'later' }));
