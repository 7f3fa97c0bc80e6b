import type { CourseRow } from '@gurukul/contract/courses';
import { courseColumns } from '#web/features/courses/list/course-columns.tsx';
import { pageSizes } from '#web/lib/constants.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = peopleTexts.detail;

const { name: courseName, duration, startDate, status, registration, students } = courseColumns;
const columns = [courseName, duration, startDate, status, registration, students];

/** The courses of a course admin or teacher. */
export function PersonCourses({ name, rows }: { name: string; rows: readonly CourseRow[] }) {
  const view = useTableSearch(pageSizes.profileTables, '', 'courses-');
  return (
    <Panel title={t.courses}>
      <DataTable
        label={t.coursesOf({ name })}
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        rowHref={({ id }) => thingAddress('course', id)}
        view={view}
        canExport
        emptyText={t.noCourses}
      />
    </Panel>
  );
}
