import { studentSorts } from '@gurukul/contract/students';
import type { PageSize } from '#web/lib/constants.ts';
import { searchText } from '#web/lib/search-text.ts';
import { sortIn } from '#web/lib/sort-in.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { useCategory } from './student-filters.tsx';

/** The server takes no longer text. */
const searchMax = 100;

/** Which students the address asks for: `filter` says which in which order, `page` which part of them. */
export function useAskedStudents(size: PageSize) {
  const view = useTableSearch(size);
  const [category] = useCategory();
  const filter = {
    course_status: category,
    search: searchText(view.q, searchMax),
    sort: sortIn(studentSorts, view.sort) ?? ('' as const),
  };
  return { view, filter, page: { page: view.page, pageSize: view.size } };
}

export type AskedStudents = ReturnType<typeof useAskedStudents>;
