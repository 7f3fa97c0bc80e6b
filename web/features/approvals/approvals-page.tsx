import { approvals, deedStates, type AskedDeed } from '@gurukul/contract/approvals';
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
import { doDeed, isExport } from './do-deed.ts';
import { DoService } from './do-service.tsx';

const t = approvalsTexts;

const whatOf = ({ call, about }: AskedDeed) => [t.calls[call], about].filter(Boolean).join(': ');
/** The filters of the list, and the first names with the number of the others. */
const concernsOf = ({ filter, names, size }: AskedDeed) => {
  const fields: Readonly<Record<string, string>> = t.filters;
  const filters = Object.entries(filter).map(
    ([field, value]) =>
      `${fields[field] ?? field}: ${/^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : value}`,
  );
  const more = (size ?? 0) - names.length;
  const people =
    names.length > 0 && more > 0 ? t.andMore(names.join(', '), formatNumber(more)) : names.join(', ');
  return [...filters, people].filter(Boolean).join(' · ');
};
const sizeOf = ({ size }: AskedDeed) => (size === null ? '' : formatNumber(size));
const decisionOf = ({ decided_by: by, decided_at: at }: AskedDeed) =>
  by === null ? '' : `${by}, ${formatDateTime(at)}`;
/** Until when it can be approved, or done. */
const untilOf = ({ state, until, alone_from: alone }: AskedDeed) => {
  if (state === 'waiting' && alone !== null) return t.alone(formatDateTime(alone));
  const isOpen = state === 'waiting' || state === 'stopped' || state === 'approved';
  return isOpen ? t.until(formatDateTime(until)) : '';
};
const stateOf = (deed: AskedDeed) => [t.states[deed.state], untilOf(deed)].filter(Boolean).join(' · ');

const tones = {
  waiting: 'warn',
  stopped: 'calm',
  approved: 'good',
  refused: 'calm',
  expired: 'calm',
  done: 'calm',
} as const;

const StateBadge = ({ deed: { state } }: { deed: AskedDeed }) => (
  <StatusBadge tone={tones[state]}>{t.states[state]}</StatusBadge>
);

const columns: readonly Column<AskedDeed>[] = [
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
    cell: (deed) => (
      <>
        <StateBadge deed={deed} />
        <Text size="xs" c="dimmed">
          {untilOf(deed)}
        </Text>
      </>
    ),
    plain: (deed) => <StateBadge deed={deed} />,
  },
];

const choices: readonly Choice<AskedDeed>[] = [
  {
    key: 'state',
    label: t.columns.state,
    of: ({ state }) => [state],
    word: (value) => t.states[deedStates.find((state) => state === value) ?? 'waiting'],
    values: deedStates,
  },
  { key: 'by', label: t.columns.by, of: ({ asked_by: by }) => [by] },
];

const failureOf = (error: unknown) => refusalOf(error);

function Decide({ deed }: { deed: AskedDeed }) {
  const decide = useAction(approvals.decide_deed);
  const shared = {
    busyLabel: t.busy,
    name: whatOf(deed),
    isPending: decide.isPending,
    failureOf,
    revertedText: '',
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <AskedButton
        {...shared}
        label={t.approve}
        question={t.approveQuestion(deed.asked_by, whatOf(deed), sizeOf(deed))}
        deed={() => decide.run({ id: deed.id, approve: true })}
        done={t.approved}
      />
      <AskedButton
        {...shared}
        label={t.refuse}
        color="red"
        question={t.refuseQuestion(deed.asked_by, whatOf(deed))}
        deed={() => decide.run({ id: deed.id, approve: false })}
        done={t.refused}
      />
    </Group>
  );
}

/** For whom it is about, and for everybody once no approval is missing any more. */
function Stop({ deed }: { deed: AskedDeed }) {
  const decide = useAction(approvals.decide_deed);
  return (
    <AskedButton
      label={t.stop}
      color="red"
      busyLabel={t.busy}
      name={whatOf(deed)}
      question={t.stopQuestion(deed.asked_by, whatOf(deed))}
      deed={() => decide.run({ id: deed.id, approve: false })}
      isPending={decide.isPending}
      done={t.stopped}
      failureOf={failureOf}
      revertedText=""
    />
  );
}

function Do({ deed }: { deed: AskedDeed }) {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    try {
      await doDeed(deed);
    } finally {
      setPending(false);
      void client.invalidateQueries();
    }
  };
  return (
    <AskedButton
      label={isExport(deed) ? t.download : t.doNow}
      busyLabel={t.busy}
      name={whatOf(deed)}
      question={t.doQuestion(whatOf(deed), sizeOf(deed))}
      deed={run}
      isPending={isPending}
      done={t.done}
      failureOf={failureOf}
      revertedText=""
    />
  );
}

const rowId = ({ id }: AskedDeed) => String(id);

function actionsOf(deed: AskedDeed) {
  if (deed.can.decide) return <Decide deed={deed} />;
  if (deed.can.stop) return <Stop deed={deed} />;
  if (!deed.can.do) return null;
  return deed.call === 'openid.save_service' ? <DoService deed={deed} /> : <Do deed={deed} />;
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
