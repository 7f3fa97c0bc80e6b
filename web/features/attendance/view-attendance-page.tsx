import { attendance, attendanceStatuses, historySorts, type HistoryRow } from '@gurukul/contract/attendance';
import { Button } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { ApiError } from '#web/calls/errors.ts';
import { isTurned } from '#web/lib/format/format.ts';
import { dayAndTime } from '#web/lib/format/meeting-name.ts';
import { idIn } from '#web/lib/address/route-id.ts';
import { searchText } from '#web/lib/address/search-text.ts';
import { session } from '#web/lib/session.ts';
import { stringifySearch, useSearchState } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths } from '#web/paths.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { texts } from '#web/texts/texts.ts';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { DaysFilter } from '#web/ui/table/days-filter.tsx';
import { ClearFilters, FilterChip } from '#web/ui/table/filter-chip.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { ServerExport } from '#web/features/exports/server-export.tsx';
import { ClassFilters } from '#web/features/classes/class-filters.tsx';
import { AttendanceBadge } from './attendance-status.tsx';
import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import { MarkViews } from './mark-views.tsx';
import { Marked } from './mark-history.tsx';

const t = attendanceTexts.history;

/** Two marks may look alike, where classes share a name. */
interface Mark extends HistoryRow {
  readonly place: number;
}

const sorted: ReadonlySet<string> = new Set(historySorts);

const columns: readonly Column<Mark>[] = [
  {
    id: 'fullname',
    header: attendanceTexts.studentName,
    value: ({ fullname }: Mark) => fullname,
    cell: ({ student_id, fullname }: Mark) => (
      <ThingLink to="student" id={student_id}>
        {fullname}
      </ThingLink>
    ),
  },
  { id: 'course_name', header: t.course, value: ({ course_name }: Mark) => course_name },
  {
    id: 'class_name',
    header: t.class,
    value: ({ class_name }: Mark) => class_name,
    onPhone: 'line' as const,
  },
  {
    id: 'attendence_date',
    header: t.date,
    value: ({ attendence_date, time }: Mark) => dayAndTime(attendence_date, time),
    onPhone: 'line' as const,
  },
  {
    id: 'attendence',
    header: t.status,
    value: ({ attendence }: Mark) => attendanceTexts.statuses[attendence],
    cell: ({ attendence, student_attendance_id, fullname, attendence_date }: Mark) => (
      <Marked
        status={attendence}
        student={fullname}
        day={attendence_date}
        correctedId={student_attendance_id}
      />
    ),
    onPhone: 'end' as const,
    plain: ({ attendence }: Mark) => <AttendanceBadge status={attendence} />,
  },
].map((column) => ({ ...column, sortable: sorted.has(column.id) }));

/** The server takes no longer text. */
const searchMax = 200;

const sortIn = (text: string) =>
  historySorts.flatMap((column) => [column, `-${column}`] as const).find((each) => each === text);

/** Which marks the address asks for: `filter` says which in which order, `page` which part of them. */
function useAskedMarks() {
  const view = useTableSearch({ size: 10 });
  const [search, change] = useSearchState();
  const start = dayInAddress(search['start']);
  const end = dayInAddress(search['end']);
  const fault = isTurned(start, end) ? texts.ui.fromAfterTo : '';
  const filter = {
    course: idIn(search['course']),
    class: idIn(search['class']),
    search: searchText(view.q, searchMax),
    start,
    // An end before the start is no end.
    end: fault ? '' : end,
    status: attendanceStatuses.find((status) => status === search['status']),
    sort: sortIn(view.sort),
  };
  /** Other marks are read from the first page on. */
  const ask = (part: Readonly<Record<string, string>>) => change({ ...part, page: '' });
  return { view, filter, fault, ask };
}

type Filter = ReturnType<typeof useAskedMarks>['filter'];

