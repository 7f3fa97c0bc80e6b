import type { ReminderTime } from '@gurukul/contract/shared/meetings/reminders';

/* When a reminder leaves. Pure: it knows the start, the reader's clock and the moment. */

const minute = 60_000;
const hour = 60 * minute;

const before = { day: 24 * hour, hour } as const satisfies Record<ReminderTime, number>;
/** A reminder that could not leave in time still leaves while so much is left. */
const leastLeft = { day: 3 * hour, hour: 5 * minute } as const satisfies Record<ReminderTime, number>;

/** Hours of the reader's clock in which no reminder leaves, the second one excluded. */
const quiet = { from: 21, until: 7 };
/** A reminder of the quiet hours leaves from then on, on the evening before them. */
const evening = 20;

/** More than any reminder leaves before its start: a day, and from the evening to the morning when clocks change. */
export const longestAhead = { day: 37 * hour, hour: 14 * hour } as const satisfies Record<
  ReminderTime,
  number
>;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The reader's clock as if it were UTC, in milliseconds. */
function wallOf(moment: number, timeZone: string): number {
  const known = clocks.get(timeZone);
  const clock =
    known ??
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
      timeZone,
    });
  if (known === undefined) clocks.set(timeZone, clock);
  const parts = new Map(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The moment at which the reader's clock shows that. Twice, because the first guess may be beyond a clock change. */
function momentOf(wall: number, timeZone: string): number {
  const guess = wall - (wallOf(wall, timeZone) - wall);
  return guess - (wallOf(guess, timeZone) - wall);
}

const hourOf = (wall: number) => new Date(wall).getUTCHours();
const isQuietHour = (wall: number) => hourOf(wall) >= quiet.from || hourOf(wall) < quiet.until;

/** Says whether the reader's clock shows quiet hours. */
export const isQuiet = (moment: Date, timeZone: string): boolean =>
  isQuietHour(wallOf(moment.getTime(), timeZone));

/** When the quiet hours end that the reader's clock shows; the moment itself at any other hour. */
function afterQuiet(moment: Date, timeZone: string): Date {
  const wall = wallOf(moment.getTime(), timeZone);
  if (!isQuietHour(wall)) return moment;
  const midnight = wall - (wall % (24 * hour)) + (hourOf(wall) >= quiet.from ? 24 * hour : 0);
  return new Date(momentOf(midnight + quiet.until * hour, timeZone));
}

/** The last evening of the reader's clock, when mails of a day leave, and the one before it. */
export function lastEvening(moment: Date, timeZone: string): { readonly from: Date; readonly until: Date } {
  const wall = wallOf(moment.getTime(), timeZone);
  const today = wall - (wall % (24 * hour)) + evening * hour;
  const last = wall < today ? today - 24 * hour : today;
  return {
    from: new Date(momentOf(last - 24 * hour, timeZone)),
    until: new Date(momentOf(last, timeZone)),
  };
}

export interface ReminderWindow {
  /** From then on it leaves, outside the quiet hours. */
  readonly from: Date;
  /** Until then, this moment included. */
  readonly until: Date;
}

/**
 * When the reminder of a start leaves: a day or an hour before. If that falls into the quiet hours of the reader, it
 * leaves from eight o'clock on the evening before them; if that was missed, after them, while an hour is left.
 */
export function reminderWindow(which: ReminderTime, start: Date, timeZone: string): ReminderWindow {
  const usual = start.getTime() - before[which];
  const wall = wallOf(usual, timeZone);
  if (!isQuietHour(wall)) {
    return { from: new Date(usual), until: new Date(start.getTime() - leastLeft[which]) };
  }
  const midnight = wall - (wall % (24 * hour)) - (hourOf(wall) < quiet.until ? 24 * hour : 0);
  return {
    from: new Date(momentOf(midnight + evening * hour, timeZone)),
    until: new Date(start.getTime() - Math.max(hour, leastLeft[which])),
  };
}

/** Says whether the reminder may leave at this moment. */
export function isReminderDue(which: ReminderTime, start: Date, timeZone: string, now: Date): boolean {
  const { from, until } = reminderWindow(which, start, timeZone);
  return from <= now && now <= until && !isQuiet(now, timeZone);
}

/** When the reminder may leave, from this moment on. Its time may be over by then. */
export function nextReminder(which: ReminderTime, start: Date, timeZone: string, now: Date): Date {
  const { from } = reminderWindow(which, start, timeZone);
  return from > now ? from : afterQuiet(now, timeZone);
}
