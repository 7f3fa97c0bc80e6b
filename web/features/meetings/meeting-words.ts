import type { Meeting, MeetingClash } from '@gurukul/contract/meetings';
import { formatDate, formatTime, formatZone } from '#web/lib/format.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';

const t = meetingsTexts;

const moment = (at: string, zone?: string) => `${formatDate(at, zone)} ${formatTime(at, zone)}`;

/** The meeting by its day and time on the viewer's clock. */
export const whenOf = ({ starts_at }: Pick<Meeting, 'starts_at'>) => moment(starts_at);

/** From when to when, on the viewer's clock; if the class's own clock differs, on that too. */
export function timesOf({ starts_at, ends_at, zone }: Meeting): readonly string[] {
  const span = (of?: string) => `${formatTime(starts_at, of)} – ${formatTime(ends_at, of)}`;
  if (moment(starts_at, zone) === moment(starts_at)) return [span()];
  return [span(), `${formatDate(starts_at, zone)} ${span(zone)} ${formatZone(zone)}`];
}

export const clashWords = ({ teacher_name, class_name, course_name, starts_at }: MeetingClash) =>
  t.form.clash(
    teacher_name,
    [class_name, course_name].filter(Boolean).join(', ') || t.form.elsewhere,
    moment(starts_at),
  );
