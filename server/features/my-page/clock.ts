import type { PortalLanguage } from '@gurukul/contract/provider';
import { placeOf } from '#server/mail/templates/event-times.ts';
import { locales } from '#server/mail/templates/money.ts';

const made = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs more than using it. */
function format(language: PortalLanguage, name: string, options: Intl.DateTimeFormatOptions) {
  const key = `${language} ${name} ${options.timeZone ?? ''}`;
  const found = made.get(key) ?? new Intl.DateTimeFormat(locales[language], options);
  if (made.size < 2000) made.set(key, found);
  return found;
}

/** "Saturday, 28 November, 18:30 – 19:30" on the clock of a zone. */
export const spanOn = (language: PortalLanguage, timeZone: string, from: string, until: string): string =>
  format(language, 'span', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).formatRange(new Date(from), new Date(until));

/** "28 November 2026", of yyyy-mm-dd. */
export const dayOf = (language: PortalLanguage, day: string): string =>
  format(language, 'day', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** "India Standard Time (Kolkata)" */
export function zoneName(language: PortalLanguage, timeZone: string, at: Date): string {
  const parts = format(language, 'zone', { timeZoneName: 'longGeneric', timeZone }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${name} (${placeOf(timeZone)})`;
}
