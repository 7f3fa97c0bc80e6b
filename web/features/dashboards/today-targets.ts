import type { TodayKind } from '@gurukul/contract/dashboards';
import type { Selected } from '@gurukul/contract/selection';
import { noCourse } from '@gurukul/contract/students';
import type { TodayItem } from './today-selection.ts';
import { meetingsOf } from './uncalled-meetings.ts';

/* Whom and what selected lines are about. */

/** Who should do something about it: who takes the meeting, else who teaches the class. Each once. */
export function teachersOf(items: readonly TodayItem[]): { ids: number[]; without: number } {
  const ofEach = items.map((item) => {
    const taker = 'teacher' in item && item.teacher && !item.teacher.suspended ? [item.teacher] : [];
    const teachers = 'teachers' in item && item.teachers ? item.teachers : [];
    return [...taker, ...teachers].map(({ user_id }) => user_id);
  });
  return { ids: [...new Set(ofEach.flat())], without: ofEach.filter((ids) => ids.length === 0).length };
}

/** The students, each once. */
export const studentsOf = (items: readonly TodayItem[]): number[] => [
  ...new Set(
    items.flatMap((item) => ('student_id' in item && item.student_id !== null ? [item.student_id] : [])),
  ),
];

/** The students in their courses, as a list of students selects them. */
export const rowsOf = (items: readonly TodayItem[]): NonNullable<Selected['rows']> => {
  const rows = items.flatMap((item): NonNullable<Selected['rows']> => {
    if (!('student_id' in item) || item.student_id === null) return [];
    const isThere = !('is_enrolled' in item) || item.is_enrolled !== false;
    return [{ student_id: item.student_id, course_id: isThere ? (item.course_id ?? noCourse) : noCourse }];
  });
  return [...new Map(rows.map((row) => [`${row.student_id} ${row.course_id}`, row])).values()];
};

/** What a day off for these meetings begins with: their days, and the course or class if it is one. */
export function dayOffOf(items: readonly TodayItem[]) {
  const days = meetingsOf(items)
    .map(({ held_on }) => held_on)
    .toSorted();
  const same = (ids: readonly (number | null)[]) =>
    new Set(ids).size === 1 && ids[0] !== null && ids[0] !== undefined ? String(ids[0]) : '';
  const course = same(items.map(({ course_id }) => course_id));
  const group =
    course === '' ? '' : same(items.map((item) => ('class_id' in item ? (item.class_id ?? null) : null)));
  const [from = ''] = days;
  return { from, to: days.at(-1) ?? '', course, group };
}

/** What can be done with many lines of a kind, besides what a case offers. */
export const actionsOfKind: Readonly<
  Record<TodayKind, readonly ('remind' | 'write' | 'move' | 'cancel' | 'day off')[]>
> = {
  open_cover: [],
  unmarked_class: ['remind', 'cancel', 'day off'],
  class_without_teacher: [],
  paid_not_placed: ['write', 'move'],
  attending_unpaid: ['write', 'move'],
  three_absences: ['write', 'remind', 'move'],
  homework_to_check: ['remind', 'write'],
  family_answer: ['write'],
  correction: ['write'],
  registered_not_placed: [],
  check_ends: [],
  failed_mail: [],
  event_without_link: [],
};
