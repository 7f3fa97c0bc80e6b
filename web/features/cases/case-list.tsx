import { cases, type CaseRow } from '@gurukul/contract/cases';
import { todayKinds } from '@gurukul/contract/dashboards';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { casesTexts } from '#web/texts/cases.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { LineActions } from './line-actions.tsx';

const t = casesTexts;
/** Until Today has a kind, it has no name. */
function kindOf({ kind }: CaseRow): string {
  const found = todayKinds.find((one) => one === kind);
  return found === undefined ? kind : dashboardsTexts.today[found].title;
}
const nameOf = (row: CaseRow) => row.student_name ?? row.class_name ?? row.course_name ?? kindOf(row);

function outcomeOf({ kind, outcome }: CaseRow): string {
  if (outcome === null) return t.states.dismissed;
  return kind === 'open_cover' && outcome === 'moved' ? t.meetingChanged : t.outcomes[outcome];
}

function stateOf(row: CaseRow): string {
  const { state, is_overdue, closed_by } = row;
  if (state === 'open') return is_overdue ? t.overdue : t.states.open;
  return `${outcomeOf(row)} (${closed_by ?? t.byPortal})`;
}

/** A case of Today has what its line has. */
const lineOf = (row: CaseRow) => ({ ...row, case: row });

/** On phones a closed row says what came of it, and an open one until when it is to be done. */
const columnsOf = (isClosed: boolean): readonly Column<CaseRow>[] =>
  [
    {
      id: 'what',
      header: t.columns.what,
      value: nameOf,
      cell: (row: CaseRow) =>
        row.student_id === null ? (
          nameOf(row)
        ) : (
          <ThingLink to="student" id={row.student_id}>
            {nameOf(row)}
          </ThingLink>
        ),
      plain: nameOf,
    },
    { id: 'kind', header: t.columns.kind, value: kindOf, onPhone: 'line' as const, under: 'what' },
    { id: 'class', header: t.columns.class, value: (row: CaseRow) => row.class_name },
    { id: 'course', header: t.columns.course, value: (row: CaseRow) => row.course_name, under: 'class' },
    { id: 'owner', header: t.columns.owner, value: (row: CaseRow) => row.owner?.fullname ?? t.fields.nobody },
    {
      id: 'due',
      header: t.columns.due,
      value: (row: CaseRow) => formatDate(row.due_on),
      ...(isClosed ? {} : { onPhone: 'end' as const }),
    },
    {
      id: 'state',
      header: t.columns.state,
      value: stateOf,
      ...(isClosed ? { onPhone: 'end' as const } : {}),
    },
    {
      id: 'actions',
      header: t.columns.actions,
      value: () => '',
      cell: (row: CaseRow) => <LineActions kind={row.kind} item={lineOf(row)} />,
    },
  ].map((column) => ({ ...column, sortable: false }));

const openColumns = columnsOf(false);
const closedColumns = columnsOf(true);

interface CaseListProps {
  label: string;
  mine?: boolean;
  student?: number;
  state: 'all' | 'open' | 'put_off' | 'closed';
}

/** Cases within reach, overdue ones first. */
export function CaseList({ label, mine = false, student, state }: CaseListProps) {
  const view = useTableSearch(pageSizes.students);
  const list = useQuery({
    ...query(cases.get_cases, {
      mine,
      state,
      student_id: student ?? null,
      page: view.page,
      pageSize: view.size,
    }),
    placeholderData: keepPreviousData,
  });
  const isLoading = useLastPage(view, {
    rows: list.data?.data,
    total: list.data?.total_count,
    isStale: list.isPlaceholderData,
    error: list.error,
  });
  return (
    <DataTable<CaseRow>
      label={label}
      columns={state === 'closed' ? closedColumns : openColumns}
      rows={list.data?.data}
      rowId={(row) => String(row.id)}
      view={view}
      total={list.data?.total_count}
      isLoading={isLoading}
      query={list}
      emptyText={t.none}
    />
  );
}
