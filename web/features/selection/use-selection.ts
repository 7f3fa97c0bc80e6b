import type { Selected } from '@gurukul/contract/selection';
import { noCourse } from '@gurukul/contract/students';
import { useTickedOrAll } from '#web/ui/table/use-ticked-or-all.ts';

/** A list of students by its filters. */
export type ListFilter = Selected['list'];

/** The ids of rows: `7 3` is student 7 in course 3. */
const rowOf = (id: string): NonNullable<Selected['rows']>[number] => {
  const [student, course] = id.split(' ');
  return { student_id: Number(student), course_id: course === noCourse ? noCourse : Number(course) };
};

export function useSelection(filter: ListFilter) {
  const choice = useTickedOrAll(filter);
  const selected: Selected = choice.isAll
    ? { list: filter }
    : { list: { course_status: 'all' }, rows: [...choice.ticked].map(rowOf) };
  return { ...choice, selected };
}

export type SelectionState = ReturnType<typeof useSelection>;
