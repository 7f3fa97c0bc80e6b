import type { SettlementPayout } from '@gurukul/contract/settlements';
import { isNothing } from '@gurukul/contract/shared/money/money';
import { Text } from '@mantine/core';
import { formatAmount, formatDate, formatMoney } from '#web/lib/format/format.ts';
import { inLanguage } from '#web/texts/refusals.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import { Line, Soft, Words } from '../imports/import-rows.tsx';

const t = settlementsTexts.preview;
const c = t.columns;

const tones: Readonly<Record<SettlementPayout['state'], Tone>> = {
  new: 'good',
  saved: 'calm',
  blocked: 'bad',
  pending: 'warn',
};

/** The number of a payout in words: a statement has none, and so has what is not paid out yet. */
export const payoutName = (payoutId: string) =>
  payoutId === 'statement' ? t.statement : payoutId === '' ? t.noPayout : payoutId;

/** The sums of a payout, which saved ones have too. */
export const sumColumns: readonly Column<
  Pick<SettlementPayout, 'currency' | 'captures' | 'fees' | 'tax' | 'refunds' | 'adjustments' | 'payout'>
>[] = [
  {
    id: 'captures',
    header: c.captures,
    value: (row) => formatAmount(row.captures, row.currency),
    align: 'end',
  },
  {
    id: 'fees',
    header: c.fees,
    value: (row) => formatAmount(row.fees, row.currency),
    cell: (row) => (
      <>
        {formatAmount(row.fees, row.currency)}
        {isNothing(row.tax) ? null : <Soft>{t.withTax({ tax: formatAmount(row.tax, row.currency) })}</Soft>}
      </>
    ),
    align: 'end',
  },
  { id: 'refunds', header: c.refunds, value: (row) => formatAmount(row.refunds, row.currency), align: 'end' },
  {
    id: 'adjustments',
    header: c.adjustments,
    value: (row) => formatAmount(row.adjustments, row.currency),
    align: 'end',
  },
  {
    id: 'payout',
    header: c.paid,
    value: (row) => formatMoney(row.payout, row.currency),
    cell: (row) => (
      <b>
        <Line>{formatMoney(row.payout, row.currency)}</Line>
      </b>
    ),
    align: 'end',
    onPhone: 'end',
  },
];

const columns: readonly Column<SettlementPayout>[] = [
  {
    id: 'payout_id',
    header: c.payout,
    value: ({ payout_id }) => payoutName(payout_id),
    cell: ({ payout_id, utr }) => (
      <Words>
        {payoutName(payout_id)}
        <Soft>{utr}</Soft>
      </Words>
    ),
  },
  {
    id: 'state',
    header: c.state,
    value: ({ state }) => t.states[state],
    cell: ({ state, reason, open }) => (
      <Words>
        <StatusBadge tone={tones[state]}>{t.states[state]}</StatusBadge>
        {reason && state !== 'saved' ? <Soft>{inLanguage(reason)}</Soft> : null}
        {open > 0 ? <Soft>{t.openLines({ count: open })}</Soft> : null}
      </Words>
    ),
    onPhone: 'line',
    plain: ({ state }) => t.states[state],
  },
  {
    id: 'paid_on',
    header: c.day,
    value: ({ paid_on }) => paid_on,
    cell: ({ paid_on }) => <Line>{formatDate(paid_on)}</Line>,
  },
  ...sumColumns,
  {
    id: 'difference',
    header: c.difference,
    value: ({ difference, currency }) => formatAmount(difference, currency),
    cell: ({ difference, currency }) =>
      isNothing(difference) ? (
        <Line>{formatAmount(difference, currency)}</Line>
      ) : (
        <Text span inherit fw={600} c="var(--mantine-color-error)">
          <Line>{formatAmount(difference, currency)}</Line>
        </Text>
      ),
    align: 'end',
  },
];

/** Each payout of the file: payments less fees and refunds, with adjustments, is what was paid out. */
export function Payouts({ payouts }: { payouts: readonly SettlementPayout[] }) {
  const view = useLocalView(10);
  return (
    <DataTable
      label={t.payouts}
      columns={columns}
      rows={payouts}
      rowId={({ payout_id, currency }) => `${payout_id} ${currency}`}
      view={view}
      emptyText={settlementsTexts.list.none}
    />
  );
}
