import { studentSorts, type StudentRow } from '@gurukul/contract/students';
import { useEffect } from 'react';
import { DataTable, type DataTableProps } from '#web/ui/data-table.tsx';
import classes from './student-columns.module.css';
import { studentColumns, studentRowId } from './student-columns.tsx';
import type { AskedStudents } from './use-asked-students.ts';

/** The server sends one page in its own order: only what it sorts by can be sorted here. */
const sorted: ReadonlySet<string> = new Set(studentSorts);
const columns = studentColumns.map((column) => ({ ...column, sortable: sorted.has(column.id) }));

interface StudentTableProps extends Pick<
  DataTableProps<StudentRow>,
  'label' | 'rowHref' | 'rowActions' | 'foldActions' | 'tools' | 'onRetry'
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
  // An address may name a page behind the last one, and rows may have gone since.
  const last = Math.max(1, Math.ceil((total ?? 0) / view.size));
  const isBehind = total !== undefined && !isStale && view.page > last;
  useEffect(() => {
    if (isBehind) view.setPage(last);
  });

  return (
    <div className={classes.wide}>
      <DataTable
        columns={columns}
        rows={rows}
        rowId={studentRowId}
        view={view}
        total={total}
        isLoading={(rows === undefined && !rest.error) || (rows?.length === 0 && total !== 0)}
        isStale={isStale}
        {...rest}
      />
    </div>
  );
}
