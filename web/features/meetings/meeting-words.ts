import type { Meeting, MeetingOverlap, MeetingState } from '@gurukul/contract/meetings';
import { formatMeetingDay, ownMomentOf } from '#web/lib/format/meeting-times.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import type { Tone } from '#web/ui/status-badge.tsx';

const t = meetingsTexts;

export const clashWords = ({ teacher_name, class_name, course_name, starts_at }: MeetingOverlap) =>
  t.form.clash({
    teacher: teacher_name,
    what: [class_name, course_name].filter(Boolean).join(', ') || t.form.elsewhere,
    when: ownMomentOf(starts_at),
  });

/** The name of a meeting for the server. */
export const nameOf = ({ slot_id, on_date, state }: Meeting) => ({
  slot_id,
  on_date,
  ...(state === 'extra' ? { extra: true } : {}),
});

export const tones: Readonly<Record<MeetingState, Tone>> = {
  planned: 'calm',
  moved: 'warn',
  extra: 'good',
  canceled: 'bad',
  day_off: 'warn',
};

/** Why it is not as planned. */
export const reasonOf = ({ state, reason, on_date, held_on, is_covered }: Meeting) =>
  [
    reason,
    state === 'moved' && on_date !== held_on ? t.movedFrom({ day: formatMeetingDay(on_date) }) : '',
    is_covered ? t.covered : '',
  ]
    .filter(Boolean)
    .join(' · ');
