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

/** Answers of the two switches, in the words of their buttons. */
export const publishTexts = {
  published: 'Course published',
  unpublished: 'Course unpublished',
  coming_soon: 'Course announced as coming soon',
} as const satisfies Record<CourseRow['status'], string>;

export const registrationTexts = {
  opened: 'Registration opened',
  closed: 'Registration closed',
} as const satisfies Record<CourseRow['reg_status'], string>;

export const typeTexts = {
  added: 'Course type added',
  renamed: 'Course type updated',
  deleted: 'Course type deleted',
  inUse: 'A course still has this type; give it another one first',
  notYours: 'Course types are changed by account admins, and by course admins who are so by their main role',
} as const;
