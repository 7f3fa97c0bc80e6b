import { studentSorts, type StudentSort } from '@gurukul/contract/students';
import type { PageSize } from '#web/lib/constants.ts';
import { searchText } from '#web/lib/search-text.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { useCategory } from './student-filters.tsx';

/** The server takes no longer text. */
const searchMax = 100;

const sorts = new Set<string>(studentSorts.flatMap((column) => [column, `-${column}`]));
const isSort = (text: string): text is StudentSort | `-${StudentSort}` => sorts.has(text);

/** Which students the address asks for: `filter` says which in which order, `page` which part of them. */
export function useAskedStudents(size: PageSize) {
  const view = useTableSearch(size);
  const [category] = useCategory();
  const filter = {
    course_status: category,
    search: searchText(view.q, searchMax),
    sort: isSort(view.sort) ? view.sort : ('' as const),
  };
  return { view, filter, page: { page: view.page, pageSize: view.size } };
}

export type AskedStudents = ReturnType<typeof useAskedStudents>;
