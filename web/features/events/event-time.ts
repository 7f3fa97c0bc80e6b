import { eventZone, type EventRow } from '@gurukul/contract/events';
import { formatDate, formatDateTime, formatTime, formatZone, viewerZone } from '#web/lib/format/format.ts';
import { eventsTexts } from '#web/texts/events.ts';

/** Events are entered in one zone whose clocks never change, so that its offset is all there is to know of it. */
const offset = '+05:30';
const offsetMs = 5.5 * 3_600_000;

/** Minutes between the times that can be chosen. */
export const timeStep = 5;

const atHome = (instant: number) => new Date(instant + offsetMs).toISOString();

/** The instant, in UTC, of a day (yyyy-mm-dd) and a wall clock (hh:mm) in the zone of events. */
export const instantOf = (day: string, time: string): string =>
  new Date(`${day}T${time}:00${offset}`).toISOString().replace('.000Z', 'Z');

/** The wall clock, hh:mm, of an instant in the zone of events. */
export const wallClockOf = (instant: string): string => atHome(Date.parse(instant)).slice(11, 16);

/** The day, yyyy-mm-dd, that it is in the zone of events. */
export const eventDay = (now = new Date()): string => atHome(now.getTime()).slice(0, 10);

/** As the server decides it: the end counts, not the day. */
export const isOver = ({ end_time }: Pick<EventRow, 'end_time'>, now = Date.now()) =>
  Date.parse(end_time) <= now;

/** The nearest time of the day that can be chosen; '' stays ''. */
export function onStep(time: string): string {
  const [hours, minutes] = time.split(':').map(Number);
  if (hours === undefined || minutes === undefined) return time;
  const steps = Math.round((hours * 60 + minutes) / timeStep);
  const last = (24 * 60) / timeStep - 1;
  const total = Math.min(steps, last) * timeStep;
  return [Math.floor(total / 60), total % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The instant on the viewer's own clock, in words; '' where that clock says the same. */
export function onViewersClock(instant: string, zone = viewerZone()): string {
  if (formatDateTime(instant, zone) === formatDateTime(instant, eventZone)) return '';
  const moment = `${formatDate(instant, zone)} ${formatTime(instant, zone)}`;
  return eventsTexts.yourClock({ moment, zone: formatZone(zone) });
}
