import type { FinishRow, FinishRule, Progress } from '@gurukul/contract/certificates';
import { formatNumber } from '#web/lib/format/format.ts';
import { certificatesTexts } from '#web/texts/certificates.ts';

const t = certificatesTexts.words;

/** "72 % (18 of 25 meetings), at least 75 %": what is there, what is asked for, and of what. */
export function attendanceWords({ percent, present, recorded, rule }: Progress): string {
  const have =
    percent === null
      ? t.noMarks
      : t.meetings({ present: formatNumber(present), recorded: formatNumber(recorded) });
  if (rule.attendance === null)
    return percent === null ? have : t.share({ percent: formatNumber(percent), have });
  return t.percentOf({ percent: formatNumber(percent ?? 0), asked: formatNumber(rule.attendance), have });
}

export function homeworkWords({ accepted, asked, rule }: Progress): string {
  const count = formatNumber(accepted);
  if (rule.homework !== null) return t.acceptedOf({ count, asked: formatNumber(rule.homework) });
  return asked === 0 && accepted === 0 ? '' : t.accepted({ count, asked: formatNumber(asked) });
}

/** Portions that an examiner heard. */
export const portionWords = ({ tested, portions }: Progress): string =>
  portions === 0 ? '' : t.passed({ count: formatNumber(tested), all: formatNumber(portions) });

/** What finishes a course. */
export function ruleWords({ attendance, homework, portions }: FinishRule): string {
  const parts = [
    ...(attendance === null ? [] : [t.needsAttendance({ percent: formatNumber(attendance) })]),
    ...(homework === null ? [] : [t.needsHomework({ count: formatNumber(homework) })]),
    ...(portions ? [t.needsPortions] : []),
  ];
  return parts.length === 0 ? t.noRule : parts.join(' · ');
}

/** Where somebody stands, in one word. */
export function standingWords(row: Progress): string {
  if (row.is_no_longer) return t.noLonger;
  if (row.fulfils === null) return t.noRuleShort;
  return row.fulfils ? t.fulfils : t.lacks({ parts: row.lacks.map((part) => t.parts[part]).join(', ') });
}

export const standingTone = ({ is_no_longer, fulfils }: Progress) =>
  is_no_longer ? 'bad' : fulfils === null ? 'calm' : fulfils ? 'good' : 'warn';

export const nameOf = ({ fullname }: FinishRow) => fullname;
