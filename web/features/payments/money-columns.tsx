import { voidStatus } from '@gurukul/contract/payments';
import { formatMoney } from '#web/lib/format/format.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import classes from './money-columns.module.css';
import { MoneyMoment } from './money-moment.tsx';

/** What payments and tickets have in common. */
interface MoneyRow {
  readonly payment_id: string;
  readonly created_at: string;
  readonly amount: string;
  readonly currency: string | null;
}

/** A row that was declared void is struck through. */
export const isVoid = ({ status }: { readonly status: string }) => status === voidStatus;

export const paymentIdColumn = (header: string): Column<MoneyRow> => ({
  id: 'payment_id',
  header,
  value: (row) => row.payment_id,
});

export const momentColumn = (header: string): Column<MoneyRow> => ({
  id: 'created_at',
  header,
  value: (row) => row.created_at,
  cell: (row) => <MoneyMoment instant={row.created_at} />,
  onPhone: 'line',
});

export const amountColumn = (header: string): Column<MoneyRow> => ({
  id: 'amount',
  header,
  value: (row) => row.amount,
  cell: (row) => <span className={classes.line}>{formatMoney(row.amount, row.currency)}</span>,
  align: 'end',
  onPhone: 'end',
});
