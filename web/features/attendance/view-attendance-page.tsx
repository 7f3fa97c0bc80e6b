import { attendance, attendanceLabels, type HistoryRow } from '@gurukul/contract/attendance';
import { Button, NativeSelect } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDate } from '#web/lib/format.ts';
import { session } from '#web/lib/session.ts';
import { useSearchState, useTableSearch } from '#web/lib/table-search.ts';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { DataTable, type Column } from '#web/ui/data-table.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { AttendanceBadge } from './attendance-status.tsx';
import { dayInAddress } from './day-in-address.ts';
import classes from './history.module.css';
import { latestDay } from './latest-day.ts';
import { namedLike } from './named-like.ts';

const t = texts.attendance.history;

/** Two marks may look alike, where classes share a name. */
interface Mark extends HistoryRow {
  readonly place: number;
}

const columns: readonly Column<Mark>[] = [
  {
    id: 'fullname',
    header: texts.attendance.studentName,
    value: ({ fullname }) => fullname,
    cell: ({ fullname }) => <span className={classes.name}>{fullname}</span>,
  },
  { id: 'course_name', header: t.course, value: ({ course_name }) => course_name },
  { id: 'class_name', header: t.class, value: ({ class_name }) => class_name },
  {
    id: 'attendence_date',
    header: t.date,
    // As written on the wire it sorts by time.
    value: ({ attendence_date }) => attendence_date,
    exported: ({ attendence_date }) => formatDate(attendence_date),
    cell: ({ attendence_date }) => <span className={classes.line}>{formatDate(attendence_date)}</span>,
  },
  {
    id: 'attendence',
    header: t.status,
    value: ({ attendence }) => attendanceLabels[attendence],
    cell: ({ attendence }) => <AttendanceBadge status={attendence} />,
  },
];

const wordsOf = (row: HistoryRow) =>
  [
    row.fullname,
    row.course_name,
    row.class_name,
    formatDate(row.attendence_date),
    attendanceLabels[row.attendence],
  ].join('\n');

const idIn = (text: string | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? text! : '');

interface Option {
  readonly value: string;
  readonly label: string;
}

/** A choice that the list does not know stays visible, so that it can be left again. */
function optionsOf(options: readonly Option[] = [], chosen: string, words: { all: string; unknown: string }) {
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen);
  const unknown = isKnown ? [] : [{ value: chosen, label: words.unknown }];
  return [{ value: '', label: words.all }, ...unknown, ...options];
}

/** Who teaches nothing has no history of his own. */
const teachesNothing = (error: Error | null, isFiltered: boolean) =>
  !isFiltered && error instanceof ApiError && error.status === 404;

/** /View Attendance: what was recorded in the classes of the signed-in teacher. */
export function ViewAttendancePage() {
  const view = useTableSearch(pageSizes.viewAttendance);
  const [search, change] = useSearchState();
  const course = idIn(search['course']);
  const group = idIn(search['class']);
  const day = dayInAddress(search['date']);
  const history = useQuery({
    ...query(attendance.get_attendence_for_teacher, {
      user_id: session.uid,
      course: course || 0,
      class: group || 0,
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = history;
  const marks = data?.data
    .map((row, place): Mark => ({ ...row, place }))
    .filter((row) => (day === '' || row.attendence_date === day) && namedLike(wordsOf(row), view.q));

  const choose = (next: { course: string; class: string }) => {
    session.select(next);
    change({ ...next, page: '' });
  };

  if (teachesNothing(history.error, course !== '' || group !== '')) {
    return (
      <>
        <PageHeader title={t.title} lead={t.lead} />
        <EmptyState
          title={t.notTeaching}
          action={
            <Button component={AppLink} href={paths.attendanceReport} variant="default">
              {texts.attendance.report.title}
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
            href={paths.attendance}
            leftSection={<IconChecklist aria-hidden size={18} />}
          >
            {t.take}
          </Button>
        }
      />
      <search aria-label={t.filters} className={classes.filters}>
        <SearchBox
          label={texts.ui.search}
          placeholder={t.searchHint}
          value={view.q}
          onChange={(text) => view.setQuery(text)}
        />
        <NativeSelect
          label={t.course}
          data={optionsOf(
            data?.courses.map(({ course_id, course_name }) => ({
              value: String(course_id),
              label: course_name,
            })),
            course,
            { all: t.allCourses, unknown: t.unknownCourse },
          )}
          value={course}
          onChange={(event) => choose({ course: event.currentTarget.value, class: '' })}
        />
        <NativeSelect
          label={t.class}
          data={optionsOf(
            data?.classes.map(({ class_id, class_name }) => ({ value: String(class_id), label: class_name })),
            group,
            { all: t.allClasses, unknown: t.unknownClass },
          )}
          value={group}
          onChange={(event) => choose({ course, class: event.currentTarget.value })}
        />
        <DateField
          label={t.date}
          value={day}
          onChange={(date) => change({ date, page: '' })}
          max={latestDay()}
          clearable
        />
      </search>
      <DataTable
        label={t.table}
        columns={columns}
        rows={marks}
        rowId={({ place }) => String(place)}
        view={view}
        canExport
        isStale={history.isPlaceholderData}
        error={data ? null : history.error}
        onRetry={() => void history.refetch()}
        emptyText={view.q || day ? texts.ui.noRecords : t.none}
      />
    </>
  );
}
