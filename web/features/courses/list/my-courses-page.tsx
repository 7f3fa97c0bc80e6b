import { courses, type CourseRow } from '@gurukul/contract/courses';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths, to } from '#web/paths.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { CourseActions } from './course-actions.tsx';
import { courseColumns } from './course-columns.tsx';
import { inStates, stateFilters, StateFilters } from '../course-states.tsx';
import { useOptimisticChanges } from '../use-optimistic-changes.ts';

const t = coursesTexts.mine;

const { name, duration, startDate, status, registration, students } = courseColumns;
const columns = [name, duration, startDate, status, registration, students];

export function MyCoursesPage() {
  const view = useTableSearch({ size: 8 });
  const [search] = useSearchState();
  const own = useQuery(query(courses.get_all_courses_for_courseadmin, { uid: session.uid }));
  const [rows, showChange] = useOptimisticChanges(own.data?.data[0]);
  const actionsOf = (course: CourseRow) => <CourseActions course={course} showChange={showChange} />;

  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <DataTable
        label={t.table}
        columns={columns}
        rows={rows && inStates(rows, search)}
        rowId={(course) => String(course.id)}
        rowHref={(course) => to(paths.singleCourse, course.id)}
        rowActions={actionsOf}
        foldActions={({ course_name }) => course_name}
        view={view}
        search={
          <SearchBox
            label={coursesTexts.search}
            placeholder={t.searchHint}
            value={view.q}
            onChange={(text) => view.setQuery(text)}
          />
        }
        filters={<StateFilters />}
        filter={view.q}
        canExport
        {...(rows?.length === 0
          ? { emptyText: t.noneYet, emptyHint: t.noneHint }
          : { emptyAction: <ShowAll filters={stateFilters} /> })}
        query={own}
      />
    </>
  );
}
