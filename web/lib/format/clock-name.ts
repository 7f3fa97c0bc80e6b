import { viewerZone } from './format.ts';

/** Each knows the short names of its own zones, and says others as GMT+5:30. */
const clockLocales = ['en-US', 'en-IN', 'en-GB', 'en-AU'];

/** IST, EST, Singapore: a zone at that time, the viewer's at first, by the short name that people know, else by its city. */
export function formatClock(value: string | null | undefined, timeZone = viewerZone()): string {
  if (!value) return '';
  for (const one of clockLocales) {
    const name = new Intl.DateTimeFormat(one, { timeZone, timeZoneName: 'short' })
      .formatToParts(new Date(value))
      .find(({ type }) => type === 'timeZoneName')!.value;
    if (!/^GMT[+-]/.test(name)) return name;
  }
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
