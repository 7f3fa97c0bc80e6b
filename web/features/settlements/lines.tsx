import type { SettlementLine } from '@gurukul/contract/settlements';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatDate, formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { inLanguage } from '#web/texts/catalogue.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import classes from './settlements.module.css';

const t = settlementsTexts.preview;

/** The payments that a person chose, by row. */
export type Choices = ReadonlyMap<number, string>;

const filters = ['open', 'all'] as const;

const needsLook = ({ state }: SettlementLine, choices: Choices, row: number) =>
  state === 'open' || state === 'unreadable' || choices.has(row);

interface Shown {
  readonly line: SettlementLine;
  readonly chosen: string | undefined;
}

const Explained = ({ line }: Shown) => (
  <span className={classes.text}>
    <StatusBadge tone={line.state === 'unreadable' ? 'bad' : line.state === 'open' ? 'warn' : 'good'}>
      {t.lineStates[line.state]}
    </StatusBadge>
    {line.explained_by ? (
      <span className={classes.soft}>
        {[line.explained_by.full_name, line.explained_by.number].filter(Boolean).join(' · ')}
      </span>
    ) : null}
    {line.reason ? <span className={classes.soft}>{inLanguage(line.reason)}</span> : null}
  </span>
);

interface CandidatesProps {
  shown: Shown;
  isBusy: boolean;
  onChoose: (row: number, paymentId: string) => void;
}

/** The payments that the line may be about; one of them explains it when a person says so. */
function Candidates({ shown: { line, chosen }, isBusy, onChoose }: CandidatesProps) {
  if (line.candidates.length === 0 && chosen === undefined) return null;
  const known = line.candidates.some(({ payment_id }) => payment_id === chosen);
  const options = [
    { value: '', label: t.noCandidate },
    ...line.candidates.map(({ payment_id, full_name, paid_on }) => ({
      value: payment_id,
      label: t.candidateOf(full_name, formatDate(paid_on), payment_id),
    })),
    ...(chosen === undefined || known ? [] : [{ value: chosen, label: chosen }]),
  ];
  return (
    <NativeSelect
      aria-label={t.candidate(formatNumber(line.row))}
      className={classes.candidates}
      data={options}
      value={chosen ?? ''}
      aria-disabled={isBusy}
      onChange={(event) => (isBusy ? undefined : onChoose(line.row, event.currentTarget.value))}
    />
  );
}

const columns: readonly Column<Shown>[] = [
  {
    id: 'row',
    header: t.line.row,
    value: ({ line }) => line.row,
    cell: ({ line }) => (
      <>
        <span className={classes.rowWord}>{t.line.row} </span>
        {line.row}
      </>
    ),
  },
  {
    id: 'what',
    header: t.line.what,
    value: ({ line }) => t.kinds[line.kind],
    onPhone: 'line',
    plain: ({ line }) => t.kinds[line.kind],
    cell: ({ line }) => (
      <span className={classes.text}>
        {t.kinds[line.kind]}
        {line.reference ? <span className={classes.soft}>{line.reference}</span> : null}
        {line.description ? <span className={classes.soft}>{line.description}</span> : null}
        {line.on ? <span className={classes.soft}>{formatDate(line.on)}</span> : null}
      </span>
    ),
  },
  {
    id: 'amount',
    header: t.line.amount,
    value: ({ line }) => (line.net === null ? '' : formatMoney(line.net, line.currency)),
    cell: ({ line }) => (
      <span className={classes.line}>{line.net === null ? '' : formatMoney(line.net, line.currency)}</span>
    ),
    align: 'end',
    onPhone: 'end',
    sortable: false,
  },
  {
    id: 'explained',
    header: t.line.explained,
    value: ({ line }) => t.lineStates[line.state],
    cell: Explained,
  },
];

interface LinesProps {
  lines: readonly SettlementLine[];
  choices: Choices;
  isBusy: boolean;
  onChoose: (row: number, paymentId: string) => void;
}

/** Every row of the file with what explains it, those first that need a look. */
export function Lines({ lines, choices, isBusy, onChoose }: LinesProps) {
  const [filter, setFilter] = useState<(typeof filters)[number]>('open');
  const view = useLocalView(25);
  const shown = lines
    .filter((line) => filter === 'all' || needsLook(line, choices, line.row))
    .map((line) => ({ line, chosen: choices.get(line.row) }));
  const candidatesOf = (each: Shown) => <Candidates shown={each} isBusy={isBusy} onChoose={onChoose} />;
  return (
    <>
      <NativeSelect
        className={classes.filter}
        label={t.shown}
        data={filters.map((each) => ({ value: each, label: t.filters[each] }))}
        value={filter}
        onChange={({ currentTarget: { value } }) => {
          setFilter(filters.find((each) => each === value) ?? 'open');
          view.setPage(1);
        }}
      />
      <DataTable
        label={t.lines}
        columns={columns}
        rows={shown}
        rowId={({ line }) => String(line.row)}
        view={view}
        emptyText={t.none}
        rowActions={candidatesOf}
      />
    </>
  );
}
