import { productName } from '@gurukul/contract/provider';
import { meetingStates } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import ical, { ICalEventStatus } from 'ical-generator';
import type { ICalCalendar } from 'ical-generator';
import type { RowOf } from '../../db/columns.ts';
import { bool, date, instant, int, oneOf, row, text } from '../../db/columns.ts';

/** A meeting of somebody who teaches, also one that does not take place. */
export const taughtMeeting = row({
  class_name: text,
  course_name: text,
  slot_id: int,
  on_date: date,
  starts_at: instant,
  ends_at: instant,
  state: oneOf(meetingStates),
  reason: text,
  join_link: text.nullable(),
});
export type TaughtMeeting = RowOf<typeof taughtMeeting>;

export const taughtEvent = row({
  id: int,
  event_name: text,
  course_name: text,
  starts_at: instant,
  ends_at: instant,
  meeting_link: text,
  place: text,
  is_canceled: bool,
  version: int,
});
export type TaughtEvent = RowOf<typeof taughtEvent>;

export interface Taught {
  readonly meetings: readonly TaughtMeeting[];
  readonly events: readonly TaughtEvent[];
}

/** In seconds: how often apps should read again. Most follow their own plan. */
const refreshSeconds = 3600;

interface Publisher {
  /** The name of the calendar. */
  readonly name: string;
  /** Makes the ids of entries unique. */
  readonly host: string;
}

/** The calendar of a teacher as RFC 5545 text. */
export function writeCalendar({ meetings, events }: Taught, { name, host }: Publisher, now: Date): string {
  const calendar = ical({
    prodId: { company: productName, product: 'Classes and events' },
    // The library writes it unescaped.
    name: name.replaceAll(/[\\;,]/g, String.raw`\$&`),
    ttl: refreshSeconds,
  });
  for (const meeting of meetings) addMeeting(calendar, meeting, host, now);
  for (const event of events) addEvent(calendar, event, host, now);
  return `${calendar.toString()}\r\n`;
}

/**
 * Each meeting is an entry of its own, by its instants. A rule with exceptions would say the same in fewer lines, but
 * apps read rules in the hours when clocks change in different ways.
 */
function addMeeting(calendar: ICalCalendar, meeting: TaughtMeeting, host: string, now: Date): void {
  const { slot_id, on_date, state, reason, join_link } = meeting;
  const link = takesPlace(state) ? join_link : null;
  const description = [oneLine(reason), link ?? ''].filter(Boolean).join('\n');
  calendar.createEvent({
    id: `class-${slot_id}-${on_date}${state === 'extra' ? '-extra' : ''}@${host}`,
    stamp: now,
    start: new Date(meeting.starts_at),
    end: new Date(meeting.ends_at),
    summary: oneLine(`${meeting.class_name} · ${meeting.course_name}`),
    ...(description === '' ? {} : { description }),
    ...(link === null ? {} : { location: link }),
    // One that just vanishes looks like a mistake of the app.
    ...(takesPlace(state) ? {} : { status: ICalEventStatus.CANCELLED }),
  });
}

function addEvent(calendar: ICalCalendar, event: TaughtEvent, host: string, now: Date): void {
  calendar.createEvent({
    id: `event-${event.id}@${host}`,
    stamp: now,
    start: new Date(event.starts_at),
    end: new Date(event.ends_at),
    summary: oneLine(`${event.event_name} · ${event.course_name}`),
    sequence: event.version,
    ...(event.is_canceled
      ? { status: ICalEventStatus.CANCELLED }
      : // Apps look here for the link to join. Few show the URL, and the library breaks one with a comma.
        { location: event.meeting_link || oneLine(event.place) }),
  });
}

/** A name is one line everywhere else too, and the format forbids other control characters. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');
