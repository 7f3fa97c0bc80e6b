import { settlements, type SavedSettlement } from '@gurukul/contract/settlements';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { formatDate, formatDateTime, formatNumber } from '#web/lib/format/format.ts';
import { inLanguage } from '#web/texts/refusals.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import { Line, Notes, Soft, Words } from '../imports/import-rows.tsx';
import { sumColumns } from './payouts.tsx';

const t = settlementsTexts.list;
const p = settlementsTexts.preview;

function OpenLines({ open, open_lines: lines }: SavedSettlement) {
  if (open === 0) return <StatusBadge tone="good">{t.allExplained}</StatusBadge>;
  return (
    <>
      <StatusBadge tone="warn">{p.openLines({ count: open })}</StatusBadge>
      <Notes
        notes={[
          ...lines.map(({ row, kind, reference, description, reason }) =>
            t.openLine({
              row: formatNumber(row),
              what: [p.kinds[kind], reference || description].filter(Boolean).join(' '),
              reason: reason ? inLanguage(reason) : '',
            }),
          ),
          ...(open > lines.length ? [t.more({ count: formatNumber(open - lines.length) })] : []),
        ].map((text) => ({ text }))}
      />
    </>
  );
}

const columns: readonly Column<SavedSettlement>[] = [
  {
    id: 'payout_id',
    header: p.columns.payout,
    value: ({ service, payout_id, file_name }) => (service === 'bank' ? file_name : payout_id),
    cell: ({ service, payout_id, utr, file_name }) => (
      <Words>
        {service === 'bank' ? file_name : payout_id}
        <Soft>{utr}</Soft>
      </Words>
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
    cell: ({ paid_on }) => <Line>{formatDate(paid_on)}</Line>,
    sortable: false,
  },
  ...sumColumns.map((column) => ({ ...column, sortable: false })),
  {
    id: 'arrived',
    header: t.arrived,
    value: ({ arrived_on }) => arrived_on,
    cell: ({ service, arrived_on }) =>
      service === 'bank' ? null : arrived_on ? <Line>{formatDate(arrived_on)}</Line> : t.notArrived,
    sortable: false,
  },
  { id: 'open', header: t.open, value: ({ open }) => open, cell: OpenLines, sortable: false },
  {
    id: 'by',
    header: t.by,
    value: ({ saved_by }) => saved_by,
    cell: ({ saved_by, saved_at }) => (
      <Words>
        {saved_by}
        <Soft>{formatDateTime(saved_at)}</Soft>
      </Words>
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
