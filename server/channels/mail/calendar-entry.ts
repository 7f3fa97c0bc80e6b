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
 * The entries as RFC 5546 text that publishes or cancels them. All entries of an event or meeting have one id, also in
 * teachers' calendars. The later one has the higher sequence, so that it wins in any order of arrival.
 */
function writeFile(
  entries: readonly CalendarEntry[],
  isCanceled: boolean,
  { host, sender, organizer, date }: Publishing,
): CalendarFile {
  const method = isCanceled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  const calendar = ical({ prodId: { company: productName, product: 'Events' }, method });
  for (const entry of entries)
    calendar.createEvent({
      id: `${entry.uid}@${host}`,
      sequence: entry.sequence,
      status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
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

/** A file publishes all its entries or cancels them all. */
export const writeCalendarEntries = (
  entries: readonly CalendarEntry[],
  publishing: Publishing,
): CalendarFile[] =>
  Array.from(
    Map.groupBy(entries, ({ isCanceled }) => isCanceled),
    ([isCanceled, some]) => writeFile(some, isCanceled, publishing),
  );
