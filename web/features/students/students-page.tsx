import { students } from '@gurukul/contract/students';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/api/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { texts } from '#web/texts/texts.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ImportLink } from './import-link.tsx';
import { studentColumns, studentRowId } from './student-columns.tsx';
import { StudentFilters, useCategory } from './student-filters.tsx';

const t = texts.students.all;

/** All students of the provider, for the account admin; they are all here, so searching and sorting need no server. */
export function StudentsPage() {
  const view = useTableSearch(pageSizes.students);
  const [category] = useCategory();
  const list = useQuery(query(students.get_all_students, { course_status: category }));

  return (
    <>
      <PageHeader title={t.title} lead={t.lead} actions={<ImportLink />} />
      <StudentFilters searchHint={t.searchHint} query={view.q} onQuery={(text) => view.setQuery(text)} />
      <DataTable
        label={t.table}
        columns={studentColumns}
        rows={list.data?.data}
        rowId={studentRowId}
        view={view}
        filter={view.q}
        error={list.data ? null : list.error}
        onRetry={() => void list.refetch()}
      />
    </>
  );
}
