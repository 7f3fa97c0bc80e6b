import { dashboards, todayKinds, type TodayItems, type TodayKind } from '@gurukul/contract/dashboards';
import { Tabs } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { session } from '#web/lib/session.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { isCalled } from '#web/features/cases/line-actions.tsx';
import { paths } from '#web/paths.ts';
import { AppLink } from '#web/ui/link.tsx';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { casesTexts } from '#web/texts/cases.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { todayTexts } from '#web/texts/today.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ListKeys } from '#web/ui/table/list-keys.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { greeting } from './dashboard.tsx';
import { KindTabs } from './kind-tabs.tsx';
import { Detail, Parts } from './today-item.tsx';
import { TodayLineActions } from './today-line-actions.tsx';
import { TodayBar } from './today-bar.tsx';
import { TodayFilters, TodaySearch, useTodayFilter } from './today-filters.tsx';
import { lineOf, useTodaySelection } from './today-selection.ts';
import { isChargedIn, todayFix, todayWords } from './today-words.ts';
import { Older } from './today.tsx';
import classes from './today.module.css';

const t = dashboardsTexts.today;
const { waiting: w } = classPageTexts;
const c = todayTexts.columns;

type Item = TodayItems[TodayKind];

/** The heads of what decides, where it is not a moment. */
const deciding: Partial<Record<TodayKind, string>> = {
  unmarked_class: w.teacher,
  class_without_teacher: c.since,
  attending_unpaid: casesTexts.details,
  three_absences: c.days,
  open_cover: w.teacher,
};

/** What is about a student in a class. */
const ofClass: ReadonlySet<TodayKind> = new Set([
  'attending_unpaid',
  'three_absences',
  'homework_to_check',
  'family_answer',
]);

/** The names of those who teach the class of a student. */
const teachersIn = (item: Item): string =>
  'teachers' in item ? (item.teachers ?? []).map(({ fullname }) => fullname).join(', ') : '';

/** The class of a student, with its teachers; of what is about a class or none, the course. */
function Place({ item }: { item: Item }) {
  const { course_id, course_name } = item;
  if ('student_id' in item && item.student_id && 'class_id' in item && item.class_id) {
    return (
      <>
        <ThingLink to="class" id={item.class_id}>
          {item.class_name ?? ''}
        </ThingLink>
        <small>{teachersIn(item)}</small>
      </>
    );
  }
  return course_id === null ? null : (
    <small>
      <ThingLink to="course" id={course_id}>
        {course_name ?? ''}
      </ThingLink>
    </small>
  );
}

/** The server lists the most pressing first and sorts by nothing else. */
const columnsOf = (kind: TodayKind): readonly Column<Item>[] =>
  [
    {
      id: 'what',
      header: w.what,
      value: (item: Item) => todayWords(kind, item).title,
      cell: (item: Item) => (
        <strong>
          <Parts text={todayWords(kind, item).title} />
        </strong>
      ),
    },
    {
      id: 'detail',
      header: deciding[kind] ?? w.when,
      value: (item: Item) => todayWords(kind, item).detail,
      cell: (item: Item) => <Detail kind={kind} item={item} />,
      onPhone: 'line' as const,
    },
    {
      id: 'place',
      header: ofClass.has(kind) ? w.class : w.course,
      value: (item: Item) => item.course_name,
      cell: (item: Item) => <Place item={item} />,
    },
  ].map((column) => ({ ...column, sortable: false }));

const stepOf = (kind: TodayKind, item: Item) => todayFix(kind, item, session.role ?? 'teacher');

const actionsOf = (kind: TodayKind) => (item: Item) => {
  const { href, action } = stepOf(kind, item);
  return (
    <div className={classes.doing}>
      {isCalled(kind, isChargedIn(kind, item)) ? null : (
        <AppLink data-deed href={href} className={classes.action}>
          {action}
        </AppLink>
      )}
      <TodayLineActions kind={kind} item={item} />
    </div>
  );
};

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
  // Without a filter it asks for the recent ones.
  const isNarrowed = filter.age !== 'recent';
  return (
    <div className={classes.whole}>
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
    </div>
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
  const [search, change] = useSearchState();
  const isOlder = search['age'] === 'older';
  const found = isOlder ? today.data?.older : today.data?.data;
  const groups = kindsOf().map((kind) => ({
    kind,
    count: found?.find((one) => one.kind === kind)?.count ?? 0,
  }));
  // It stays while one works through it, also when its last line is gone.
  const [begun, setBegun] = useState<TodayKind>();
  const first = groups.find(({ count }) => count > 0)?.kind;
  if (begun === undefined && first !== undefined) setBegun(first);
  const chosen = groups.find(({ kind }) => kind === search['tab'])?.kind ?? begun ?? groups[0]?.kind;
  return (
    <>
      <PageHeader title={t.title} lead={greeting()} />
      {today.isPending || chosen === undefined ? (
        <LoadingState />
      ) : (
        <KindTabs
          groups={groups}
          chosen={chosen}
          onChoose={(tab) => change({ tab, page: '' })}
          foot={
            isOlder ? <LoneLink href={paths.today}>{t.recent}</LoneLink> : <Older older={today.data?.older} />
          }
        >
          <Tabs.Panel value={chosen}>
            <Waiting key={chosen} kind={chosen} />
          </Tabs.Panel>
        </KindTabs>
      )}
    </>
  );
}
