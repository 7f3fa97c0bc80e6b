import type { TestRow } from '@gurukul/contract/tests';
import { formatMeetingDay, timesOf } from '#web/lib/format/meeting-times.ts';
import { session } from '#web/lib/session.ts';
import { testsTexts } from '#web/texts/tests.ts';

/** On the viewer's clock, and on that of the other one where it differs: of the student, or for the office of the examiner. */
export const clocksOf = (test: TestRow) => {
  const zone = session.role === 'teacher' ? test.student_zone : test.examiner_zone;
  return `${formatMeetingDay(test.starts_at)} ${timesOf({ ...test, zone }).join(' · ')}`;
};

export const nameOf = ({ student_name, portion_name }: TestRow) =>
  testsTexts.of({ student: student_name, portion: portion_name });
