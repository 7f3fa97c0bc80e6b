import type { SettlementLine } from '@gurukul/contract/settlements';
import { NativeSelect } from '@mantine/core';
import { formatDate, formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { inLanguage } from '#web/texts/refusals.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { Column } from '#web/ui/table/data-table.tsx';
import { ImportRows, Line, numberColumn, Soft, Words, type Filter } from '../imports/import-rows.tsx';

const t = settlementsTexts.preview;

interface ShownLine {
  readonly line: SettlementLine;
  readonly chosen: string | undefined;
}

const Explained = ({ line }: ShownLine) => (
  <Words>
    <StatusBadge tone={line.state === 'unreadable' ? 'bad' : line.state === 'open' ? 'warn' : 'good'}>
      {t.lineStates[line.state]}
    </StatusBadge>
    {line.explained_by ? (
      <Soft>{[line.explained_by.full_name, line.explained_by.number].filter(Boolean).join(' · ')}</Soft>
    ) : null}
    {line.reason ? <Soft>{inLanguage(line.reason)}</Soft> : null}
  </Words>
);

interface CandidatesProps {
  shown: ShownLine;
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
      label: t.candidateOf({ name: full_name, day: formatDate(paid_on), number: payment_id }),
    })),
    ...(chosen === undefined || known ? [] : [{ value: chosen, label: chosen }]),
  ];
  return (
    <NativeSelect
      aria-label={t.candidate({ row: formatNumber(line.row) })}
      miw="12rem"
      data={options}
      value={chosen ?? ''}
      aria-disabled={isBusy}
      onChange={(event) => (isBusy ? undefined : onChoose(line.row, event.currentTarget.value))}
    />
  );
}

const columns: readonly Column<ShownLine>[] = [
  numberColumn(({ line }) => line.row),
  {
    id: 'what',
    header: t.line.what,
    value: ({ line }) => t.kinds[line.kind],
    onPhone: 'line',
    plain: ({ line }) => t.kinds[line.kind],
    cell: ({ line }) => (
      <Words>
        {t.kinds[line.kind]}
        <Soft>{line.reference}</Soft>
        <Soft>{line.description}</Soft>
        {line.on ? <Soft>{formatDate(line.on)}</Soft> : null}
      </Words>
    ),
  },
  {
    id: 'amount',
    header: t.line.amount,
    value: ({ line }) => (line.net === null ? '' : formatMoney(line.net, line.currency)),
    cell: ({ line }) => <Line>{line.net === null ? '' : formatMoney(line.net, line.currency)}</Line>,
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

const filters: readonly Filter<ShownLine>[] = [
  {
    id: 'open',
    label: t.toLookAt,
    is: ({ line: { state }, chosen }) => state === 'open' || state === 'unreadable' || chosen !== undefined,
    isFirst: true,
  },
];

interface LinesProps {
  lines: readonly SettlementLine[];
  /** The payments that a person chose, by row. */
  choices: ReadonlyMap<number, string>;
  isBusy: boolean;
  onChoose: (row: number, paymentId: string) => void;
}

/** Every row of the file with what explains it, those first that need a look. */
export function Lines({ lines, choices, isBusy, onChoose }: LinesProps) {
  const candidatesOf = (each: ShownLine) => <Candidates shown={each} isBusy={isBusy} onChoose={onChoose} />;
  return (
    <ImportRows
      label={t.lines}
      columns={columns}
      rows={lines.map((line) => ({ line, chosen: choices.get(line.row) }))}
      rowId={({ line }) => String(line.row)}
      filters={filters}
      rowActions={candidatesOf}
    />
  );
}
