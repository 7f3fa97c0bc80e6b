import { ledger, type OwingRow } from '@gurukul/contract/ledger';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { isNothing } from '@gurukul/contract/shared/money/money';
import { VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { formatDate, formatMoney } from '#web/lib/format/format.ts';
import { officeZone } from '#web/lib/provider.ts';
import { ServerExport } from '#web/features/exports/server-export.tsx';
import { session } from '#web/lib/session.ts';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { mailsTexts } from '#web/texts/mails.ts';
import { texts } from '#web/texts/texts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { OwingFilters, OwingSearch } from './owing-filters.tsx';
import { RemindBar, RemindButton } from './remind-bar.tsx';
import { owingFilters, useAskedOwing, type AskedOwing } from './use-asked-owing.ts';
import classes from './ledger.module.css';

const t = ledgerTexts.owing;

const rowId = ({ user_id, course_id, currency }: OwingRow) => `${user_id} ${course_id} ${currency ?? ''}`;
const rowHref = ({ user_id }: OwingRow) => `${thingAddress('student', user_id)}?tab=money` as const;
const nameOf = ({ fullname }: OwingRow) => fullname;
const days = (count: number) => t.days({ count });

/** The sum that the list is about. */
const sumOf = (row: OwingRow, show: AskedOwing['filter']['show']) =>
  show === 'uncharged' ? row.open : row[show];

/** Beside what is open: what should have been paid by today, of it before today, and what is not due yet. */
const sumsOfDays = ['due', 'overdue', 'later'] as const;
const dueColumns = sumsOfDays.map((sum): Column<OwingRow> => ({
  id: sum,
  header: ledgerTexts.sums[sum],
  value: (row) => row[sum],
  cell: (row) => (
    <span className={classes.amount}>
      {isNothing(row[sum]) ? texts.ui.noFigure : formatMoney(row[sum], row.currency)}
    </span>
  ),
  align: 'end',
  sortable: false,
  ...(sum !== 'due' && { under: sum === 'later' ? 'open' : 'due' }),
}));

/** Lists from which people can be reminded. */
const isRemindable = (show: AskedOwing['filter']['show']) => show === 'open' || show === 'due';

const columnsFor = (show: AskedOwing['filter']['show']): readonly Column<OwingRow>[] => [
  { id: 'fullname', header: t.student, value: ({ fullname }) => fullname },
  {
    id: 'class_name',
    header: t.class,
    value: ({ class_name }) => class_name,
    sortable: false,
    width: '16rem',
  },
  {
    id: 'course_name',
    header: t.course,
    value: ({ course_name }) => course_name,
    under: 'class_name',
    onPhone: 'line',
    plain: ({ course_name, class_name }) => class_name ?? course_name,
  },
  {
    id: 'open',
    header: show === 'uncharged' ? t.open : ledgerTexts.sums[show],
    value: (row) => sumOf(row, show),
    cell: (row) => (
      <span className={classes.amount}>
        {isNothing(sumOf(row, show)) ? texts.ui.noFigure : formatMoney(sumOf(row, show), row.currency)}
      </span>
    ),
    align: 'end',
    sortable: show === 'open',
    onPhone: 'end',
  },
  ...(show === 'open' ? dueColumns : []),
  {
    id: 'overdue_since',
    header: t.overdueSince,
    value: ({ overdue_since }) => overdue_since,
    cell: ({ overdue_since, overdue_days }) =>
      overdue_since === null ? null : (
        <span className={classes.overdue}>
          {formatDate(overdue_since)} <StatusBadge tone="bad">{days(overdue_days)}</StatusBadge>
        </span>
      ),
    onPhone: 'end',
    plain: ({ overdue_since, overdue_days }) =>
      overdue_since === null ? '' : <StatusBadge tone="bad">{days(overdue_days)}</StatusBadge>,
  },
  {
    id: 'last_reminder',
    header: t.lastReminder,
    value: ({ last_reminder }) => last_reminder,
    cell: ({ last_reminder, last_reminder_state: state }) => (
      <>
        {formatDate(last_reminder, officeZone())}
        {state === null || state === 'sent' ? null : (
          <>
            {' '}
            <StatusBadge tone={state === 'queued' ? 'calm' : 'warn'}>{mailsTexts.states[state]}</StatusBadge>
          </>
        )}
      </>
    ),
    under: 'overdue_since',
  },
  {
    id: 'payer',
    header: t.payer,
    value: ({ payer, payer_email, fullname }) =>
      [payer === fullname ? '' : payer, payer_email].filter(Boolean).join(' · '),
    sortable: false,
    under: 'fullname',
  },
];

interface SumsProps {
  totals: CallOutput<typeof ledger.get_owing>['totals'];
  show: AskedOwing['filter']['show'];
}

/** The sums in the first currency, and behind a press those in all. */
function Sums({ totals, show }: SumsProps) {
  const [first, ...others] = totals.map((sum) => (
    <Fragment key={sum.currency}>
      {show === 'uncharged' ? t.open : ledgerTexts.sums[show]}{' '}
      <b>{formatMoney(show === 'uncharged' ? sum.open : sum[show], sum.currency)}</b>
      {(show === 'open' ? sumsOfDays : [])
        .filter((part) => !isNothing(sum[part]))
        .map((part) => (
          <Fragment key={part}>
            {' · '}
            {ledgerTexts.sums[part]} <b>{formatMoney(sum[part], sum.currency)}</b>
          </Fragment>
        ))}
    </Fragment>
  ));
  if (others.length === 0) return <p className={classes.sums}>{first}</p>;
  return (
    <details className={classes.sums}>
      <summary>
        <VisuallyHidden>{t.totals}: </VisuallyHidden>
        {first} <span>{t.inCurrencies({ count: totals.length })}</span>
      </summary>
      <ul>
        {others.map((sum) => (
          <li key={sum.key}>{sum}</li>
        ))}
      </ul>
    </details>
  );
}

/** /owing: who owes what, by course, class, currency and days overdue. */
export function OwingPage() {
  const asked = useAskedOwing();
  const { view, filter, page, search } = asked;
  const list = useQuery({
    ...query(ledger.get_owing, { ...filter, ...page }),
    placeholderData: keepPreviousData,
  });
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const rows = list.data?.data;
  const total = list.data?.total_count;
  const totals = list.data?.totals ?? [];
  const isLoading = useLastPage(view, { rows, total, isStale: list.isPlaceholderData, error: list.error });
  const isNarrowed = owingFilters.some((key) => search[key]) || view.q !== '';
  const { show } = filter;
  return (
    <>
      <PageHeader
        title={ledgerTexts.title}
        lead={session.role === 'admin' ? ledgerTexts.lead : ledgerTexts.ownLead}
        {...(isRemindable(show) && {
          actions: total ? <RemindButton filter={filter} students={[]} label={t.remindAll} /> : null,
        })}
      />
      <Sums totals={totals} show={show} />
      <DataTable
        label={ledgerTexts.table}
        columns={columnsFor(show)}
        rows={rows}
        rowId={rowId}
        rowHref={rowHref}
        view={view}
        total={total}
        isLoading={isLoading}
        search={<OwingSearch asked={asked} />}
        filters={<OwingFilters asked={asked} currencies={totals.map(({ currency }) => currency)} />}
        tools={
          <ServerExport
            call={ledger.export_owing}
            inputOf={(format) => ({ ...filter, ...(page.sort && { sort: page.sort }), format })}
            count={total}
          />
        }
        {...(isRemindable(show) && { selection: { selected: ticked, onChange: setTicked, nameOf } })}
        query={list}
        {...(isNarrowed
          ? { emptyText: t.emptyFiltered, emptyAction: <ShowAll filters={owingFilters} /> }
          : { emptyText: t.empty })}
      />
      {isRemindable(show) && ticked.size > 0 ? (
        <RemindBar filter={filter} ticked={ticked} onDone={() => setTicked(new Set())} />
      ) : null}
    </>
  );
}
