import { formatMoney } from '#web/lib/format.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import classes from './money-columns.module.css';
import { MoneyMoment } from './money-moment.tsx';
import { paidWhen } from './paid-when.ts';

/** What payments and tickets have in common. */
interface MoneyRow {
  readonly payment_id: string;
  readonly created_at: string;
  readonly amount: string;
  readonly currency: string | null;
}

export const paymentIdColumn = (header: string): Column<MoneyRow> => ({
  id: 'payment_id',
  header,
  value: (row) => row.payment_id,
  cut: 5,
});

export const momentColumn = (header: string): Column<MoneyRow> => ({
  id: 'created_at',
  header,
  value: (row) => row.created_at,
  exported: (row) => paidWhen(row.created_at),
  cell: (row) => <MoneyMoment instant={row.created_at} />,
  cut: 9.5,
  onPhone: 'line',
});

export const amountColumn = (header: string): Column<MoneyRow> => ({
  id: 'amount',
  header,
  value: (row) => row.amount,
  // A number, so that a spreadsheet adds it up; with twelve digits it is exact.
  exported: (row) => Number(row.amount),
  cell: (row) => <span className={classes.line}>{formatMoney(row.amount, row.currency)}</span>,
  align: 'end',
  onPhone: 'end',
});

/** For files: on the screen it stands behind the amount. */
export const currencyColumn: Column<MoneyRow> = {
  id: 'currency',
  header: paymentsTexts.currency,
  value: (row) => row.currency ?? '',
};
