import { access, alarmKinds, backupAlarms, type Alarm } from '@gurukul/contract/access';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDateTime, formatNumber } from '#web/lib/format/format.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { accessTexts } from '#web/texts/access.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { useChoices, type Choice } from '#web/ui/table/use-choices.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = accessTexts.alarms;

/** A network, a person, a key, or for the log neither. */
const sourceOf = ({ kind, network, person, key }: Alarm) => {
  if (person !== null) return person.fullname;
  if (key !== null) return [key, network].filter(Boolean).join(', ');
  return network ?? (kind === 'spraying' ? t.manyNetworks : '');
};
const kindOf = ({ kind }: Alarm) => t.kinds[kind];
const seenOf = ({ seen_at, seen_by }: Alarm) =>
  seen_at === null ? t.notSeen : t.seenBy({ name: seen_by ?? '', moment: formatDateTime(seen_at) });

/** A count, of a broken log its first wrong entry, and of backups the hours since a good one. */
const countOf = ({ kind, accounts }: Alarm) => {
  if (kind === 'broken_log') return t.entry({ number: formatNumber(accounts) });
  return backupAlarms.some((one) => one === kind) ? t.hours({ count: accounts }) : formatNumber(accounts);
};

const columns: readonly Column<Alarm>[] = [
  { id: 'kind', header: t.columns.kind, value: kindOf },
  { id: 'network', header: t.columns.network, value: sourceOf },
  {
    id: 'accounts',
    header: t.columns.accounts,
    value: (row) => row.accounts,
    exported: countOf,
    cell: countOf,
  },
  {
    id: 'started_at',
    header: t.columns.since,
    value: (row) => row.started_at,
    exported: (row) => formatDateTime(row.started_at),
    cell: (row) => formatDateTime(row.started_at),
  },
  {
    id: 'last_at',
    header: t.columns.last,
    value: (row) => row.last_at,
    exported: (row) => formatDateTime(row.last_at),
    cell: (row) => formatDateTime(row.last_at),
  },
  { id: 'seen_at', header: t.columns.seen, value: seenOf },
];

const choices: readonly Choice<Alarm>[] = [
  {
    key: 'kind',
    label: t.columns.kind,
    of: ({ kind }) => [kind],
    word: (value) => t.kinds[alarmKinds.find((kind) => kind === value) ?? 'spraying'],
    values: alarmKinds,
  },
  {
    key: 'seen',
    label: t.columns.seen,
    of: ({ seen_at }) => [seen_at === null ? 'no' : 'yes'],
    word: (value) => (value === 'no' ? t.notSeen : t.see),
    values: ['no', 'yes'],
  },
];

function SeeButton({ row }: { row: Alarm }) {
  const see = useAction(access.see_alarm);
  const press = async () => {
    if (see.isPending) return;
    try {
      await see.run({ alarm_id: row.alarm_id });
    } catch (error) {
      toast.error(refusalOf(error, accessTexts.wentWrong));
    }
  };
  return (
    <ActionButton
      size="compact-sm"
      variant="light"
      aria-label={`${t.see} ${kindOf(row)} ${sourceOf(row)}`}
      disabledReason={row.seen_at === null ? '' : t.already}
      aria-busy={see.isPending}
      onClick={() => void press()}
    >
      {see.isPending ? t.busy : t.see}
    </ActionButton>
  );
}

const rowId = ({ alarm_id }: Alarm) => String(alarm_id);
const actionsOf = (row: Alarm) => <SeeButton row={row} />;

/** What the portal noticed. */
export function Alarms() {
  const view = useTableSearch(pageSizes.access, '', 'alarms-');
  const list = useQuery(query(access.get_alarms, {}));
  const { rows, filters, chosen } = useChoices(list.data?.data, choices, 'alarms-');
  return (
    <Panel title={t.title}>
      <Text c="dimmed" mb="sm">
        {t.lead}
      </Text>
      <DataTable
        label={t.table}
        columns={columns}
        rows={rows}
        filters={filters}
        rowId={rowId}
        rowActions={actionsOf}
        view={view}
        {...(chosen.length > 0 ? { emptyAction: <ShowAll filters={chosen} /> } : { emptyText: t.none })}
        query={list}
      />
    </Panel>
  );
}
