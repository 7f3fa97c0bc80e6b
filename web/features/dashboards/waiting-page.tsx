import { dashboards, todayKinds, type TodayItems, type TodayKind } from '@gurukul/contract/dashboards';
import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDate, formatDateTime } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import type { LinkedThing } from '#web/lib/address/thing-address.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { todayTexts } from '#web/texts/today.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ListKeys } from '#web/ui/table/list-keys.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { greeting } from './dashboard.tsx';
import { TodayLineActions } from './today-line-actions.tsx';
import { TodayBar } from './today-bar.tsx';
import { TodayFilters, TodaySearch, useTodayFilter } from './today-filters.tsx';
import { lineOf, useTodaySelection } from './today-selection.ts';
import { absencesOf, owedBy, takerName, todayFix, todayWords } from './today-words.ts';

const t = dashboardsTexts.today;
const { waiting: w } = classPageTexts;
const c = todayTexts.columns;

type Item = TodayItems[TodayKind];

/** What a kind has besides its subject, the course and the step. */
const more: Readonly<
  Record<TodayKind, readonly ('class' | 'teacher' | 'teachers' | 'owes' | 'days' | 'since')[]>
> = {
  unmarked_class: ['class', 'teacher'],
  class_without_teacher: ['class', 'since'],
  paid_not_placed: [],
  attending_unpaid: ['class', 'teachers', 'owes', 'since'],
  three_absences: ['class', 'teachers', 'days'],
  open_cover: ['class', 'teachers'],
  homework_to_check: ['class', 'teachers'],
  family_answer: ['class', 'teachers'],
  correction: [],
  failed_mail: [],
  event_without_link: [],
};

interface NamedThing {
  readonly id: number;
  readonly name: string;
}

const classOf = (item: Item): NamedThing | null =>
  'class_id' in item && item.class_id && item.class_name !== null
    ? { id: item.class_id, name: item.class_name }
    : null;

const courseOf = ({ course_id: id, course_name: name }: Item): NamedThing | null =>
  id === null || name === null ? null : { id, name };

const teacherOf = (item: Item): NamedThing | null =>
  'teacher' in item && item.teacher ? { id: item.teacher.user_id, name: takerName(item.teacher) } : null;

/** The names of those who teach the class, or who cannot come. */
const teachersIn = (item: Item): string => {
  if ('teacher_name' in item) return item.teacher_name;
  return 'teachers' in item ? (item.teachers ?? []).map(({ fullname }) => fullname).join(', ') : '';
};

const sinceOf = (item: Item) => ('since' in item && item.since ? formatDate(item.since) : '');

/** The moment on the reader's clock; without one, the day on the calendar of the class. */
const whenOf = (item: Item): string =>
  formatDateTime(item.at) || formatDate('attendance_date' in item ? item.attendance_date : null);

/** The server lists the most pressing first and sorts by nothing else. */
function columnsOf(kind: TodayKind): readonly Column<Item>[] {
  const named = (id: string, header: string, to: LinkedThing, read: (item: Item) => NamedThing | null) => ({
    id,
    header,
    cut: 6,
    value: (item: Item) => read(item)?.name,
    cell: (item: Item) => {
      const thing = read(item);
      return thing ? (
        <ThingLink to={to} id={thing.id}>
          {thing.name}
        </ThingLink>
      ) : null;
    },
  });
  const columns: readonly Column<Item>[] = [
    { id: 'what', header: w.what, cut: 9, value: (item) => todayWords(kind, item).title },
    { id: 'when', header: w.when, cut: 10, value: whenOf },
    ...(more[kind].includes('teacher') ? [named('teacher', w.teacher, 'teacher', teacherOf)] : []),
    ...(more[kind].includes('teachers')
      ? [{ id: 'teachers', header: w.teacher, cut: 6, value: teachersIn }]
      : []),
    ...(more[kind].includes('class') ? [named('class', w.class, 'class', classOf)] : []),
    named('course', w.course, 'course', courseOf),
    ...(more[kind].includes('owes') ? [{ id: 'owes', header: c.owes, value: owedBy }] : []),
    ...(more[kind].includes('days') ? [{ id: 'days', header: c.days, value: absencesOf }] : []),
    ...(more[kind].includes('since') ? [{ id: 'since', header: c.since, cut: 6, value: sinceOf }] : []),
    { id: 'step', header: w.step, cut: 5, value: (item) => stepOf(kind, item).action },
  ];
  return columns.map((column) => ({ ...column, sortable: false }));
}

const stepOf = (kind: TodayKind, item: Item) => todayFix(kind, item, session.role ?? 'teacher');

const actionsOf = (kind: TodayKind) => (item: Item) => (
  <Group gap="xs" wrap="nowrap">
    <TodayLineActions size="compact-sm" kind={kind} item={item} />
  </Group>
);

const nameOf = (kind: TodayKind) => (item: Item) => todayWords(kind, item).title;

function Waiting({ kind }: { kind: TodayKind }) {
  const view = useTableSearch(pageSizes.students);
  const filter = useTodayFilter(view);
  const selection = useTodaySelection();
  const list = useQuery({
    ...query(dashboards.get_today_kind, { kind, page: view.page, pageSize: view.size, filter }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.data;
  const total = list.data?.total;
  const isLoading = useLastPage(view, { rows, total, isStale: list.isPlaceholderData, error: list.error });
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <>
      <DataTable<Item>
        label={t[kind].title}
        columns={columnsOf(kind)}
        rows={rows}
        rowId={lineOf}
        rowHref={(item) => stepOf(kind, item).href}
        rowActions={actionsOf(kind)}
        selection={{
          selected: selection.ids,
          onChange: (next: ReadonlySet<string>) => selection.tick(next, rows ?? []),
          nameOf: nameOf(kind),
        }}
        view={view}
        search={<TodaySearch view={view} />}
        filters={<TodayFilters />}
        tools={<ListKeys />}
        total={total}
        isLoading={isLoading}
        query={list}
        emptyText={isNarrowed ? todayTexts.noneFound : w.none}
      />
      <TodayBar kind={kind} filter={filter} selection={selection} total={total} />
    </>
  );
}

/** Teachers see their classes: rolls, homework, absences, and who looks for a substitute. */
const kindsOf = () =>
  session.role === 'teacher'
    ? (['unmarked_class', 'family_answer', 'homework_to_check', 'three_absences', 'open_cover'] as const)
    : todayKinds;

/** /today: everything that Today counts, kind by kind. Without a kind in the address the first one with lines is open. */
export function WaitingPage() {
  const today = useQuery(query(dashboards.get_today, {}));
  const kinds = kindsOf();
  const [first, ...others] = kinds.map((kind) => ({
    name: kind,
    label: t[kind].title,
    content: <Waiting key={kind} kind={kind} />,
  }));
  // It stays while one works through it, also when its last line is gone.
  const [begun, setBegun] = useState<TodayKind>();
  const found = today.data?.data.find(({ kind }) => kinds.some((own) => own === kind))?.kind;
  if (begun === undefined && found !== undefined) setBegun(found);
  if (!first) return null;
  return (
    <>
      <PageHeader title={t.title} lead={greeting()} />
      {today.isPending ? (
        <LoadingState />
      ) : (
        <PageTabs label={t.kinds} tabs={[first, ...others]} opens={begun} areLists />
      )}
    </>
  );
}
