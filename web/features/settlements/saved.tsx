import { settlements, type SavedSettlement } from '@gurukul/contract/settlements';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { formatDate, formatDateTime, formatNumber } from '#web/lib/format/format.ts';
import { inLanguage } from '#web/texts/catalogue.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import { sumColumns } from './payouts.tsx';
import classes from './settlements.module.css';

const t = settlementsTexts.list;
const p = settlementsTexts.preview;

function OpenLines({ open, open_lines: lines }: SavedSettlement) {
  if (open === 0) return <StatusBadge tone="good">{t.allExplained}</StatusBadge>;
  return (
    <>
      <StatusBadge tone="warn">{p.openLines(formatNumber(open), open === 1)}</StatusBadge>
      <ul className={classes.openLines}>
        {lines.map(({ row, kind, reference, description, reason }) => (
          <li key={row}>
            {t.openLine(
              formatNumber(row),
              [p.kinds[kind], reference || description].filter(Boolean).join(' '),
              reason ? inLanguage(reason) : '',
            )}
          </li>
        ))}
        {open > lines.length ? <li>{t.more(formatNumber(open - lines.length))}</li> : null}
      </ul>
    </>
  );
}

const columns: readonly Column<SavedSettlement>[] = [
  {
    id: 'payout_id',
    header: p.columns.payout,
    value: ({ service, payout_id, file_name }) => (service === 'bank' ? file_name : payout_id),
    cell: ({ service, payout_id, utr, file_name }) => (
      <span className={classes.text}>
        {service === 'bank' ? file_name : payout_id}
        {utr === '' ? null : <span className={classes.soft}>{utr}</span>}
      </span>
    ),
    sortable: false,
  },
  {
    id: 'service',
    header: t.service,
    value: ({ service }) => settlementsTexts.services[service],
    sortable: false,
    onPhone: 'line',
  },
  {
    id: 'paid_on',
    header: p.columns.day,
    value: ({ paid_on }) => paid_on,
    cell: ({ paid_on }) => <span className={classes.line}>{formatDate(paid_on)}</span>,
    sortable: false,
  },
  ...sumColumns.map((column) => ({ ...column, sortable: false })),
  {
    id: 'arrived',
    header: t.arrived,
    value: ({ arrived_on }) => arrived_on,
    cell: ({ service, arrived_on }) =>
      service === 'bank' ? null : arrived_on ? (
        <span className={classes.line}>{formatDate(arrived_on)}</span>
      ) : (
        t.notArrived
      ),
    sortable: false,
  },
  { id: 'open', header: t.open, value: ({ open }) => open, cell: OpenLines, sortable: false },
  {
    id: 'by',
    header: t.by,
    value: ({ saved_by }) => saved_by,
    cell: ({ saved_by, saved_at }) => (
      <span className={classes.text}>
        {saved_by}
        <span className={classes.soft}>{formatDateTime(saved_at)}</span>
      </span>
    ),
    sortable: false,
  },
];

/** The settlements that were saved, each with the rows that nothing explains today. */
export function SavedSettlements() {
  const view = useLocalView(10);
  const list = useQuery({
    ...query(settlements.get_settlements, { page: view.page, pageSize: view.size }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title={t.title}>
      {list.error && !list.data ? (
        <FailedState title={t.failed} message={messageOf(list.error)} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label={t.table}
          columns={columns}
          rows={list.data?.data}
          total={list.data?.total_count}
          rowId={({ id }) => String(id)}
          view={view}
          isLoading={list.isPending}
          emptyText={t.none}
        />
      )}
    </Panel>
  );
}
