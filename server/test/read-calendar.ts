import ICAL from 'ical.js';

interface Entry {
  readonly start: number;
  readonly end: number;
}

/** What takes place in a calendar, by the name before the first `@` or date in it. */
export function readCalendar(text: string): Map<string, Entry[]> {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const found = new Map<string, Entry[]>();
  for (const component of calendar.getAllSubcomponents('vevent')) {
    if (component.getFirstPropertyValue('status') === 'CANCELLED') continue;
    const event = new ICAL.Event(component);
    const name = /^[a-z]+-\d+/.exec(event.uid)?.[0] ?? event.uid;
    const entries = found.get(name) ?? [];
    found.set(name, entries);
    entries.push({ start: momentOf(event.startDate), end: momentOf(event.endDate) });
  }
  for (const entries of found.values()) entries.sort((a, b) => a.start - b.start);
  return found;
}

const momentOf = (time: ICAL.Time) => time.toUnixTime() * 1000;
