import { Button } from '@mantine/core';
import { formatNumber } from '#web/lib/format.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { texts } from '#web/texts/texts.ts';
import { ImportLink } from '../student-import/import-link.tsx';
import { useCategory } from './student-filters.tsx';

const t = studentsTexts;

/** What a list of students says where it has no rows: that others are in another category, or how the first ones come. */
export function useNoneFound(search: string, inAll: number | undefined) {
  const [category, setCategory] = useCategory();
  if (category !== 'all' && inAll) {
    const show = (
      <Button variant="default" onClick={() => setCategory('all')}>
        {t.showAll(formatNumber(inAll))}
      </Button>
    );
    return { emptyText: texts.ui.noRecords, emptyAction: show };
  }
  const isEmpty = search === '' && (category === 'all' || inAll === 0);
  return isEmpty ? { emptyText: t.noneYet, emptyAction: <ImportLink /> } : {};
}
