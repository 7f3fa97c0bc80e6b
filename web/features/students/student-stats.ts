import type { StudentProfile } from '@gurukul/contract/students';
import { IconBook2, IconChecklist, IconHourglassHigh, IconUserCheck, IconUserX } from '@tabler/icons-react';
import { formatNumber, reachedPercent } from '#web/lib/format/format.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { studentTexts } from '#web/texts/student.ts';
import type { Stat } from '#web/ui/stat-cards.tsx';

const t = studentTexts.stats;

/** The figures of a student, within the courses and classes that the reader sees. */
export function studentStats({ figures }: StudentProfile): Stat[] {
  const { total_courses, present, absent, moved, drop_out, attendance_percentage, associated_from } = figures;
  const marks = present + absent + moved + drop_out;
  const others =
    moved + drop_out > 0
      ? { hint: t.others({ moved: formatNumber(moved), dropped: formatNumber(drop_out) }) }
      : {};
  return [
    { label: t.courses, value: total_courses, icon: IconBook2 },
    {
      label: t.attendance,
      value: marks === 0 ? null : t.percent({ share: formatNumber(reachedPercent(attendance_percentage)) }),
      hint: marks === 0 ? t.noMarks : t.ofMarks({ present: formatNumber(present), all: formatNumber(marks) }),
      icon: IconChecklist,
    },
    { label: t.present, value: present, icon: IconUserCheck },
    { label: t.absent, value: absent, ...others, icon: IconUserX },
    {
      label: t.years,
      value: associated_from === 0 ? peopleTexts.firstYear : associated_from,
      icon: IconHourglassHigh,
    },
  ];
}
