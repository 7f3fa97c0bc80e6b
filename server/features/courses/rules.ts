import type { CourseRow } from '@gurukul/contract/courses';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';

/** The day of the calendar begins 12 hours later than in UTC where it begins last. */
const lastZone = 12 * 60 * 60 * 1000;

/** True when the start date is over everywhere: a date that is still today for somebody is never refused. */
export const isPast = (date: string, now: Date): boolean =>
  date < new Date(now.getTime() - lastZone).toISOString().slice(0, 10);

/** What a person may do with a course within their reach. Teachers may only read. */
export function courseAbilities(role: PortalRole): NonNullable<CourseRow['can']> {
  const isOffice = role !== 'teacher';
  return { edit: isOffice, publish: isOffice, manage: isOffice };
}

/** Answers of the switch, in the words of its buttons. */
export const publishCodes = {
  published: 'course_published',
  unpublished: 'course_unpublished',
  coming_soon: 'course_coming_soon',
} as const satisfies Record<CourseRow['status'], string>;
