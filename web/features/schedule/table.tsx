import type { ScheduleRow } from '@gurukul/contract/schedule';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { JoinButton } from '#web/features/meetings/join-button.tsx';
import { MeetingMenu } from '#web/features/meetings/meeting-menu.tsx';
import { formatDate, formatTime, formatWeekdayTime } from '#web/lib/format/format.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { texts } from '#web/texts/texts.ts';
import { scheduleTexts } from '#web/texts/schedule.ts';
import { DataTable, type Column, type RowsQuery } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { nameColumn } from '#web/ui/table/name-column.tsx';
import { useChoices, type Choice } from '#web/ui/table/use-choices.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { MeetingTime } from '#web/ui/meeting-time.tsx';
import { wallAt } from '#web/lib/format/clock.ts';
import { meetingAhead, meetingToday, registerOf } from './meeting.ts';
import classes from './schedule-page.module.css';

const t = scheduleTexts;
const { columns: headers } = t;
const weekdays = Object.values(texts.ui.days);

/** Date, day and time are those of the meeting that is on or comes next, on one calendar, the viewer's. */
const columnsFor = (zone: string, now: number): readonly Column<ScheduleRow>[] => {
  const meetingOf = (row: ScheduleRow) => meetingAhead(row, now);
  const weekdayOf = (row: ScheduleRow) => wallAt(Date.parse(meetingOf(row)), zone).weekday;
  return [
    {
      id: 'date',
      header: headers.date,
      value: meetingOf,
      exported: (row) => formatDate(meetingOf(row), zone),
      cell: (row) => <span className={classes.line}>{formatDate(meetingOf(row), zone)}</span>,
    },
    {
      id: 'day',
      header: headers.day,
      // The order of the week, not of the alphabet.
      value: weekdayOf,
      exported: (row) => weekdays[weekdayOf(row)],
      cell: (row) => weekdays[weekdayOf(row)],
    },
    {
      id: 'course_name',
      header: headers.course,
      ...nameColumn(
        'course',
        ({ course_id }) => course_id,
        ({ course_name }) => course_name,
      ),
    },
    {
      id: 'class_name',
      header: headers.class,
      ...nameColumn(
        'class',
        ({ class_id }) => class_id,
        ({ class_name }) => class_name,
      ),
      onPhone: 'line',
    },
    {
      id: 'slot_time',
      header: headers.time,
      onPhone: 'line',
      value: meetingOf,
      exported: (row) => formatWeekdayTime(meetingOf(row), zone),
      cell: (row) => (
        <MeetingTime instant={meetingOf(row)} day={row.class_day} time={row.time} zoneName={row.time_zone} />
      ),
      plain: (row) => formatWeekdayTime(meetingOf(row), zone),
    },
    {
      id: 'student_count',
      header: headers.students,
      value: ({ student_count }) => student_count,
      align: 'end',
    },
  ];
};

/** Weekdays are those of the viewer, as in the column. */
const choicesFor = (zone: string, now: number): readonly Choice<ScheduleRow>[] => [
  {
    key: 'day',
    label: headers.day,
    of: (row) => [String(wallAt(Date.parse(meetingAhead(row, now)), zone).weekday)],
    word: (value) => weekdays[Number(value)] ?? value,
    values: [...weekdays.keys()].map(String),
  },
  { key: 'class', label: headers.class, of: ({ class_name }) => [class_name] },
];

interface ScheduleTableProps {
  rows: readonly ScheduleRow[] | undefined;
  zone: string;
  now: number;
  /** The filter by course. */
  course: ReactNode;
  query: RowsQuery;
  emptyText: string;
  emptyHint?: string;
}

export function ScheduleTable({ rows: all, zone, now, course, query, ...none }: ScheduleTableProps) {
  const view = useTableSearch({ size: 10 });
  const { rows, filters, chosen } = useChoices(all, choicesFor(zone, now));
  const markLink = (row: ScheduleRow) => {
    const meeting = meetingToday(row, now, zone);
    if (!meeting) return null;
    return (
      <Button
        component={AppLink}
        href={registerOf(row, Date.parse(meeting))}
        variant="default"
        size="compact-sm"
        aria-label={t.markTodayOf({ name: row.class_name, time: formatTime(meeting, zone) })}
      >
        {t.markToday}
      </Button>
    );
  };
  const actionsOf = (row: ScheduleRow) => {
    const starts_at = meetingAhead(row, now);
    const { day: held_on } = wallAt(Date.parse(starts_at), row.zone);
    return (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        {starts_at === row.slot_time ? (
          <JoinButton meeting={{ ...row, starts_at }} name={row.class_name} />
        ) : null}
        {markLink(row)}
        <MeetingMenu
          size="compact-sm"
          meeting={{ class_id: row.class_id, slot_id: row.id, held_on, starts_at }}
        />
      </Group>
    );
  };
  return (
    <DataTable
      label={t.title}
      columns={columnsFor(zone, now)}
      rows={rows}
      rowId={({ id }) => String(id)}
      view={view}
      filters={
        <>
          {course}
          {filters}
        </>
      }
      query={query}
      {...(chosen.length > 0 ? { emptyAction: <ShowAll filters={chosen} /> } : none)}
      canExport
      rowActions={actionsOf}
    />
  );
}
