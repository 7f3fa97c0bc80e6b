import { students, type StudentRow } from '@gurukul/contract/students';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ImportLink } from '../student-import/import-link.tsx';
import { useNoneFound } from './none-found.tsx';
import { StudentActions } from './student-actions.tsx';
import { StudentExport } from './student-export.tsx';
import { StudentFilters } from './student-filters.tsx';
import { StudentTable } from './student-table.tsx';
import { useAskedStudents } from './use-asked-students.ts';

const t = studentsTexts.own;

const profileOf = ({ id }: StudentRow) => to(paths.singleStudent, id);
const nameOf = ({ fullname }: StudentRow) => fullname;
const actionsOf = (student: StudentRow) => <StudentActions student={student} profile={profileOf(student)} />;

/** /All Students: the students of the course admin's own courses. */
export function OwnStudentsPage() {
  const { view, filter, page } = useAskedStudents(pageSizes.allStudents);
  const list = useQuery({
    ...query(students.getallstudents_under_courseadmin, { user_id: session.uid, ...filter, ...page }),
    placeholderData: keepPreviousData,
  });
  const total = list.data?.total_count;
  // Found nobody: how many there are in every category costs no more than the list did.
  const all = useQuery({
    ...query(students.getallstudents_under_courseadmin, {
      user_id: session.uid,
      ...filter,
      course_status: 'all',
      page: 1,
      pageSize: 1,
    }),
    enabled: total === 0 && filter.course_status !== 'all',
  });
  const none = useNoneFound(filter.search, all.data?.total_count);

  return (
    <>
      <PageHeader title={t.title} lead={t.lead} actions={<ImportLink />} />
      <StudentFilters query={view.q} onQuery={(text) => view.setQuery(text)} />
      <StudentTable
        label={t.table}
        view={view}
        rows={list.data?.data[0]}
        total={total}
        isStale={list.isPlaceholderData}
        {...none}
        rowHref={profileOf}
        rowActions={actionsOf}
        foldActions={nameOf}
        tools={<StudentExport filter={filter} count={total} />}
        error={list.data ? null : list.error}
        onRetry={() => void list.refetch()}
      />
    </>
  );
}
