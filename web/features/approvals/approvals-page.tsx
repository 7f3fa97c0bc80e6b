import { approvals, actionStates, type AskedAction } from '@gurukul/contract/approvals';
import { Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDate, formatDateTime, formatNumber } from '#web/lib/format/format.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { approvalsTexts } from '#web/texts/approvals.ts';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { useChoices, type Choice } from '#web/ui/table/use-choices.tsx';
import { doAction, isExport } from './do-action.ts';
import { DoService } from './do-service.tsx';

const t = approvalsTexts;

const whatOf = ({ call, about }: AskedAction) => [t.calls[call], about].filter(Boolean).join(': ');
/** The filters of the list, and the first names with the number of the others. */
const concernsOf = ({ filter, names, size }: AskedAction) => {
  const fields: Readonly<Record<string, string>> = t.filters;
  const filters = Object.entries(filter).map(
    ([field, value]) =>
      `${fields[field] ?? field}: ${/^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : value}`,
  );
  const more = (size ?? 0) - names.length;
  const people =
    names.length > 0 && more > 0
      ? t.andMore({ names: names.join(', '), count: formatNumber(more) })
      : names.join(', ');
  return [...filters, people].filter(Boolean).join(' · ');
};
const sizeOf = ({ size }: AskedAction) => (size === null ? '' : formatNumber(size));
const decisionOf = ({ decided_by: by, decided_at: at }: AskedAction) =>
  by === null ? '' : `${by}, ${formatDateTime(at)}`;
/** Until when it can be approved, or done. */
const untilOf = ({ state, until, alone_from: alone }: AskedAction) => {
  if (state === 'waiting' && alone !== null) return t.alone({ when: formatDateTime(alone) });
  const isOpen = state === 'waiting' || state === 'stopped' || state === 'approved';
  return isOpen ? t.until({ when: formatDateTime(until) }) : '';
};
const stateOf = (action: AskedAction) =>
  [t.states[action.state], untilOf(action)].filter(Boolean).join(' · ');

const tones = {
  waiting: 'warn',
  stopped: 'calm',
  approved: 'good',
  refused: 'calm',
  expired: 'calm',
  done: 'calm',
} as const;

const StateBadge = ({ action: { state } }: { action: AskedAction }) => (
  <StatusBadge tone={tones[state]}>{t.states[state]}</StatusBadge>
);

const columns: readonly Column<AskedAction>[] = [
  { id: 'what', header: t.columns.what, value: whatOf },
  { id: 'size', header: t.columns.size, value: ({ size }) => size ?? 0, exported: sizeOf, cell: sizeOf },
  { id: 'concerns', header: t.columns.concerns, value: concernsOf },
  { id: 'reason', header: t.columns.reason, value: ({ reason }) => reason },
  { id: 'asked_by', header: t.columns.by, value: ({ asked_by: by }) => by, onPhone: 'line' },
  {
    id: 'asked_at',
    header: t.columns.at,
    width: '7rem',
    value: ({ asked_at: at }) => at,
    exported: ({ asked_at: at }) => formatDateTime(at),
    cell: ({ asked_at: at }) => formatDateTime(at),
  },
  { id: 'decision', header: t.columns.decided, value: decisionOf },
  {
    id: 'state',
    header: t.columns.state,
    width: '9.5rem',
    value: stateOf,
    onPhone: 'end',
    cell: (action) => (
      <>
        <StateBadge action={action} />
        <Text size="xs" c="dimmed">
          {untilOf(action)}
        </Text>
      </>
    ),
    plain: (action) => <StateBadge action={action} />,
  },
];

const choices: readonly Choice<AskedAction>[] = [
  {
    key: 'state',
    label: t.columns.state,
    of: ({ state }) => [state],
    word: (value) => t.states[actionStates.find((state) => state === value) ?? 'waiting'],
    values: actionStates,
  },
  { key: 'by', label: t.columns.by, of: ({ asked_by: by }) => [by] },
];

const failureOf = (error: unknown) => refusalOf(error);

function Decide({ action }: { action: AskedAction }) {
  const decide = useAction(approvals.decide_deed);
  const shared = {
    busyLabel: t.busy,
    name: whatOf(action),
    isPending: decide.isPending,
    failureOf,
    revertedText: '',
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <AskedButton
        {...shared}
        label={t.approve}
        question={t.approveQuestion({
          asker: action.asked_by,
          what: whatOf(action),
          size: sizeOf(action) || 'none',
        })}
        action={() => decide.run({ id: action.id, approve: true })}
        done={t.approved}
      />
      <AskedButton
        {...shared}
        label={t.refuse}
        color="red"
        question={t.refuseQuestion({ asker: action.asked_by, what: whatOf(action) })}
        action={() => decide.run({ id: action.id, approve: false })}
        done={t.refused}
      />
    </Group>
  );
}

/** For whom it is about, and for everybody once no approval is missing any more. */
function Stop({ action }: { action: AskedAction }) {
  const decide = useAction(approvals.decide_deed);
  return (
    <AskedButton
      label={t.stop}
      color="red"
      busyLabel={t.busy}
      name={whatOf(action)}
      question={t.stopQuestion({ asker: action.asked_by, what: whatOf(action) })}
      action={() => decide.run({ id: action.id, approve: false })}
      isPending={decide.isPending}
      done={t.stopped}
      failureOf={failureOf}
      revertedText=""
    />
  );
}

function Do({ action }: { action: AskedAction }) {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    try {
      await doAction(action);
    } finally {
      setPending(false);
      void client.invalidateQueries();
    }
  };
  return (
    <AskedButton
      label={isExport(action) ? t.download : t.doNow}
      busyLabel={t.busy}
      name={whatOf(action)}
      question={t.doQuestion({ what: whatOf(action), size: sizeOf(action) || 'none' })}
      action={run}
      isPending={isPending}
      done={t.done}
      failureOf={failureOf}
      revertedText=""
    />
  );
}

const rowId = ({ id }: AskedAction) => String(id);

function actionsOf(action: AskedAction) {
  if (action.can.decide) return <Decide action={action} />;
  if (action.can.stop) return <Stop action={action} />;
  if (!action.can.do) return null;
  return action.call === 'openid.save_service' ? <DoService action={action} /> : <Do action={action} />;
}

/** /Approvals: what needs a second person, and what became of it. */
export function ApprovalsPage() {
  const view = useTableSearch({ size: 10 });
  const list = useQuery(query(approvals.get_deeds, {}));
  const { rows, filters, chosen } = useChoices(list.data?.data, choices);
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <DataTable
        label={t.title}
        columns={columns}
        rows={rows}
        filters={filters}
        rowId={rowId}
        rowActions={actionsOf}
        view={view}
        {...(chosen.length > 0 ? { emptyAction: <ShowAll filters={chosen} /> } : { emptyText: t.none })}
        query={list}
      />
    </>
  );
}
