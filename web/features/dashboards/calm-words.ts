import type { TodayHas } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { paths, type Address } from '#web/paths.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';

const t = dashboardsTexts.today;

interface Step {
  readonly words: { readonly title: string; readonly text: string; readonly action: string };
  readonly href: Address;
}

/** What each has to have, in this order, before anything can wait for them; and what leads there. */
const steps: Readonly<Record<PortalRole, readonly (readonly [needed: keyof TodayHas, step: Step])[]>> = {
  admin: [
    ['courses', { words: t.begin.courses, href: paths.addCourse }],
    ['classes', { words: t.begin.classes, href: paths.courseAssociation }],
    ['students', { words: t.begin.students, href: paths.importStudents }],
  ],
  courseadmin: [
    ['courses', { words: t.begin.ownCourses, href: paths.myCourses }],
    ['classes', { words: t.begin.ownFirstClass, href: paths.courseAssociation }],
    ['students', { words: t.begin.students, href: paths.importStudents }],
  ],
  teacher: [
    ['classes', { words: t.begin.ownClasses, href: paths.allCourses }],
    ['students', { words: t.begin.ownStudents, href: paths.schedule }],
  ],
};

interface CalmWords {
  readonly title: string;
  readonly text: string;
  /** Where the next step is taken. */
  readonly step?: { readonly action: string; readonly href: Address };
}

/** What is true where nothing is due: of what there is, or that there is nothing yet and what comes next. */
export function calmWords(role: PortalRole, has: TodayHas | undefined): CalmWords {
  const next = has && steps[role].find(([needed]) => !has[needed])?.[1];
  if (next) {
    const { title, text, action } = next.words;
    return { title, text, step: { action, href: next.href } };
  }
  const { office, teacher } = t.calm;
  return { title: t.calmTitle, text: role === 'teacher' ? teacher : office };
}
