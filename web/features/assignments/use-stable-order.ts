import type { CourseTeacherRow } from '@gurukul/contract/shared/teacher-row';
import { useState } from 'react';

const none: readonly number[] = [];

/**
 * The teachers in the order in which the course was opened. The server lists those of the course first. A row that
 * moved at the press of its own button would take the focus with it.
 */
export function useStableOrder(courseId: number | null, teachers: readonly CourseTeacherRow[] | undefined) {
  const [order, setOrder] = useState({ courseId, ids: none });
  const ids = teachers?.map(({ user_id }) => user_id) ?? none;
  const isFirst = order.ids.length === 0 && ids.length > 0;
  if (order.courseId !== courseId || isFirst) setOrder({ courseId, ids });
  const places = new Map(order.ids.map((id, place) => [id, place]));
  const placeOf = ({ user_id }: CourseTeacherRow) => places.get(user_id) ?? places.size;
  return teachers?.toSorted((a, b) => placeOf(a) - placeOf(b));
}
