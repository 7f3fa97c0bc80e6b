import type { PersonDetail, TeacherDetail } from '@gurukul/contract/people';
import { IconBook2, IconCalendarTime, IconHourglassHigh, IconSchool } from '@tabler/icons-react';
import { peopleTexts } from '#web/texts/people.ts';
import type { Stat } from '#web/ui/stat-cards.tsx';

const { columns: t, detail, firstYear } = peopleTexts;

/** The totals of a course admin or teacher. */
export const personStats = (person: PersonDetail | TeacherDetail): Stat[] => [
  { label: t.courses, value: person.total_courses, icon: IconBook2 },
  { label: t.students, value: person.total_students, hint: detail.studentsHint, icon: IconSchool },
  { label: t.sections, value: person.total_sections, hint: detail.sectionsHint, icon: IconCalendarTime },
  {
    label: t.years,
    value: person.associated_from === 0 ? firstYear : person.associated_from,
    icon: IconHourglassHigh,
  },
];
