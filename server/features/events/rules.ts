import type { EventRow, LiveStatus } from '@gurukul/contract/events';
import { nextLiveStatuses } from '@gurukul/contract/events';
import type { PlainErrorCode } from '@gurukul/contract/shared/words/messages';
import { fail } from '#server/http/answers/problem.ts';
import { kolkataDay } from '#server/time/kolkata-day.ts';

export interface EventTimes {
  /** yyyy-mm-dd, in Kolkata */
  readonly event_date: string;
  readonly start_time: string;
  readonly end_time: string;
}

/**
 * The reason why the event cannot be at that time, or null. `heldDate` is its present date: a past date may stay as
 * long as it does not change. Both instants must be on the date; otherwise the client computed it in another zone.
 */
export function whyNotThen(
  { event_date, start_time, end_time }: EventTimes,
  now: Date,
  heldDate?: string,
): PlainErrorCode | null {
  if (event_date !== heldDate && event_date < kolkataDay(now.getTime())) return 'event_date_missing';
  if (Date.parse(start_time) >= Date.parse(end_time)) return 'event_ends_early';
  const isOneDay = [start_time, end_time].every((instant) => kolkataDay(instant) === event_date);
  return isOneDay ? null : 'event_on_other_day';
}

export function refuseStep(from: LiveStatus, to: LiveStatus): void {
  if (nextLiveStatuses[from].includes(to)) return;
  throw fail(from === 'pending' && to === 'canceled' ? 'event_pending' : 'event_decided');
}

/** What the caller may do with an event in sight. Events of foreign courses are read-only. */
export const eventAbilities = (liveStatus: LiveStatus, isOwn: boolean): NonNullable<EventRow['can']> => ({
  edit: isOwn,
  publish: isOwn && nextLiveStatuses[liveStatus].includes('published'),
  send_mails: isOwn && liveStatus === 'published',
  cancel: isOwn && nextLiveStatuses[liveStatus].includes('canceled'),
  registrations: isOwn && liveStatus !== 'canceled',
  add_student: isOwn && liveStatus !== 'canceled',
  delete: isOwn,
});
