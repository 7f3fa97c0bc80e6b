import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import type { PageSize } from '#web/lib/constants.ts';
import { searchText } from '#web/lib/address/search-text.ts';
import { sortIn } from '#web/lib/address/sort-in.ts';
import { useSearchState, type PlainSearch } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';

/** The server takes no longer text. */
const textMax = 100;

/** Which payments or tickets an address asks for, and in which order. */
export function moneyIn<S extends string>(search: PlainSearch, sorts: readonly S[]) {
  const from = dayInAddress(search['from']);
  const to = dayInAddress(search['to']);
  return {
    search: searchText(search['q'] ?? '', textMax),
    status: (search['status'] ?? '').slice(0, textMax).toLowerCase(),
    currency: (search['currency'] ?? '').slice(0, 10),
    from,
    // An end before the start is no end.
    to: to < from ? '' : to,
    sort: sortIn(sorts, search['sort'] ?? ''),
  };
}

/** Which payments or tickets the address asks for: `filter` says which in which order, `page` which part of them. */
export function useAskedMoney<S extends string>(size: PageSize, sorts: readonly S[]) {
  const view = useTableSearch(size);
  const [search, change] = useSearchState();
  const filter = moneyIn(search, sorts);
  /** Other rows: they are read from the first page on. */
  const ask = (part: Readonly<Record<string, string>>) => change({ ...part, page: '' });
  return { view, search, filter, page: { page: view.page, pageSize: view.size }, ask };
}

export type AskedMoney = Pick<
  ReturnType<typeof useAskedMoney<string>>,
  'view' | 'search' | 'filter' | 'page' | 'ask'
>;
