import type { CourseRow } from '@gurukul/contract/courses';
import type { PortalRole } from '@gurukul/contract/shared/roles';

/**
 * Whether a course would start on a day that is over. Judged in UTC, which lies between the zones people work in: what
 * is still today in India is never refused.
 */
export const isPast = (date: string, now: Date): boolean => date < now.toISOString().slice(0, 10);

/** What a person may do with a course that lies in his scope. Teachers read. */
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
