import {
  figures,
  markFigures,
  meetingFigures,
  studentFigures,
  type ListedMark,
  type ListedMeeting,
  type ListedStudent,
} from '@gurukul/contract/figures';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import { formatDate, formatDateTime } from '#web/lib/format/format.ts';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { session } from '#web/lib/session.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { dashboardOf } from '#web/paths.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { figuresTexts } from '#web/texts/figures.ts';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { useAbout } from './about.ts';

const t = figuresTexts;
const c = t.columns;

type Row = ListedMeeting | ListedMark | ListedStudent;

const kinds = [...meetingFigures, ...markFigures, ...studentFigures] as const;

const isMeeting = (row: Row): row is ListedMeeting => 'held_on' in row;

interface FigureColumn {
  readonly id: string;
  readonly header: string;
  readonly value: (row: Row) => string | null;
  readonly cell?: (row: Row) => ReactNode;
  readonly width?: string;
  readonly under?: string;
}

const classColumn: FigureColumn = {
  id: 'class',
  header: c.class,
  value: ({ class_name }) => class_name,
  cell: ({ class_id, class_name }) =>
    class_id === null || class_name === null ? null : (
      <ThingLink to="class" id={class_id}>
        {class_name}
      </ThingLink>
    ),
};
const courseColumn: FigureColumn = {
  id: 'course',
  header: c.course,
  value: ({ course_name }) => course_name,
  under: 'class',
};
const dayColumn: FigureColumn = {
  id: 'day',
  header: c.day,
  value: (row) => formatDate(isMeeting(row) ? row.held_on : row.day),
  width: '7rem',
};

const ofMeetings: readonly FigureColumn[] = [
  classColumn,
  courseColumn,
  dayColumn,
  {
    id: 'begins',
    header: c.begins,
    value: (row) => (isMeeting(row) ? formatDateTime(row.starts_at) : null),
    width: '10.5rem',
  },
  {
    id: 'teacher',
    header: c.teacher,
    value: (row) => (isMeeting(row) ? (row.teacher?.fullname ?? null) : null),
    cell: (row) =>
      isMeeting(row) && row.teacher ? (
        <ThingLink to="teacher" id={row.teacher.user_id}>
          {row.teacher.fullname}
        </ThingLink>
      ) : null,
    width: '11rem',
  },
  {
    id: 'state',
    header: c.state,
    value: (row) => (isMeeting(row) ? t.names[row.state] : null),
    width: '10.5rem',
  },
  {
    id: 'called',
    header: c.called,
    value: (row) => (isMeeting(row) && row.called_at ? formatDateTime(row.called_at) : null),
    under: 'state',
  },
];

const studentColumn: FigureColumn = {
  id: 'student',
  header: c.student,
  value: (row) => (isMeeting(row) ? null : row.fullname),
  cell: (row) =>
    isMeeting(row) ? null : (
      <ThingLink to="student" id={row.student_id}>
        {row.fullname}
      </ThingLink>
    ),
};
const ofStudents: readonly FigureColumn[] = [studentColumn, classColumn, courseColumn, dayColumn];
const ofMarks: readonly FigureColumn[] = [
  ...ofStudents,
  {
    id: 'mark',
    header: c.mark,
    value: (row) => ('status' in row ? attendanceTexts.statuses[row.status] : null),
  },
];

/** The server sorts by nothing else. */
const fixed = (columns: readonly FigureColumn[]): readonly Column<Row>[] =>
  columns.map((column) => ({ ...column, sortable: false }));
const meetingColumns = fixed(ofMeetings);
const markColumns = fixed(ofMarks);
const studentColumns = fixed(ofStudents);

const isOf = (list: readonly string[], figure: string) => list.includes(figure);

function columnsOf(figure: string) {
  if (isOf(meetingFigures, figure)) return meetingColumns;
  return isOf(markFigures, figure) ? markColumns : studentColumns;
}

/** One class may meet twice a day, and one student have two marks. */
const rowId = (row: Row) => JSON.stringify(row);

/** /Figures: the rows that a figure counts. The address says which. */
export function FigurePage() {
  const { about, search } = useAbout();
  const figure = kinds.find((one) => one === search['figure']) ?? kinds[0];
  const after = /^([1-9]|1\d|2[0-4])$/.test(search['after'] ?? '') ? Number(search['after']) : undefined;
  const view = useTableSearch(pageSizes.payments);
  const list = useQuery({
    ...query(figures.get_figure_list, {
      ...about,
      figure,
      month: dayInAddress(search['month']) || undefined,
      after,
      page: view.page,
      pageSize: view.size,
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  const rows: readonly Row[] | undefined = data?.meetings ?? data?.marks ?? data?.students;
  const isLoading = useLastPage(view, {
    rows,
    total: data?.total_count,
    isStale: list.isPlaceholderData,
    error: list.error,
  });
  const { figure: _figure, month: _month, after: _after, page: _page, size: _size, ...back } = search;
  const days = data ? t.week({ from: formatDate(data.from), to: formatDate(data.to) }) : '';
  const name =
    after === undefined ? t.names[figure] : `${t.names[figure]}, ${t.cohorts.months({ count: after })}`;
  return (
    <>
      <PageHeader
        title={t.title}
        lead={figure === 'cohort' && data ? `${name} · ${formatDate(data.from)}` : `${name} · ${days}`}
        actions={
          <LoneLink href={`${dashboardOf(session.role)}${stringifySearch({ ...back, tab: 'figures' })}`}>
            {t.back}
          </LoneLink>
        }
      />
      <DataTable<Row>
        label={name}
        columns={columnsOf(figure)}
        rows={rows}
        rowId={rowId}
        view={view}
        total={data?.total_count}
        isLoading={isLoading}
        query={list}
        emptyText={t.empty}
      />
    </>
  );
}
