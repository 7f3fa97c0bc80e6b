import { dashboards, todayKinds, type TodayItems, type TodayKind } from '@gurukul/contract/dashboards';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDate, formatDateTime } from '#web/lib/format.ts';
import { session } from '#web/lib/session.ts';
import type { LinkedThing } from '#web/lib/thing-address.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { greeting } from './dashboard.tsx';
import { todayFix, todayWords } from './today-words.ts';

const t = dashboardsTexts.today;
const { waiting: w } = classPageTexts;

type Item = TodayItems[TodayKind];

/** What a kind has besides its subject, the course and the step. */
const more: Readonly<Record<TodayKind, readonly ('class' | 'teacher')[]>> = {
  unmarked_class: ['class', 'teacher'],
  class_without_teacher: ['class'],
  paid_not_placed: [],
  attending_unpaid: ['class'],
  three_absences: ['class'],
  open_cover: [],
  failed_mail: [],
  event_without_link: [],
};

interface Named {
  readonly id: number;
  readonly name: string;
}

const classOf = (item: Item): Named | null =>
  'class_id' in item && item.class_id !== null && item.class_name !== null
    ? { id: item.class_id, name: item.class_name }
    : null;

const courseOf = ({ course_id: id, course_name: name }: Item): Named | null =>
  id === null || name === null ? null : { id, name };

const teacherOf = (item: Item): Named | null =>
  'teacher' in item && item.teacher ? { id: item.teacher.user_id, name: item.teacher.fullname } : null;

/** The moment on the reader's clock; without one, the day on the calendar of the class. */
const whenOf = (item: Item): string =>
  formatDateTime(item.at) || formatDate('attendance_date' in item ? item.attendance_date : null);

/** The server lists the most pressing first and sorts by nothing else. */
function columnsOf(kind: TodayKind): readonly Column<Item>[] {
  const named = (id: string, header: string, to: LinkedThing, read: (item: Item) => Named | null) => ({
    id,
    header,
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
    { id: 'what', header: w.what, value: (item) => todayWords(kind, item).title },
    ...(more[kind].includes('teacher') ? [named('teacher', w.teacher, 'teacher', teacherOf)] : []),
    ...(more[kind].includes('class') ? [named('class', w.class, 'class', classOf)] : []),
    named('course', w.course, 'course', courseOf),
    { id: 'when', header: w.when, value: whenOf },
    { id: 'step', header: w.step, value: (item) => stepOf(kind, item).action },
  ];
  return columns.map((column) => ({ ...column, sortable: false }));
}

const stepOf = (kind: TodayKind, item: Item) => todayFix(kind, item, session.role ?? 'teacher');

/** Two lines may be about the same student in two courses. */
const rowId = (item: Item) => JSON.stringify(item);

function Waiting({ kind }: { kind: TodayKind }) {
  const view = useTableSearch(pageSizes.students);
  const list = useQuery({
    ...query(dashboards.get_today_list, { kind, page: view.page, pageSize: view.size }),
    placeholderData: keepPreviousData,
  });
  const group = list.data?.data.kind === kind ? list.data.data : undefined;
  const isLoading = useLastPage(view, {
    rows: group?.items,
    total: group?.count,
    isStale: list.isPlaceholderData,
    error: list.error,
  });
  return (
    <DataTable<Item>
      label={t[kind].title}
      columns={columnsOf(kind)}
      rows={group?.items}
      rowId={rowId}
      rowHref={(item) => stepOf(kind, item).href}
      view={view}
      total={group?.count}
      isLoading={isLoading}
      isStale={list.isPlaceholderData}
      error={group ? null : list.error}
      onRetry={() => void list.refetch()}
      emptyText={w.none}
    />
  );
}

/** Teachers see classes and absences only. */
const kindsOf = () =>
  session.role === 'teacher' ? (['unmarked_class', 'three_absences'] as const) : todayKinds;

/** /today: everything that Today counts, kind by kind. */
export function WaitingPage() {
  const [first, ...others] = kindsOf().map((kind) => ({
    name: kind,
    label: t[kind].title,
    content: <Waiting key={kind} kind={kind} />,
  }));
  if (!first) return null;
  return (
    <>
      <PageHeader title={t.title} lead={greeting()} />
      <PageTabs label={t.kinds} tabs={[first, ...others]} />
    </>
  );
}
