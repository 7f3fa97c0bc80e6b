import type { CourseRow } from '@gurukul/contract/courses';
import { useState } from 'react';

/** What somebody just decided about a course. */
export type Change = Pick<CourseRow, 'id'> & Partial<Pick<CourseRow, 'status' | 'reg_status'>>;

/**
 * Shows the change at once. The returned function ends that, when the server's rows have the change or the server
 * refused it.
 */
export type ShowChange = (change: Change) => () => void;

/**
 * Rows with the changes that the server has not answered yet. They are separate from the server's rows. So removing one
 * change never removes another, and a list that arrives in between does not make a row flicker.
 */
export function useOptimisticChanges(rows: readonly CourseRow[] | undefined) {
  const [changes, setChanges] = useState<readonly Change[]>([]);

  const showChange: ShowChange = (change) => {
    setChanges((known) => [...known, change]);
    return () => setChanges((known) => known.filter((other) => other !== change));
  };

  const shown = rows?.map((row) => {
    const now = { ...row };
    for (const change of changes) if (change.id === row.id) Object.assign(now, change);
    return now;
  });
  return [shown, showChange] as const;
}
