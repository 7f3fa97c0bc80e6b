import { owingKinds, owingSorts } from '@gurukul/contract/ledger';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { searchText } from '#web/lib/address/search-text.ts';
import { sortIn } from '#web/lib/address/sort-in.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';

/** The server takes no longer text. */
const textMax = 100;

/** The names of the filters in the address. */
export const owingFilters = ['show', 'course', 'class', 'overdue', 'currency'] as const;

const idIn = (text: string | undefined) => (text && /^[1-9]\d{0,14}$/.test(text) ? text : '');

/** Which ledgers the address asks for: `filter` says which, `page` which part of them in which order. */
export function useAskedOwing() {
  const view = useTableSearch(pageSizes.payments);
  const [search, change] = useSearchState();
  const course = idIn(search['course']);
  const overdue = Number(/^\d{1,4}$/.exec(search['overdue'] ?? '')?.[0] ?? 0);
  const filter = {
    show: owingKinds.find((kind) => kind === search['show']) ?? 'open',
    course_id: course,
    // A class is one of a course.
    class_id: course === '' ? '' : idIn(search['class']),
    overdue,
    currency: /^[A-Z]{3}$/.exec(search['currency'] ?? '')?.[0] ?? '',
    search: searchText(view.q, textMax),
  } as const;
  const page = { sort: sortIn(owingSorts, view.sort), page: view.page, pageSize: view.size };
  /** Other rows: they are read from the first page on. */
  const ask = (part: Readonly<Record<string, string>>) => change({ ...part, page: '' });
  return { view, search, filter, page, ask };
}

export type AskedOwing = ReturnType<typeof useAskedOwing>;
