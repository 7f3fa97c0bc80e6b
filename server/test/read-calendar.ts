import ICAL from 'ical.js';

interface Entry {
  readonly start: number;
  readonly end: number;
}

/** Every entry of a calendar up to a moment, as an app computes it, by the name before the first `@` or date in it. */
export function readCalendar(text: string, until: number): Map<string, Entry[]> {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const found = new Map<string, Entry[]>();
  for (const component of calendar.getAllSubcomponents('vevent')) {
    const event = new ICAL.Event(component);
    const name = /^[a-z]+-\d+/.exec(event.uid)?.[0] ?? event.uid;
    const entries = found.get(name) ?? [];
    found.set(name, entries);
    for (const entry of entriesOf(event, until)) entries.push(entry);
  }
  for (const entries of found.values()) entries.sort((a, b) => a.start - b.start);
  return found;
}

const momentOf = (time: ICAL.Time) => time.toUnixTime() * 1000;

function* entriesOf(event: ICAL.Event, until: number): Generator<Entry> {
  if (!event.isRecurring()) {
    const start = momentOf(event.startDate);
    if (start <= until) yield { start, end: momentOf(event.endDate) };
    return;
  }
  const occurrences = event.iterator();
  for (let next = occurrences.next(); next; next = occurrences.next()) {
    const { startDate, endDate } = event.getOccurrenceDetails(next);
    const start = momentOf(startDate);
    if (start > until) return;
    yield { start, end: momentOf(endDate) };
  }
}
