import type { SettlementPayout } from '@gurukul/contract/settlements';
import { isNothing } from '@gurukul/contract/shared/money/money';
import { formatAmount, formatDate, formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { inLanguage } from '#web/texts/catalogue.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import classes from './settlements.module.css';

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
  { id: 'captures', header: c.captures, value: (row) => formatAmount(row.captures), align: 'end' },
  {
    id: 'fees',
    header: c.fees,
    value: (row) => formatAmount(row.fees),
    cell: (row) => (
      <>
        {formatAmount(row.fees)}
        {isNothing(row.tax) ? null : <span className={classes.soft}>{t.withTax(formatAmount(row.tax))}</span>}
      </>
    ),
    align: 'end',
  },
  { id: 'refunds', header: c.refunds, value: (row) => formatAmount(row.refunds), align: 'end' },
  { id: 'adjustments', header: c.adjustments, value: (row) => formatAmount(row.adjustments), align: 'end' },
  {
    id: 'payout',
    header: c.paid,
    value: (row) => formatMoney(row.payout, row.currency),
    cell: (row) => <b className={classes.line}>{formatMoney(row.payout, row.currency)}</b>,
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
      <span className={classes.text}>
        {payoutName(payout_id)}
        {utr === '' ? null : <span className={classes.soft}>{utr}</span>}
      </span>
    ),
  },
  {
    id: 'state',
    header: c.state,
    value: ({ state }) => t.states[state],
    cell: ({ state, reason, open }) => (
      <span className={classes.text}>
        <StatusBadge tone={tones[state]}>{t.states[state]}</StatusBadge>
        {reason && state !== 'saved' ? <span className={classes.soft}>{inLanguage(reason)}</span> : null}
        {open > 0 ? (
          <span className={classes.soft}>{t.openLines(formatNumber(open), open === 1)}</span>
        ) : null}
      </span>
    ),
    onPhone: 'line',
    plain: ({ state }) => t.states[state],
  },
  {
    id: 'paid_on',
    header: c.day,
    value: ({ paid_on }) => paid_on,
    cell: ({ paid_on }) => <span className={classes.line}>{formatDate(paid_on)}</span>,
  },
  ...sumColumns,
  {
    id: 'difference',
    header: c.difference,
    value: ({ difference }) => formatAmount(difference),
    cell: ({ difference }) => (
      <span data-wrong={isNothing(difference) ? undefined : true} className={classes.difference}>
        {formatAmount(difference)}
      </span>
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
