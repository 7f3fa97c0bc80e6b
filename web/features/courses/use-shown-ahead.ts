import type { CourseRow } from '@gurukul/contract/courses';
import { useState } from 'react';

/** What somebody just decided about a course. */
export type Change = Pick<CourseRow, 'id'> & Partial<Pick<CourseRow, 'status' | 'reg_status'>>;

/** Shows the change at once; the returned function ends that, when the server's own rows say it or it was refused. */
export type ShowAhead = (change: Change) => () => void;

/**
 * Rows with the changes that are still under way. They lie beside the server's rows instead of being written into them,
 * so that taking one back never takes back another, and a list that arrives in between does not make a row flicker.
 */
export function useShownAhead(rows: readonly CourseRow[] | undefined) {
  const [changes, setChanges] = useState<readonly Change[]>([]);

  const showAhead: ShowAhead = (change) => {
    setChanges((known) => [...known, change]);
    return () => setChanges((known) => known.filter((other) => other !== change));
  };

  const shown = rows?.map((row) => {
    const now = { ...row };
    for (const change of changes) if (change.id === row.id) Object.assign(now, change);
    return now;
  });
  return [shown, showAhead] as const;
}
