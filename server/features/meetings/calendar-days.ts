import type { Holiday } from '@gurukul/contract/meetings';
import { daysOffMax } from '@gurukul/contract/meetings';
import ICAL from 'ical.js';
import { mapInSlices } from '#server/slices.ts';
import { inDays } from '#server/time/in-days.ts';
import type { Days } from './queries.ts';

/* Reads the whole days of a calendar (RFC 5545) as holidays. */

export interface CalendarDays {
  readonly days: Holiday[];
  /** Entries that are no days off. */
  readonly left_out: number;
}

/** In milliseconds. The longest calendar takes a tenth of it; rules that hardly ever match take longer. */
const mostMs = 3000;

/** On one line, without marks that change the reading order, and without half a character at the end. */
const plainText = (text: string) =>
  text
    .replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, 100)
    .replaceAll(/\p{Cs}/gu, '')
    .trim();

const dayOf = (time: ICAL.Time) => time.toString().slice(0, 10);

const rulesOf = (component: ICAL.Component) =>
  component
    .getAllProperties('rrule')
    .map((property) => property.getFirstValue())
    .filter((rule) => rule instanceof ICAL.Recur);

/** The rule stops at the end of the window, so that no rule is followed for ever. */
function endRules(component: ICAL.Component, { to }: Days): void {
  for (const rule of rulesOf(component)) {
    const end = ICAL.Time.fromDateString(to);
    if (!rule.until || rule.until.compare(end) > 0) rule.until = end;
  }
}

const isYearly = (component: ICAL.Component) => rulesOf(component).every(({ freq }) => freq === 'YEARLY');

const isWholeDays = ({ startDate }: ICAL.Event) => startDate.isDate;

/** The days of one entry within the window; null if it is no day off. */
function daysOfEntry(
  component: ICAL.Component,
  changed: readonly ICAL.Component[],
  window: Days,
): Holiday[] | null {
  const event = new ICAL.Event(component, { exceptions: [...changed] });
  if (!isWholeDays(event) || !isYearly(component) || event.component.hasProperty('recurrence-id'))
    return null;
  const days: Holiday[] = [];
  const add = (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time) => {
    const from = dayOf(start);
    // The end is the day after; without one, or with a wrong one, it is a single day.
    const last = inDays(dayOf(end), -1);
    const to = last < from ? from : last;
    const name = plainText(item.summary ?? '');
    if (isWholeDays(item) && name !== '' && to >= window.from && from <= window.to)
      days.push({ from, to, name });
  };
  if (!event.isRecurring()) {
    add(event, event.startDate, event.endDate);
    return days;
  }
  endRules(component, window);
  const dates = event.iterator();
  for (
    let date = dates.next();
    date && dayOf(date) <= window.to && days.length < daysOffMax;
    date = dates.next()
  ) {
    const { item, startDate, endDate } = event.getOccurrenceDetails(date);
    add(item, startDate, endDate);
  }
  return days;
}

const isCanceled = (component: ICAL.Component) =>
  String(component.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED';

/** The first `daysOffMax` whole days that lie in the window, the earliest first. Null: this is no calendar. */
export async function calendarDays(text: string, window: Days): Promise<CalendarDays | null> {
  const until = performance.now() + mostMs;
  let entries: ICAL.Component[];
  try {
    const calendar = ICAL.Component.fromString(text.replace(/^\ufeff/, ''));
    if (calendar.name !== 'vcalendar') return null;
    entries = calendar.getAllSubcomponents('vevent');
  } catch {
    return null;
  }
  const changes = Map.groupBy(
    entries.filter((entry) => entry.hasProperty('recurrence-id')),
    (entry) => String(entry.getFirstPropertyValue('uid')),
  );
  const read = await mapInSlices(
    entries.filter((entry) => !entry.hasProperty('recurrence-id') && !isCanceled(entry)),
    (entry) => {
      if (performance.now() > until) return null;
      try {
        return daysOfEntry(entry, changes.get(String(entry.getFirstPropertyValue('uid'))) ?? [], window);
      } catch {
        return null;
      }
    },
  );
  const days = read
    .flatMap((found) => found ?? [])
    .toSorted((a, b) => a.from.localeCompare(b.from) || a.name.localeCompare(b.name));
  return { days: days.slice(0, daysOffMax), left_out: read.filter((found) => found === null).length };
}
