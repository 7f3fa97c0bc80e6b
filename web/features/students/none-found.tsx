import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatNumber } from '#web/lib/format/format.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { texts } from '#web/texts/texts.ts';
import { ImportLink } from '../student-import/import-link.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { studentFilterKeys, useCategory, useClearFilters, type AskedStudents } from './use-asked-students.ts';

const t = studentsTexts;

export interface Counts {
  total_count?: number | undefined;
  unfiltered_count?: number | undefined;
}

/**
 * What a list of students says where it has no rows: that others are in another category, that the filters hide some,
 * or how the first ones come.
 * `unfiltered_count`: how many there are in every category without the filters.
 */
export function useNoneFound(
  { filter, isFiltered }: AskedStudents,
  { unfiltered_count: unfiltered, total_count: total }: Counts = {},
) {
  const [category, setCategory] = useCategory();
  const wasShown = useRef(false);
  const isHidden = total === 0 && Boolean(unfiltered) && category === 'active';

  // People who open the list before a course is published see their students, not an empty table. Once: a press on
  // Active afterwards means it.
  useEffect(() => {
    if (wasShown.current || total === undefined) return;
    wasShown.current = true;
    if (isHidden && !isFiltered && filter.search === '') setCategory('all', 'replace');
  });
  const clear = useClearFilters();
  const offer = (label: string, act: () => void) => ({
    emptyText: texts.ui.noRecords,
    emptyAction: (
      <Button variant="default" onClick={act}>
        {label}
      </Button>
    ),
  });
  if (!isFiltered && unfiltered)
    return offer(t.showAll({ count: formatNumber(unfiltered) }), () => setCategory('all'));
  if (unfiltered) {
    return offer(t.showUnfiltered({ count: formatNumber(unfiltered) }), () => clear('all'));
  }
  if (isFiltered) return offer(texts.ui.clearFilters, () => clear());
  return filter.search === ''
    ? { emptyText: t.noneYet, emptyHint: t.noneHint, emptyAction: <ImportLink /> }
    : { emptyAction: <ShowAll filters={studentFilterKeys} /> };
}
