import type { Selected } from '@gurukul/contract/selection';
import { noCourse } from '@gurukul/contract/students';
import { useState } from 'react';

/** A list of students by its filters. */
export type ListFilter = Selected['list'];

/** The ids of rows: `7 3` is student 7 in course 3. */
const rowOf = (id: string): NonNullable<Selected['rows']>[number] => {
  const [student, course] = id.split(' ');
  return { student_id: Number(student), course_id: course === noCourse ? noCourse : Number(course) };
};

/** The rows of a list that are selected: ticked ones of any of its pages, or all that its filters find. */
export function useSelection(filter: ListFilter) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // All rows of the list as it was filtered then.
  const [all, setAll] = useState<string | null>(null);
  const named = JSON.stringify(filter);
  const isAll = all === named;
  const rows = [...ticked].map(rowOf);
  const selected: Selected = isAll ? { list: filter } : { list: { course_status: 'all' }, rows };
  return {
    ticked,
    isAll,
    selected,
    tick: (next: ReadonlySet<string>) => {
      setTicked(next);
      setAll(null);
    },
    takeAll: () => setAll(named),
    clear: () => {
      setTicked(new Set());
      setAll(null);
    },
  };
}

export type SelectionState = ReturnType<typeof useSelection>;
