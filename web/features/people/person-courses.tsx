import type { CourseRow } from '@gurukul/contract/courses';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import { courseColumns } from '#web/features/courses/list/course-columns.tsx';
import { pageSizes } from '#web/lib/constants.ts';
import { session } from '#web/lib/session.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { paths, to, type RouteOfOne } from '#web/paths.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = peopleTexts.detail;

const { name: courseName, duration, startDate, status, registration, students } = courseColumns;
const columns = [courseName, duration, startDate, status, registration, students];

const courseFor: Readonly<Record<PortalRole, RouteOfOne>> = {
  admin: paths.course,
  courseadmin: paths.singleCourse,
  teacher: paths.viewCourse,
};

/** The courses of a course admin or teacher. */
export function PersonCourses({ name, rows }: { name: string; rows: readonly CourseRow[] }) {
  const view = useTableSearch(pageSizes.profileTables, '', 'courses-');
  return (
    <Panel title={t.courses}>
      <DataTable
        label={t.coursesOf(name)}
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        rowHref={({ id }) => to(courseFor[session.role ?? 'teacher'], id)}
        view={view}
        canExport
        emptyText={t.noCourses}
      />
    </Panel>
  );
}
