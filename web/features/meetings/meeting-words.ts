import type { MeetingOverlap } from '@gurukul/contract/meetings';
import { momentOf } from '#web/lib/format/meeting-times.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';

const t = meetingsTexts;

export const clashWords = ({ teacher_name, class_name, course_name, starts_at }: MeetingOverlap) =>
  t.form.clash({
    teacher: teacher_name,
    what: [class_name, course_name].filter(Boolean).join(', ') || t.form.elsewhere,
    when: momentOf(starts_at),
  });
