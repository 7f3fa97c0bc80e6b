import type { CourseRow } from '@gurukul/contract/courses';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';

/**
 * True when the start date is over in UTC, which lies between the zones of the staff. A date that is still today in
 * India is never refused.
 */
export const isPast = (date: string, now: Date): boolean => date < now.toISOString().slice(0, 10);

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
