import { eventZone } from '@gurukul/contract/events';
import { classDays } from '@gurukul/contract/shared/timings';
import ical, { ICalEventStatus } from 'ical-generator';
import type { ICalCalendar } from 'ical-generator';
import type { Temporal } from 'temporal-polyfill';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import type { RowOf } from '../../db/columns.ts';
import { bool, instant, int, oneOf, row, text } from '../../db/columns.ts';
import { seriesOf } from './series.ts';

/** A weekly timing somebody teaches. */
export const taughtSlot = row({
  id: int,
  class_name: text,
  course_name: text,
  class_day: oneOf(classDays),
  /** Wall clock, HH:mm. */
  time: text,
  /** IANA zone. */
  zone: text,
  duration: int,
  /** Meetings before it were somebody else's. */
  assigned_at: instant,
});
export type TaughtSlot = RowOf<typeof taughtSlot>;

export const taughtEvent = row({
  id: int,
  event_name: text,
  course_name: text,
  starts_at: instant,
  ends_at: instant,
  meeting_link: text,
  is_canceled: bool,
  version: int,
});
export type TaughtEvent = RowOf<typeof taughtEvent>;

export interface Taught {
  readonly slots: readonly TaughtSlot[];
  readonly events: readonly TaughtEvent[];
}

/** How often apps are asked to look again, in seconds. Most have a mind of their own. */
const refreshSeconds = 3600;

/** The calendar of what somebody teaches, as RFC 5545 writes it. `host` makes the names of entries unique. */
export function writeCalendar({ slots, events }: Taught, host: string, now: Date): string {
  const calendar = ical({
    prodId: { company: 'Gurukul', product: 'Classes and events' },
    // The library writes it as it stands: a fixed text, without anything somebody typed.
    name: 'Gurukul',
    ttl: refreshSeconds,
  });
  for (const slot of slots) addSlot(calendar, slot, host, now);
  for (const event of events) addEvent(calendar, event, host, now);
  const zones = new Set(slots.map(({ zone }) => zone).filter((zone) => zone !== 'UTC'));
  return `${withZones(calendar.toString(), zones)}\r\n`;
}

/**
 * The library would write zones among the calendar's own lines, which all have to come first. A calendar must not be
 * empty either: where nobody teaches anything it holds the zone of the events to come.
 */
function withZones(text: string, zones: ReadonlySet<string>): string {
  const blocks = [...(zones.size > 0 ? zones : [eventZone])].map(zoneRules);
  return text.replace(/^(?=BEGIN:VEVENT|END:VCALENDAR)/m, () => blocks.join(''));
}

/** How the zone's clocks change, in every year; a test holds it against the clocks themselves for each zone offered. */
function zoneRules(zone: string): string {
  const [block = ''] = tzlib_get_ical_block(zone);
  const lines = block.trim().split(/\r?\n/);
  // Of a zone with two names it may tell the other one.
  return lines.map((line) => `${line.startsWith('TZID:') ? `TZID:${zone}` : line}\r\n`).join('');
}

function addSlot(calendar: ICalCalendar, slot: TaughtSlot, host: string, now: Date): void {
  const { first, left_out, apart } = seriesOf(slot, new Date(slot.assigned_at), now);
  const summary = oneLine(`${slot.class_name} · ${slot.course_name}`);
  calendar.createEvent({
    id: `class-${slot.id}@${host}`,
    stamp: now,
    start: first.start,
    end: first.end,
    timezone: slot.zone,
    repeating: weeklyBut(left_out, slot.zone),
    summary,
  });
  for (const { start, end } of apart) {
    calendar.createEvent({
      id: `class-${slot.id}-${start.toPlainDate().toString()}@${host}`,
      stamp: now,
      start: start.toInstant(),
      end: end.toInstant(),
      summary,
    });
  }
}

/**
 * Written here, since the library moves a time that clocks skip before it writes it: apps must find what their own
 * reading of the rule gives, and some read 02:30 where others read 03:30. Which of them, RFC 5545 leaves open.
 */
function weeklyBut(leftOut: readonly Temporal.PlainDateTime[], zone: string): string {
  const rule = 'RRULE:FREQ=WEEKLY';
  const walls = leftOut.map((wall) => wall.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, ''));
  return walls.length === 0 ? rule : `${rule}\r\nEXDATE;TZID=${zone}:${walls.join(',')}`;
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
      : // Where apps look for something to join; their URL is shown by few, and the library breaks one with a comma.
        { location: event.meeting_link }),
  });
}

/** Names are one line everywhere else too, and the format has no place for other control characters. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');
