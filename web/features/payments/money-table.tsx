import { useEffect } from 'react';
import { DataTable, type DataTableProps } from '#web/ui/data-table.tsx';
import type { AskedMoney } from './use-asked-money.ts';

interface MoneyTableProps<Row extends { readonly id: number }> extends Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'rows' | 'rowHref' | 'onRetry' | 'error' | 'total'
> {
  view: AskedMoney['view'];
  /** The rows are those of the page before, while the next is on its way. */
  isStale: boolean;
}

const rowId = ({ id }: { readonly id: number }) => String(id);

/** One page of payments or tickets, as the server sent it. */
export function MoneyTable<Row extends { readonly id: number }>(props: MoneyTableProps<Row>) {
  const { view, rows, total, isStale, error } = props;
  // An address may name a page behind the last one, and rows may have gone since.
  const last = Math.max(1, Math.ceil((total ?? 0) / view.size));
  const isBehind = total !== undefined && !isStale && view.page > last;
  useEffect(() => {
    if (isBehind) view.setPage(last);
  });
  return (
    <DataTable
      {...props}
      rowId={rowId}
      isLoading={(rows === undefined && !error) || (rows?.length === 0 && total !== 0)}
    />
  );
}
