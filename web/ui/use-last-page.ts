import { useEffect } from 'react';
import type { TableView } from './data-table.tsx';

interface ServersPage {
  readonly rows: readonly unknown[] | undefined;
  /** All rows there are. */
  readonly total: number | undefined;
  /** The rows are those of the page before, while the next is on its way. */
  readonly isStale: boolean;
}

/**
 * For lists of which the server sends a page: an address may name a page behind the last one, and rows may have gone
 * since it was written. Then the last page is shown instead; true while it is on its way.
 */
export function useLastPage(
  view: Pick<TableView, 'page' | 'size' | 'setPage'>,
  { rows, total, isStale }: ServersPage,
): boolean {
  const last = Math.max(1, Math.ceil((total ?? 0) / view.size));
  const isBehind = total !== undefined && !isStale && view.page > last;
  useEffect(() => {
    if (isBehind) view.setPage(last);
  });
  return rows?.length === 0 && total !== 0;
}
