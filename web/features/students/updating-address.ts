import { paths } from '#web/paths.ts';

/** Where the course and class of a student are changed; with a course, the one to be left. */
export function updatingAddress(email: string, courseId?: number): string {
  const search = new URLSearchParams({ email });
  if (courseId !== undefined) search.set('from', String(courseId));
  return `${paths.updating}?${search.toString()}`;
}
