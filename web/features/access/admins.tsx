import { access, type AccountAdmin } from '@gurukul/contract/access';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths, to } from '#web/paths.ts';
import { accessTexts } from '#web/texts/access.ts';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';

const t = accessTexts.admins;

const factorOf = ({ has_second_factor: has }: AccountAdmin) => (has ? t.yes : t.no);
const seenOf = ({ last_seen_at: at }: AccountAdmin) => formatDateTime(at) || t.never;
const sinceOf = ({ suspended_at: at }: AccountAdmin) =>
  at === null ? '' : t.since({ moment: formatDateTime(at) });

const columns: readonly Column<AccountAdmin>[] = [
  { id: 'fullname', header: t.columns.name, value: (row) => row.fullname },
  { id: 'email_id', header: t.columns.email, value: (row) => row.email_id, onPhone: 'line' },
  {
    id: 'last_seen_at',
    header: t.columns.seen,
    value: (row) => row.last_seen_at,
    exported: seenOf,
    cell: seenOf,
  },
  {
    id: 'has_second_factor',
    header: t.columns.factor,
    value: factorOf,
    cell: (row) => <StatusBadge tone={row.has_second_factor ? 'good' : 'warn'}>{factorOf(row)}</StatusBadge>,
  },
  {
    id: 'suspended_at',
    header: t.columns.suspended,
    value: (row) => row.suspended_at,
    exported: sinceOf,
    cell: (row) => (row.suspended_at === null ? null : <StatusBadge tone="bad">{sinceOf(row)}</StatusBadge>),
    onPhone: 'end',
    plain: (row) =>
      row.suspended_at === null ? null : <StatusBadge tone="bad">{t.columns.suspended}</StatusBadge>,
  },
];

const rowId = ({ user_id }: AccountAdmin) => String(user_id);
const hrefOf = ({ user_id }: AccountAdmin) => to(paths.accountAdmin, user_id);

/** The account admins; the page of each ends what lets them in, and suspends them. */
export function Admins() {
  const view = useTableSearch(pageSizes.access, '', 'admins-');
  const list = useQuery(query(access.get_admins, {}));
  return (
    <Panel title={t.title}>
      <Text c="dimmed" mb="sm">
        {t.lead}
      </Text>
      <DataTable
        label={t.table}
        columns={columns}
        rows={list.data?.data}
        rowId={rowId}
        rowHref={hrefOf}
        view={view}
        query={list}
      />
    </Panel>
  );
}
