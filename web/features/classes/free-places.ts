import type { people } from '@gurukul/contract/people';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { studentTexts } from '#web/texts/student.ts';

const t = studentTexts.header;

export type CoursePeople = Pick<
  CallOutput<typeof people.get_teacher_bycourse>,
  'classes' | 'data' | 'response'
>;

const teachersOf = ({ response }: CoursePeople, classId: number | null) =>
  new Set(response.filter((slot) => slot.class_id === classId).map(({ teacher }) => teacher?.user_id));

/**
 * How many more students a class can take; null where no teacher of it has a maximum. As the server counts before a
 * move: the places of the teacher who has the fewest, and the student who moves takes none that they have already.
 */
export function freePlaces(course: CoursePeople, classId: number, classNow: number | null): number | null {
  const teachers = teachersOf(course, classId);
  const already = teachersOf(course, classNow);
  const places = course.data.flatMap(({ user_id, student_count, available_slots }) =>
    teachers.has(user_id) && student_count > 0 && available_slots !== undefined
      ? [available_slots + (already.has(user_id) ? 1 : 0)]
      : [],
  );
  return places.length === 0 ? null : Math.max(0, Math.min(...places));
}

export function placesText(places: number | null): string {
  if (places === null) return t.noLimit;
  return places === 0 ? t.full : t.free({ count: places });
}
