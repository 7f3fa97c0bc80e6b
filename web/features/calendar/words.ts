import type { CalendarMeeting } from '@gurukul/contract/calendar';
import { tones } from '#web/features/meetings/meeting-words.ts';
import { wallAt } from '#web/lib/format/clock.ts';
import { formatDate, formatDayOfWeek, formatTime } from '#web/lib/format/format.ts';
import { calendarPageTexts } from '#web/texts/calendar-page.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { texts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/status-badge.tsx';

const t = calendarPageTexts;

/** 07:00 – 08:00 AM, or 11:30 AM – 12:30 PM. */
export function timeRange(
  { starts_at, ends_at }: Pick<CalendarMeeting, 'starts_at' | 'ends_at'>,
  zone: string,
): string {
  const from = formatTime(starts_at, zone);
  const to = formatTime(ends_at, zone);
  const isSameHalf = from.slice(-2) === to.slice(-2);
  return t.range({ from: isSameHalf ? from.slice(0, -3) : from, to });
}

const weekdays = Object.values(texts.ui.days);

/** Sunday 29-Nov-2026 from a day. */
export const dayName = (day: string) => `${weekdays[(new Date(day).getUTCDay() + 6) % 7]} ${formatDate(day)}`;

/** A meeting as a calendar draws it, or the place that it has left. */
export interface Drawn extends CalendarMeeting {
  /** When it takes place, if this is the place that it has left. */
  readonly moved_to?: string;
}

/** moved to Wed 25 Nov 06:30 PM */
export const movedTo = (at: string, zone: string) =>
  t.movedTo({ when: `${formatDayOfWeek(wallAt(Date.parse(at), zone).day)} ${formatTime(at, zone)}` });

type RollMark = 'called' | 'partly' | 'missing';

/** What became of its roll; null: none is due yet. */
export function rollMark({ roll, ends_at, moved_to }: Drawn, now: number): RollMark | null {
  if (moved_to) return null;
  if (roll === 'called' || roll === 'partly') return roll;
  return roll === 'expected' && Date.parse(ends_at) <= now ? 'missing' : null;
}

interface Say {
  readonly tone: Tone;
  readonly text: string;
}

const rollTones: Readonly<Record<RollMark, Tone>> = { called: 'good', partly: 'warn', missing: 'bad' };

/** What is not as planned, and its roll. */
export function statesOf(meeting: CalendarMeeting, now: number): readonly Say[] {
  const { state, is_covered, asks_cover } = meeting;
  const mark = rollMark(meeting, now);
  return [
    ...(state === 'planned' ? [] : [{ tone: tones[state], text: meetingsTexts.states[state] }]),
    ...(is_covered ? [{ tone: 'info' as const, text: t.covered }] : []),
    ...(asks_cover ? [{ tone: 'warn' as const, text: t.asksCover }] : []),
    ...(mark ? [{ tone: rollTones[mark], text: t.rolls[mark] }] : []),
  ];
}

/** Something is not as planned. */
export const isChanged = ({ state, is_covered, asks_cover }: CalendarMeeting) =>
  state !== 'planned' || is_covered || asks_cover;

/** 31/49, or 31 where nobody limits them. */
export const placesShort = ({ student_count, places }: CalendarMeeting) =>
  places === null ? String(student_count) : `${student_count}/${places}`;

export const placesOf = ({ student_count, places }: CalendarMeeting) =>
  places === null ? t.students({ count: student_count }) : t.places({ students: student_count, places });

/** Everything that a calendar shows of a meeting, in words. */
export const fullName = (meeting: Drawn, zone: string, now: number) => {
  const when = `${dayName(wallAt(Date.parse(meeting.starts_at), zone).day)} ${timeRange(meeting, zone)}`;
  if (meeting.moved_to) return [meeting.class_name, when, movedTo(meeting.moved_to, zone)].join(', ');
  return [
    meeting.class_name,
    when,
    meeting.teacher_name ?? t.noTeacher,
    placesOf(meeting),
    ...statesOf(meeting, now).map(({ text }) => text),
  ].join(', ');
};
