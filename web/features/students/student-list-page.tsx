import { people } from '@gurukul/contract/people';
import type { TaughtStudentRow } from '@gurukul/contract/students';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths, to } from '#web/paths.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ClassFilters } from '#web/features/classes/class-filters.tsx';
import { idIn } from '#web/lib/address/route-id.ts';
import { StudentSearch } from './student-filters.tsx';
import { taughtStudentColumns } from './student-columns.tsx';

const t = studentsTexts.ofTeacher;

const rowId = ({ id, class_id }: TaughtStudentRow) => `${id} ${class_id}`;
const profileOf = ({ id }: TaughtStudentRow) => to(paths.studentProfile, id);

/** /Student List: the students of the signed-in teacher's classes; they are all here. */
export function StudentListPage() {
  const view = useTableSearch({ size: 10 });
  const [search, change] = useSearchState();
  const course = idIn(search['course']);
  const group = idIn(search['class']);
  const list = useQuery({
    ...query(people.getstudents_under_teacher, {
      user_id: session.uid,
      course_id: course ?? 0,
      class_id: group ?? 0,
    }),
    placeholderData: keepPreviousData,
  });

  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <DataTable
        label={t.table}
        columns={taughtStudentColumns}
        rows={list.data?.data}
        rowId={rowId}
        rowHref={profileOf}
        view={view}
        search={<StudentSearch view={view} />}
        filters={
          <ClassFilters
            from={list.data}
            course={course}
            group={group}
            onChange={(chosen) => change({ ...chosen, page: '' })}
          />
        }
        filter={view.q}
        query={list}
        {...(view.q ? { emptyAction: <ShowAll /> } : { emptyText: t.none })}
      />
    </>
  );
}
