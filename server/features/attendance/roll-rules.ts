import type { AttendanceStatus } from '@gurukul/contract/attendance';
import { kolkataDay } from '#server/time/kolkata-day.ts';
import { localDate, meetingOnDate, nextDate } from '#server/time/slots.ts';
import type { Meeting, WeeklySlot } from '#server/time/slots.ts';

export interface LongSlot extends WeeklySlot {
  readonly duration_minutes: number;
}

export interface ClassSlot extends LongSlot {
  readonly class_id: number;
}

/** A meeting with its zone. */
export interface ZonedMeeting extends Meeting {
  readonly zone: string;
}

export interface DueRoll extends ZonedMeeting {
  readonly class_id: number;
}

/** In milliseconds: how long after its end the roll of a meeting is still offered. */
export const offeredForMs = 24 * 3_600_000;
/** A meeting of twelve hours that ended a day ago may have begun on the day before yesterday. */
const daysBack = [0, 1, 2];

const byStart = (a: Meeting, b: Meeting) => a.starts_at.localeCompare(b.starts_at);

/** The first meeting on that date of the class's own calendar; null when the class does not meet then. */
export function firstMeeting(slots: readonly LongSlot[], date: string): ZonedMeeting | null {
  const meetings = slots.flatMap((slot): ZonedMeeting[] => {
    const meeting = meetingOnDate(slot, slot.duration_minutes, date);
    return meeting === null ? [] : [{ ...meeting, zone: slot.zone }];
  });
  return meetings.toSorted(byStart)[0] ?? null;
}

/** The number of days offered to choose from. */
const daysOffered = 4;
const weekMs = 7 * 86_400_000;

/** The slot's last meetings that have begun, as dates of its own calendar. */
function lastDaysOf(slot: LongSlot & { readonly begins_on: string }, now: Date): string[] {
  const day = nextDate(slot, now);
  const weeksBefore = (weeks: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) - weeks * weekMs).toISOString().slice(0, 10);
  return Array.from({ length: daysOffered }, (_, index) => weeksBefore(index + 1)).filter(
    (date) => date >= slot.begins_on,
  );
}

/** The days of the last meetings of a class that have begun, latest first, each once; none before its course. */
export function lastDays(slots: readonly (LongSlot & { readonly begins_on: string })[], now: Date): string[] {
  const latest = kolkataDay(now.getTime());
  const days = slots.flatMap((slot) => lastDaysOf(slot, now)).filter((date) => date <= latest);
  return [...new Set(days)].toSorted().toReversed().slice(0, daysOffered);
}

/**
 * The rolls to take: of classes that meet today on their own calendar, and of meetings that ended less than a day ago.
 * There is one roll per class and date, even with several meetings. A date that is still to come in Kolkata is left
 * out, because marks use that calendar. In the order in which the meetings begin.
 */
export function rollsDue(slots: readonly ClassSlot[], now: Date): DueRoll[] {
  const latest = kolkataDay(now.getTime());
  const isDue = ({ date, ends_at }: Meeting, zone: string) =>
    date <= latest && (date === localDate(zone, now) || Date.parse(ends_at) >= now.getTime() - offeredForMs);
  return [...Map.groupBy(slots, ({ class_id }) => class_id)]
    .flatMap(([class_id, own]) => {
      const dates = own.flatMap((slot) =>
        daysBack
          .map((days) => meetingOnDate(slot, slot.duration_minutes, localDate(slot.zone, now, days)))
          .filter((meeting) => meeting !== null && isDue(meeting, slot.zone))
          .map((meeting) => meeting!.date),
      );
      return [...new Set(dates)].map((date) => ({ class_id, ...firstMeeting(own, date)! }));
    })
    .toSorted((a, b) => byStart(a, b) || a.class_id - b.class_id);
}

export interface SeenMark {
  readonly student_id: number;
  readonly attendance_status: AttendanceStatus;
  readonly seen: AttendanceStatus | null;
}

/**
 * True when the stored mark is neither the one that the caller saw nor the new one: somebody else has decided
 * otherwise.
 */
export const contradicts = (
  { student_id, attendance_status, seen }: SeenMark,
  recorded: ReadonlyMap<number, AttendanceStatus | null>,
): boolean => {
  const now = recorded.get(student_id) ?? null;
  return now !== seen && now !== attendance_status;
};
