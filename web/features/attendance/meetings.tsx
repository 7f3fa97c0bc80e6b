import {
  attendance,
  meetingWeeks,
  rollStates,
  type MeetingRow,
  type RollState,
} from '@gurukul/contract/attendance';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMatch } from '@tanstack/react-router';
import { query } from '#web/calls/client.ts';
import { stringifySearch, useSearchState } from '#web/lib/address/address-search.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDate, formatDateTime } from '#web/lib/format/format.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import type { Path } from '#web/paths.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { FigureLinks } from '#web/ui/figure-links.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { MarkViews } from './mark-views.tsx';
import { rollAddress, rollName } from './roll-address.ts';
import { rollWords } from './roll-words.ts';

const t = classPageTexts.rolls;

const tones: Readonly<Record<RollState, Tone>> = {
  called: 'good',
  late: 'warn',
  partly: 'warn',
  not_called: 'bad',
  nobody: 'calm',
};

type Of = Readonly<{ class_id: number } | { teacher_id: number }>;

const day: Column<MeetingRow> = {
  id: 'attendance_date',
  header: t.day,
  value: (row) => row.attendance_date,
  exported: (row) => formatDate(row.attendance_date),
  cell: (row) => formatDate(row.attendance_date),
};
const group: Column<MeetingRow> = {
  id: 'class_name',
  header: t.class,
  value: (row) => row.class_name,
  cell: (row) => (
    <ThingLink to="class" id={row.class_id}>
      {row.class_name}
    </ThingLink>
  ),
};
const teacher: Column<MeetingRow> = {
  id: 'teacher',
  header: t.teacher,
  value: (row) => row.teacher?.fullname,
  cell: ({ teacher: person }) =>
    person && (
      <ThingLink to="teacher" id={person.user_id}>
        {person.fullname}
      </ThingLink>
    ),
};
const rest: readonly Column<MeetingRow>[] = [
  {
    id: 'state',
    header: t.state,
    value: ({ state }) => rollStates.indexOf(state),
    exported: ({ state }) => t.states[state],
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{t.states[state]}</StatusBadge>,
  },
  {
    id: 'present',
    header: t.present,
    value: ({ present, marked }) => (marked === 0 ? undefined : present / marked),
    exported: ({ present, marked }) => (marked === 0 ? '' : t.of({ present, marked })),
    cell: ({ present, marked }) => (marked === 0 ? '' : t.of({ present, marked })),
    align: 'end',
  },
  { id: 'taken_by', header: t.by, value: (row) => row.taken_by?.fullname },
  {
    id: 'taken_at',
    header: t.at,
    value: (row) => row.taken_at,
    exported: (row) => formatDateTime(row.taken_at),
    cell: (row) => formatDateTime(row.taken_at),
  },
  {
    id: 'time',
    header: t.time,
    value: (row) => row.starts_at,
    exported: (row) => rollWords(row).join(', '),
    cell: (row) => (row.starts_at ? rollWords(row).join(' · ') : t.noTime),
  },
];
const columnsOfClass = [day, ...rest, teacher];
const columnsOfTeacher = [day, group, ...rest];

const prefix = 'rolls-';

/** Past meetings and their rolls. A line leads to the roll of exactly that meeting; a figure, to those in its state. */
export function Meetings({ of, name }: { of: Of; name: string }) {
  const list = useQuery(query(attendance.get_meetings, of));
  const view = useTableSearch(pageSizes.mails, '', prefix);
  const [search] = useSearchState();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a page is open there
  const pathname = useMatch({ strict: false, select: (match) => match.pathname as Path });
  const isOfClass = 'class_id' in of;
  const all = list.data?.data;
  const asked = rollStates.find((state) => state === search[`${prefix}state`]);
  const rows = asked ? all?.filter(({ state }) => state === asked) : all;
  const hrefOf = (state: RollState | null) =>
    `${pathname}${stringifySearch({ tab: 'rolls', [`${prefix}state`]: state })}` as const;
  const figures = rollStates.flatMap((state) => {
    const value = all?.filter((row) => row.state === state).length ?? 0;
    const hint = state === 'late' ? { hint: t.lateHint } : {};
    return value === 0 && state !== 'not_called'
      ? []
      : [{ label: t.states[state], value, href: hrefOf(state), isCurrent: state === asked, ...hint }];
  });
  const [first] = all ?? [];
  return (
    <>
      {isOfClass && first ? (
        <MarkViews of={{ course: first.course_id, group: first.class_id }} current="rolls" />
      ) : null}
      {all ? (
        <FigureLinks
          label={t.figures({ name })}
          figures={[
            { label: t.all, value: all.length, href: hrefOf(null), isCurrent: asked === undefined },
            ...figures,
          ]}
        />
      ) : null}
      <Text c="dimmed" mb="sm">
        {t.weeks({ count: isOfClass ? meetingWeeks.class : meetingWeeks.teacher })}
      </Text>
      <DataTable
        label={t.table({ name })}
        columns={isOfClass ? columnsOfClass : columnsOfTeacher}
        rows={rows}
        rowId={rollName}
        rowHref={rollAddress}
        view={view}
        canExport
        query={list}
        emptyText={asked ? t.noneSo : t.empty}
      />
    </>
  );
}