const inputOf = (filter: Filter) => ({
  user_id: session.uid,
  course: filter.course ?? 0,
  class: filter.class ?? 0,
  search: filter.search || undefined,
  start_date: filter.start || undefined,
  end_date: filter.end || undefined,
  status: filter.status,
  sort: filter.sort,
});

/** Their names in the address. */
const filters = ['course', 'class', 'status', 'start', 'end'] as const;

const isFiltered = (filter: Filter) => filters.some((name) => Boolean(filter[name]));

const isNarrowed = (filter: Filter) => filter.search !== '' || isFiltered(filter);

const statusOptions = [
  { value: '', label: t.anyStatus },
  ...attendanceStatuses.map((value) => ({ value, label: attendanceTexts.statuses[value] })),
];

/** People who teach no class have no history of their own. */
const teachesNothing = (error: Error | null, isOfClass: boolean) =>
  !isOfClass && error instanceof ApiError && error.status === 404;

/** /View Attendance: what was recorded in the classes of the signed-in teacher. */
export function ViewAttendancePage() {
  const { view, filter, fault, ask } = useAskedMarks();
  const { course, class: group, start, end } = filter;
  const history = useQuery({
    ...query(attendance.get_attendence_for_teacher, {
      ...inputOf(filter),
      page: view.page,
      pageSize: view.size,
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = history;
  const total = data?.total_count;
  const isStale = history.isPlaceholderData;

  const isLoading = useLastPage(view, { rows: data?.data, total, isStale, error: history.error });

  const choose = (next: { course: string; class: string }) => {
    session.select(next);
    ask(next);
  };

  if (teachesNothing(history.error, course !== null || group !== null)) {
    return (
      <>
        <PageHeader title={t.title} lead={t.lead} />
        <EmptyState
          title={t.notTeaching}
          action={
            <Button component={AppLink} href={paths.attendanceReport} variant="default">
              {attendanceTexts.report.title}
            </Button>
          }
        >
          {t.reportInstead}
        </EmptyState>
      </>
    );
  }

  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.lead}
        actions={
          <Button
            component={AppLink}
            href={`${paths.attendance}${stringifySearch({ course, class: group })}`}
            leftSection={<IconChecklist aria-hidden size={18} />}
          >
            {t.take}
          </Button>
        }
      />
      <MarkViews of={{ course: course ?? '', group: group ?? '', start, end }} current="history" />
      <DataTable
        label={t.table}
        columns={columns}
        rows={data?.data.map((row, place): Mark => ({ ...row, place }))}
        rowId={({ place }) => String(place)}
        view={view}
        search={
          <SearchBox
            label={texts.ui.search}
            placeholder={t.searchHint}
            value={view.q}
            onChange={(text) => view.setQuery(text)}
          />
        }
        filters={
          <>
            <ClassFilters from={data} course={course} group={group} onChange={choose} />
            <FilterChip
              label={t.status}
              options={statusOptions}
              value={filter.status ?? ''}
              onChange={(next) => ask({ status: next })}
            />
            <DaysFilter
              label={t.days}
              from={start}
              to={end}
              onDays={({ from, to }) =>
                ask({ ...(from !== undefined && { start: from }), ...(to !== undefined && { end: to }) })
              }
              error={fault}
            />
            {isFiltered(filter) ? (
              <ClearFilters
                onClick={() => {
                  session.select({ course: '', class: '' });
                  ask({ course: '', class: '', status: '', start: '', end: '' });
                }}
              />
            ) : null}
          </>
        }
        total={total ?? 0}
        tools={
          <ServerExport
            call={attendance.export_history}
            inputOf={(format) => ({ ...inputOf(filter), format })}
            count={isStale ? undefined : total}
          />
        }
        isLoading={isLoading}
        isStale={isStale}
        query={history}
        {...(isNarrowed(filter) ? { emptyAction: <ShowAll filters={filters} /> } : { emptyText: t.none })}
      />
    </>
  );
}
