import { DataTable, type DataTableProps, type RowsQuery } from '#web/ui/table/data-table.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import type { AskedMoney } from './use-asked-money.ts';

interface MoneyTableProps<Row extends { readonly id: number }> extends Pick<
  DataTableProps<Row>,
  | 'label'
  | 'search'
  | 'filters'
  | 'tools'
  | 'columns'
  | 'rows'
  | 'rowHref'
  | 'total'
  | 'selection'
  | 'emptyText'
  | 'emptyAction'
> {
  view: AskedMoney['view'];
  query: RowsQuery;
}

const rowId = ({ id }: { readonly id: number }) => String(id);

/** One page of payments or tickets, as the server sent it. */
export function MoneyTable<Row extends { readonly id: number }>(props: MoneyTableProps<Row>) {
  const { view, rows, total, query } = props;
  const isStale = query.isPlaceholderData ?? false;
  const isLoading = useLastPage(view, { rows, total, isStale, error: query.error });
  return <DataTable {...props} rowId={rowId} isLoading={isLoading} />;
}
