import { courses, type TaughtCourseRow } from '@gurukul/contract/courses';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths, to } from '#web/paths.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { nameColumn } from '#web/ui/table/name-column.tsx';
import { ClassFilters } from '#web/features/classes/class-filters.tsx';
import { idIn } from '#web/lib/address/route-id.ts';
import { MeetingTimes, meetingTimesText } from '#web/ui/meeting-time.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { CourseName } from '../course-name.tsx';
import lines from './all-courses-page.module.css';

const t = coursesTexts.taught;
const { columns: headers, durations } = coursesTexts;

const columns: readonly Column<TaughtCourseRow>[] = [
  {
    id: 'course_name',
    header: headers.name,
    value: ({ course_name }) => course_name,
    cell: (row) => <CourseName course={row} />,
  },
  {
    id: 'class_name',
    header: t.class,
    ...nameColumn(
      'class',
      ({ class_id }) => class_id,
      ({ class_name }) => class_name,
    ),
    onPhone: 'line',
  },
  {
    id: 'start_date',
    header: headers.startDate,
    value: ({ start_date }) => start_date,
    cell: ({ start_date }) => <span className={lines.line}>{formatDate(start_date)}</span>,
  },
  {
    id: 'course_duration',
    header: headers.duration,
    value: ({ course_duration }) => durations[course_duration],
  },
  {
    id: 'slot_time',
    header: t.time,
    // Which meets next.
    value: ({ slot_time }) => slot_time,
    exported: ({ weekly_slots }) => meetingTimesText(weekly_slots),
    cell: ({ weekly_slots }) => <MeetingTimes slots={weekly_slots} />,
  },
  {
    id: 'student_count',
    header: headers.students,
    value: ({ student_count }) => student_count,
    align: 'end',
    onPhone: 'end',
  },
];

/** The classes that the signed-in person teaches, by course. */
export function AllCoursesPage() {
  const view = useTableSearch({ size: 8 });
  const [search, change] = useSearchState();
  const course = idIn(search['course']);
  const group = idIn(search['class']);
  const taught = useQuery({
    ...query(courses.get_all_courses_for_teacher, {
      user_id: session.uid,
      course_id: course ?? 0,
      class_id: group ?? 0,
    }),
    // The filters stay what they are while another choice is on its way.
    placeholderData: keepPreviousData,
  });

  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <DataTable
        label={t.title}
        columns={columns}
        rows={taught.isPlaceholderData ? undefined : taught.data?.data}
        rowId={(row) => `${row.course_id} ${row.class_id}`}
        rowHref={(row) => to(paths.viewCourse, row.course_id)}
        view={view}
        search={
          <SearchBox
            label={coursesTexts.search}
            placeholder={t.searchHint}
            value={view.q}
            onChange={(text) => view.setQuery(text)}
          />
        }
        filters={
          <ClassFilters
            from={taught.data}
            course={course}
            group={group}
            onChange={(chosen) => change({ ...chosen, page: '' })}
          />
        }
        filter={view.q}
        {...(view.q || course || group ? { emptyAction: <ShowAll filters={['course', 'class']} /> } : {})}
        canExport
        query={taught}
        emptyText={t.none}
      />
    </>
  );
}
