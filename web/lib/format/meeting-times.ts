import type { Meeting } from '@gurukul/contract/meetings';
import { locale } from '#web/texts/language.ts';
import { formatClock } from './clock-name.ts';
import { formatDate, formatTime, formatZone } from './format.ts';

/** Sun 06-Dec-2026 from a day or an instant, on the viewer's clock or on another. */
export function formatMeetingDay(at: string, zone?: string): string {
  const timeZone = at.length === 10 ? 'UTC' : zone;
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone }).format(Date.parse(at));
  return `${weekday} ${formatDate(at, zone)}`;
}

/** Sun 06-Dec-2026 07:00 AM, on the viewer's clock or on another. */
export const momentOf = (at: string, zone?: string) =>
  `${formatMeetingDay(at, zone)} ${formatTime(at, zone)}`;

/** Sun 06-Dec-2026 07:00 AM IST, on the viewer's clock: a moment that stands alone says whose clock it is. */
export const ownMomentOf = (at: string) => `${momentOf(at)} ${formatClock(at)}`;

type Timed = Pick<Meeting, 'starts_at' | 'ends_at' | 'zone'> & Partial<Pick<Meeting, 'teacher_zone'>>;

/** The meeting by its day and time on the viewer's clock, with the name of that clock. */
export const whenOf = ({ starts_at }: Pick<Meeting, 'starts_at'>) => ownMomentOf(starts_at);

/** From when to when, on the viewer's clock; where the class's or the teacher's clock differs, on these too. */
export function timesOf({ starts_at, ends_at, zone, teacher_zone = null }: Timed): readonly string[] {
  const span = (of?: string) => `${formatTime(starts_at, of)} – ${formatTime(ends_at, of)}`;
  const others = [zone, teacher_zone ?? zone].filter((of) => momentOf(starts_at, of) !== momentOf(starts_at));
  const lines = others.map((of) => `${formatMeetingDay(starts_at, of)} ${span(of)} ${formatZone(of)}`);
  return [span(), ...new Set(lines)];
}
