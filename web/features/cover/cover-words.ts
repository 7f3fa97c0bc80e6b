import type { CoverAnswer, CoverRow, PlannedCover } from '@gurukul/contract/cover';
import { viewerZone } from '#web/lib/format/format.ts';
import { paths } from '#web/paths.ts';
import { coverTexts } from '#web/texts/cover.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { formatMeetingDay, timesOf } from '#web/lib/format/meeting-times.ts';
import { spansOf } from './clocks.ts';

const t = coverTexts;

export const classOf = ({ class_name, course_name }: Pick<PlannedCover, 'class_name' | 'course_name'>) =>
  t.ofClass({ name: class_name, course: course_name });

/** Its day and time on the viewer's clock, and on the class's where that differs. */
export const clocksOf = (meeting: Pick<PlannedCover, 'starts_at' | 'ends_at' | 'zone'>) =>
  `${formatMeetingDay(meeting.starts_at)} ${timesOf(meeting).join(' · ')}`;

/** On the viewer's clock alone, for the line of a phone. */
export const timeOf = (meeting: Pick<PlannedCover, 'starts_at' | 'ends_at' | 'zone'>) =>
  `${formatMeetingDay(meeting.starts_at)} ${timesOf(meeting)[0]}`;

/** Mon 23-Nov-2026 – Sun 29-Nov-2026 */
export const daysOf = ({ from, to }: { readonly from: string; readonly to: string }) =>
  from === to ? formatMeetingDay(from) : `${formatMeetingDay(from)} – ${formatMeetingDay(to)}`;

export interface TimeLeft {
  readonly text: string;
  /** Less than a day. */
  readonly isUrgent: boolean;
}

/** How long an open request can still be answered. */
export function leftOf(
  { state, starts_at }: Pick<CoverRow, 'state' | 'starts_at'>,
  now: number,
): TimeLeft | null {
  if (state !== 'open') return null;
  const hours = Math.max(0, Math.floor((Date.parse(starts_at) - now) / 3_600_000));
  const text = hours < 48 ? t.left.hours({ hours }) : t.left.days({ days: Math.floor(hours / 24) });
  return { text, isUrgent: hours < 24 };
}

/** The question for a group. It leads to the page of requests, which asks who reads it: no secret leaves by it. */
export function whatsAppText(planned: readonly PlannedCover[]): string {
  const lines = planned.map((meeting) => [classOf(meeting), ...spansOf(meeting, viewerZone())].join('\n'));
  return t.ask.whatsAppText({
    meetings: lines.join('\n\n'),
    address: location.origin + encodeURI(paths.cover),
  });
}

export function tellAnswer(answer: CoverAnswer) {
  const isDone = answer === 'yours' || answer === 'declined';
  (isDone ? toast.success : toast.warning)(t.answers[answer]);
}
