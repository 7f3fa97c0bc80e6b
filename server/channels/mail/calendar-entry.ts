import { productName } from '@gurukul/contract/provider';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { CalendarEntry } from './templates/content.ts';

export interface CalendarFile {
  readonly filename: string;
  readonly contentType: string;
  readonly content: string;
}

export interface Publishing {
  /** Makes the id of the entry unique in the world. */
  readonly host: string;
  /** The organizer's mailbox and name. */
  readonly sender: string;
  readonly organizer: string;
  readonly date: Date;
}

/** The format allows no control characters besides the line ends that it writes itself. */
const withoutControls = (words: string) => words.replaceAll(/[^\P{Cc}\n]+/gu, ' ');

/**
 * The entry as RFC 5546 text that publishes or cancels it. All entries of an event have one id, also in teachers'
 * calendars. The later one has the higher sequence, so that it wins in any order of arrival.
 */
export function writeCalendarEntry(
  entry: CalendarEntry,
  { host, sender, organizer, date }: Publishing,
): CalendarFile {
  const method = entry.isCanceled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  const calendar = ical({ prodId: { company: productName, product: 'Events' }, method });
  calendar.createEvent({
    id: `event-${entry.eventId}@${host}`,
    sequence: entry.sequence,
    status: entry.isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    stamp: date,
    start: new Date(entry.startsAt),
    end: new Date(entry.endsAt),
    summary: withoutControls(entry.summary),
    ...(entry.description === '' ? {} : { description: withoutControls(entry.description) }),
    // Apps look here for the link to join.
    ...(entry.location === '' ? {} : { location: entry.location }),
    organizer: { name: organizer, email: sender },
  });
  return {
    filename: 'event.ics',
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: `${calendar.toString()}\r\n`,
  };
}
