import { studentSorts, type StudentRow } from '@gurukul/contract/students';
import { DataTable, type Column, type DataTableProps, type RowsQuery } from '#web/ui/table/data-table.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { studentColumns, studentRowId } from './student-columns.tsx';
import type { AskedStudents } from './use-asked-students.ts';

/** The server sends one page in its own order: only what it sorts by can be sorted here. */
const sorted: ReadonlySet<string> = new Set(studentSorts);
const columns = studentColumns.map((column) => ({ ...column, sortable: sorted.has(column.id) }));

interface StudentTableProps extends Pick<
  DataTableProps<StudentRow>,
  | 'label'
  | 'selection'
  | 'search'
  | 'filters'
  | 'rowHref'
  | 'rowActions'
  | 'foldActions'
  | 'tools'
  | 'emptyText'
  | 'emptyAction'
> {
  /** Behind the others. */
  further?: readonly Column<StudentRow>[] | undefined;
  view: AskedStudents['view'];
  rows: readonly StudentRow[] | undefined;
  total: number | undefined;
  query: RowsQuery;
}

/** One page of students in their courses, as the server sent it. */
export function StudentTable({ further, view, rows, total, query, ...rest }: StudentTableProps) {
  const isStale = query.isPlaceholderData ?? false;
  const isLoading = useLastPage(view, { rows, total, isStale, error: query.error });
  return (
    <DataTable
      columns={further ? [...columns, ...further] : columns}
      rows={rows}
      rowId={studentRowId}
      view={view}
      total={total}
      isLoading={isLoading}
      query={query}
      {...rest}
    />
  );
}
