import { ledger, owingSorts, type OwingRow } from '@gurukul/contract/ledger';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { download } from '#web/calls/download.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { CourseFilter } from '#web/features/payments/course-filter.tsx';
import { useSearchState } from '#web/lib/address-search.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDate, formatMoney, formatNumber } from '#web/lib/format.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { searchText } from '#web/lib/search-text.ts';
import { session } from '#web/lib/session.ts';
import { sortIn } from '#web/lib/sort-in.ts';
import type { TableFormat } from '#web/lib/table-file.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { texts } from '#web/texts/texts.ts';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ExportMenu } from '#web/ui/table/export-menu.tsx';
import { ClearFilters, FilterChip } from '#web/ui/table/filter-chip.tsx';
import { nameColumn } from '#web/ui/table/name-column.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import classes from './ledger.module.css';

const t = ledgerTexts.owing;

const openOf = (row: OwingRow) => formatMoney(row.open, row.currency);

const columns: readonly Column<OwingRow>[] = [
  {
    id: 'fullname',
    header: t.student,
    ...nameColumn<OwingRow>(
      'student',
      (row) => row.user_id,
      (row) => row.fullname,
    ),
  },
  {
    id: 'course_name',
    header: t.course,
    ...nameColumn<OwingRow>(
      'course',
      (row) => row.course_id,
      (row) => row.course_name,
    ),
    cut: 7,
    onPhone: 'line',
  },
  { id: 'class_name', header: t.class, value: (row) => row.class_name, cut: 6, sortable: false },
  { id: 'open', header: t.open, value: (row) => row.open, cell: openOf, align: 'end', onPhone: 'end' },
  {
    id: 'overdue_since',
    header: t.overdueSince,
    value: (row) => row.overdue_since,
    cell: (row) =>
      row.overdue_since === null
        ? t.notDue
        : `${formatDate(row.overdue_since)} (${t.days(formatNumber(row.overdue_days), row.overdue_days === 1)})`,
  },
  {
    id: 'last_reminder',
    header: t.lastReminder,
    value: (row) => row.last_reminder,
    cell: (row) => (row.last_reminder === null ? '' : formatDate(row.last_reminder)),
  },
  {
    id: 'payer',
    header: t.payer,
    value: (row) => `${row.payer} ${row.payer_email}`,
    cut: 9,
    sortable: false,
  },
];

const days = [0, 1, 7, 30, 90] as const;

/** Which ledgers the address asks for. */
function useAsked() {
  const view = useTableSearch(pageSizes.payments);
  const [search, change] = useSearchState();
  const course = search['course'] ?? '';
  const overdue = days.find((each) => String(each) === search['overdue']) ?? 0;
  const filter = {
    course_id: /^[1-9]\d{0,14}$/.test(course) ? Number(course) : null,
    overdue,
    search: searchText(view.q, 100),
  };
  const sort = sortIn(owingSorts, view.sort);
  const ask = (part: Readonly<Record<string, string>>) => change({ ...part, page: '' });
  return { view, course, filter, sort, ask, isFiltered: course !== '' || overdue > 0 };
}

const loadReminder = () => import('./remind-dialog.tsx');
const rowId = (row: OwingRow) => `${row.user_id} ${row.course_id} ${row.currency}`;

/** /owing: what students owe, and mails that ask for it. */
export function OwingPage() {
  const { view, course, filter, sort, ask, isFiltered } = useAsked();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const { part, prepare, want } = useOnFirstUse(loadReminder);
  const list = useQuery({
    ...query(ledger.get_owing, {
      ...filter,
      ...(sort && { sort }),
      page: view.page,
      pageSize: view.size,
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  const total = data?.total_count;
  const state = { rows: data?.data, total, isStale: list.isPlaceholderData, error: data ? null : list.error };
  const isLoading = useLastPage(view, state);
  const save = async (format: TableFormat) => {
    const asked = { ...filter, ...(sort && { sort }), format };
    const file = await download(ledger.export_owing, asked, () => undefined);
    saveFile(file.name, file.bytes.type, file.bytes);
  };
  const ticked = [...new Set([...selected].map((id) => Number(id.split(' ')[0])))];
  const remind = async () => setAsking(await want());
  return (
    <>
      <PageHeader
        title={ledgerTexts.title}
        lead={session.role === 'admin' ? ledgerTexts.lead : ledgerTexts.ownLead}
        actions={
          total ? (
            <Button onPointerEnter={prepare} onFocus={prepare} onClick={() => void remind()}>
              {ticked.length > 0 ? t.remindThem : t.remindAll}
            </Button>
          ) : null
        }
      />
      {data && data.totals.length > 0 ? (
        <section className={classes.sums} aria-label={t.totals}>
          {data.totals.map(({ currency, open }) => (
            <span key={currency}>
              {t.open} <b>{formatMoney(open, currency)}</b>
            </span>
          ))}
        </section>
      ) : null}
      <DataTable
        label={ledgerTexts.table}
        columns={columns}
        {...state}
        rowId={rowId}
        view={view}
        isLoading={isLoading}
        selection={{ selected, onChange: setSelected, nameOf: ({ fullname }) => t.select(fullname) }}
        search={
          <SearchBox
            label={t.search}
            placeholder={t.searchHint}
            value={view.q}
            onChange={(text) => view.setQuery(text)}
          />
        }
        filters={
          <>
            <CourseFilter value={course} onChange={(next) => ask({ course: next })} />
            <FilterChip
              label={t.overdue}
              options={days.map((each) => ({
                value: each === 0 ? '' : String(each),
                label: each === 0 ? t.anyDay : t.atLeast(each),
              }))}
              value={filter.overdue === 0 ? '' : String(filter.overdue)}
              onChange={(overdue) => ask({ overdue })}
            />
            {isFiltered ? <ClearFilters onClick={() => ask({ course: '', overdue: '' })} /> : null}
          </>
        }
        tools={
          <ExportMenu
            count={total}
            save={save}
            failureOf={(error) => refusalOf(error, texts.ui.export.failed)}
          />
        }
        emptyText={isFiltered || view.q !== '' ? t.emptyFiltered : t.empty}
        onRetry={() => void list.refetch()}
      />
      {part ? (
        <part.RemindDialog
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          wish={{ filter, ...(ticked.length > 0 ? { user_ids: ticked } : {}) }}
        />
      ) : null}
    </>
  );
}
