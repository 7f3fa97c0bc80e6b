import { eventZone } from '@gurukul/contract/events';
import { productName } from '@gurukul/contract/provider';
import { classDays } from '@gurukul/contract/shared/slots';
import ical, { ICalEventStatus } from 'ical-generator';
import type { ICalCalendar } from 'ical-generator';
import type { Temporal } from 'temporal-polyfill';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import type { RowOf } from '../../db/columns.ts';
import { bool, instant, int, oneOf, row, text } from '../../db/columns.ts';
import { seriesOf } from './series.ts';

/** A weekly slot that somebody teaches. */
export const taughtSlot = row({
  id: int,
  class_name: text,
  course_name: text,
  class_day: oneOf(classDays),
  /** Local time, HH:mm. */
  time: text,
  /** IANA zone. */
  zone: text,
  duration: int,
  /** Earlier meetings were another teacher's. */
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

/** In seconds: how often apps should read again. Most follow their own plan. */
const refreshSeconds = 3600;

interface Publisher {
  /** The name of the calendar. */
  readonly name: string;
  /** Makes the ids of entries unique. */
  readonly host: string;
}

/** The calendar of a teacher as RFC 5545 text. */
export function writeCalendar({ slots, events }: Taught, { name, host }: Publisher, now: Date): string {
  const calendar = ical({
    prodId: { company: productName, product: 'Classes and events' },
    // The library writes it unescaped.
    name: name.replaceAll(/[\\;,]/g, String.raw`\$&`),
    ttl: refreshSeconds,
  });
  for (const slot of slots) addSlot(calendar, slot, host, now);
  for (const event of events) addEvent(calendar, event, host, now);
  const zones = new Set(slots.map(({ zone }) => zone).filter((zone) => zone !== 'UTC'));
  return `${withZones(calendar.toString(), zones)}\r\n`;
}

/**
 * Adds the zones. The library would write them among the calendar's own lines, which must come first. A calendar must
 * not be empty either: without slots it contains the zone of the coming events.
 */
function withZones(text: string, zones: ReadonlySet<string>): string {
  const blocks = [...(zones.size > 0 ? zones : [eventZone])].map(zoneRules);
  return text.replace(/^(?=BEGIN:VEVENT|END:VCALENDAR)/m, () => blocks.join(''));
}

/** The rules of a zone's clock changes in every year. A test compares them with real clocks for each zone offered. */
function zoneRules(zone: string): string {
  const [block = ''] = tzlib_get_ical_block(zone);
  const lines = block.trim().split(/\r?\n/);
  // For a zone with two names the library may give the other one.
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
 * Written here, because the library moves a skipped time before it writes it. An app must find the time that its own
 * reading of the rule gives: some read 02:30 where others read 03:30. RFC 5545 leaves this open.
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
      : // Apps look here for the link to join. Few show the URL, and the library breaks one with a comma.
        { location: event.meeting_link }),
  });
}

/** A name is one line everywhere else too, and the format forbids other control characters. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');
