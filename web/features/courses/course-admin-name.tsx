import type { CourseRow } from '@gurukul/contract/courses';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { AppLink } from '#web/ui/link.tsx';
import classes from './list/course-columns.module.css';

type CourseAdmin = Pick<CourseRow, 'courseadmin' | 'courseadmin_id'>;

/** Who looks after a course; an account admin gets to the profile from here. */
export function CourseAdminName({ course: { courseadmin, courseadmin_id: id } }: { course: CourseAdmin }) {
  if (id === null || session.role !== 'admin') return courseadmin;
  return (
    <AppLink href={to(paths.courseAdmin, id)} className={classes.person}>
      {courseadmin}
    </AppLink>
  );
}
