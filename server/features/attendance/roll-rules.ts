import type { AttendanceStatus } from '@gurukul/contract/attendance';
import { kolkataDay } from '#server/time/kolkata-day.ts';
import { localDate } from '#server/time/slots.ts';

/** A meeting that takes place, with its day on the class's own calendar. */
export interface RollMeeting {
  readonly class_id: number;
  readonly held_on: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly zone: string;
}

/** In milliseconds: how long after its end the roll of a meeting is still offered. */
export const offeredForMs = 24 * 3_600_000;
/** In days: a meeting of twelve hours that ended a day ago may have begun on the day before yesterday. */
export const offeredDays = 2;

const byStart = (a: RollMeeting, b: RollMeeting) => a.starts_at.localeCompare(b.starts_at);

/** The number of days offered to choose from. */
const daysOffered = 4;
/** In days: four meetings of a week, and some weeks without any. */
export const lookedBack = 10 * 7;

/** The days of the last meetings of a class that have begun, latest first, each once. */
export function lastDays(meetings: readonly RollMeeting[], now: Date): string[] {
  const latest = kolkataDay(now.getTime());
  const days = meetings
    .filter(({ starts_at, held_on }) => Date.parse(starts_at) < now.getTime() && held_on <= latest)
    .map(({ held_on }) => held_on);
  return [...new Set(days)].toSorted().toReversed().slice(0, daysOffered);
}

/**
 * The rolls to take: of classes that meet today on their own calendar, and of meetings that ended less than a day ago.
 * A date that is still to come in Kolkata is left out, because marks use that calendar. In the order in which the
 * meetings begin.
 */
export function rollsDue<M extends RollMeeting>(meetings: readonly M[], now: Date): M[] {
  const latest = kolkataDay(now.getTime());
  const isDue = ({ held_on, ends_at, zone }: RollMeeting) => {
    const today = localDate(zone, now);
    if (held_on > today || held_on > latest) return false;
    return held_on === today || Date.parse(ends_at) >= now.getTime() - offeredForMs;
  };
  return meetings.filter(isDue).toSorted((a, b) => byStart(a, b) || a.class_id - b.class_id);
}

interface CalledRoll {
  readonly starts_at: string | null;
  readonly students: readonly { readonly attendance_status: AttendanceStatus | null }[];
}

/** Rolls that lack a mark first, then those that are finished; each in the order in which the meetings began. */
export function inOrderOfCall<R extends CalledRoll>(rolls: readonly R[]): R[] {
  const isFinished = ({ students }: CalledRoll) =>
    students.every(({ attendance_status }) => attendance_status !== null);
  return rolls.toSorted(
    (a, b) =>
      Number(isFinished(a)) - Number(isFinished(b)) || (a.starts_at ?? '').localeCompare(b.starts_at ?? ''),
  );
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
