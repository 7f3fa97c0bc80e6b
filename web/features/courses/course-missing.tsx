import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { session } from '#web/lib/session.ts';
import { paths, type Path } from '#web/paths.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { Missing } from '#web/ui/feedback/missing.tsx';

const t = coursesTexts.detail;

const listOf: Readonly<Record<PortalRole, Path>> = {
  admin: paths.courses,
  courseadmin: paths.myCourses,
  teacher: paths.allCourses,
};

/** No course of this number, or somebody else's. */
export const CourseMissing = () => (
  <Missing
    title={t.missingTitle}
    text={t.missing}
    list={listOf[session.role ?? 'teacher']}
    listLabel={t.missingBack}
  />
);
