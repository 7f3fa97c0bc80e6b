import { students } from '@gurukul/contract/students';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { query } from '#web/api/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { session } from '#web/lib/session.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { texts } from '#web/texts/texts.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ImportLink } from './import-link.tsx';
import { studentColumns, studentRowId } from './student-columns.tsx';
import { StudentFilters, useCategory } from './student-filters.tsx';

const t = texts.students.own;

/** The server sends one page in its own order: what is not here cannot be sorted here. */
const columns = studentColumns.map((column) => ({ ...column, sortable: false }));

/** The server takes no longer text. */
const searchMax = 100;

export function AllStudentsPage() {
  const view = useTableSearch(pageSizes.allStudents);
  const [category] = useCategory();
  const list = useQuery({
    ...query(students.getallstudents_under_courseadmin, {
      course_status: category,
      user_id: session.uid,
      page: view.page,
      pageSize: view.size,
      search: view.q.slice(0, searchMax),
    }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.data[0];
  const total = list.data?.total_count;

  // An address may name a page behind the last one, and rows may have gone since.
  const last = Math.max(1, Math.ceil((total ?? 0) / view.size));
  const isBehind = !list.isPlaceholderData && total !== undefined && view.page > last;
  useEffect(() => {
    if (isBehind) view.setPage(last);
  });

  return (
    <>
      <PageHeader title={t.title} lead={t.lead} actions={<ImportLink />} />
      <StudentFilters searchHint={t.searchHint} query={view.q} onQuery={(text) => view.setQuery(text)} />
      <DataTable
        label={t.table}
        columns={columns}
        rows={rows}
        rowId={studentRowId}
        view={view}
        total={total}
        isLoading={list.isPending || isBehind}
        error={list.data ? null : list.error}
        onRetry={() => void list.refetch()}
      />
    </>
  );
}
