import { useEffect } from 'react';
import type { TableView } from './data-table.tsx';

interface ServersPage {
  readonly rows: readonly unknown[] | undefined;
  /** All rows there are. */
  readonly total: number | undefined;
  /** The rows are those of the page before, while the next is on its way. */
  readonly isStale: boolean;
  /** Why there are no rows. */
  readonly error: unknown;
}

/**
 * For lists whose pages the server sends. An address may name a page after the last one, for example because rows have
 * gone. Then the last page is shown. Says whether the rows to show are still loading.
 */
export function useLastPage(
  view: Pick<TableView, 'page' | 'size' | 'setPage'>,
  { rows, total, isStale, error }: ServersPage,
): boolean {
  const last = Math.max(1, Math.ceil((total ?? 0) / view.size));
  const isBehind = total !== undefined && !isStale && view.page > last;
  useEffect(() => {
    if (isBehind) view.setPage(last, 'replace');
  });
  return rows === undefined ? !error : rows.length === 0 && total !== 0;
}
