import { teacherSorts } from '@gurukul/contract/people';
import { pageSizes } from '#web/lib/constants.ts';
import { searchText } from '#web/lib/address/search-text.ts';
import { sortIn } from '#web/lib/address/sort-in.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';

/** The server takes no longer text. */
const searchMax = 100;

/** Which teachers the address asks for: `filter` says which in which order, `page` which part of them. */
export function useAskedTeachers() {
  const view = useTableSearch(pageSizes.teachers);
  const filter = {
    search: searchText(view.q, searchMax),
    sort: sortIn(teacherSorts, view.sort) ?? ('' as const),
  };
  return { view, filter, page: { page: view.page, pageSize: view.size } };
}
