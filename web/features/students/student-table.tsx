import { studentSorts, type StudentRow } from '@gurukul/contract/students';
import { DataTable, type DataTableProps } from '#web/ui/table/data-table.tsx';
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
  | 'onRetry'
  | 'emptyText'
  | 'emptyAction'
> {
  view: AskedStudents['view'];
  rows: readonly StudentRow[] | undefined;
  total: number | undefined;
  /** The rows are those of the page before, while the next is on its way. */
  isStale: boolean;
  error: DataTableProps<StudentRow>['error'];
}

/** One page of students in their courses, as the server sent it. */
export function StudentTable({ view, rows, total, isStale, ...rest }: StudentTableProps) {
  const isLoading = useLastPage(view, { rows, total, isStale, error: rest.error });
  return (
    <DataTable
      columns={columns}
      rows={rows}
      rowId={studentRowId}
      view={view}
      total={total}
      isLoading={isLoading}
      isStale={isStale}
      {...rest}
    />
  );
}
