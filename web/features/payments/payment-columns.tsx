import { paymentSorts, type PaymentRow } from '@gurukul/contract/payments';
import { isNothing } from '@gurukul/contract/shared/money/money';
import { formatMoney } from '#web/lib/format/format.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { nameColumn } from '#web/ui/table/name-column.tsx';
import classes from './money-columns.module.css';
import { amountColumn, isVoid, momentColumn, paymentIdColumn } from './money-columns.tsx';
import { MoneyStatus } from './money-status.tsx';

const t = paymentsTexts.columns;

/** What came, and below it what went back. Of a void payment nothing came. */
function Amount({ row }: { row: PaymentRow }) {
  const { amount, currency, refunded } = row;
  const text = formatMoney(amount, currency);
  return (
    <span className={classes.stack}>
      {isVoid(row) ? (
        <del className={classes.void}>{text}</del>
      ) : (
        <span className={classes.line}>{text}</span>
      )}
      {isNothing(refunded) ? null : (
        <span className={classes.soft}>
          {paymentsTexts.wentBack({ amount: formatMoney(refunded, currency) })}
        </span>
      )}
    </span>
  );
}

/** A donation need not have a course. */
const courseColumn = nameColumn<PaymentRow>(
  'course',
  (row) => row.course_id,
  (row) => row.course_name,
);

const columns: readonly Column<PaymentRow>[] = [
  {
    id: 'full_name',
    header: t.name,
    value: (row) => row.full_name,
    cut: 6.5,
  },
  {
    id: 'email_id',
    header: t.email,
    value: (row) => row.email_id,
    cut: 4,
  },
  {
    id: 'phone_number',
    header: t.phone,
    value: (row) => row.phone_number,
    cut: 4.75,
  },
  {
    id: 'course_name',
    header: t.course,
    ...courseColumn,
    cell: (row) =>
      row.kind === 'donation'
        ? paymentsTexts.donationOf({ campaign: row.campaign || 'none' })
        : courseColumn.cell?.(row),
    cut: 5,
    onPhone: 'line',
  },
  paymentIdColumn(t.paymentId),
  momentColumn(t.date),
  { ...amountColumn(t.amount), cell: (row) => <Amount row={row} /> },
  {
    id: 'status',
    header: t.status,
    value: (row) => row.status,
    cell: (row) => (
      <span className={classes.stack}>
        <MoneyStatus status={row.status} />
        {row.void_reason ? <span className={classes.soft}>{row.void_reason}</span> : null}
      </span>
    ),
    cut: 5,
    onPhone: 'end',
  },
  { id: 'receipt', header: t.receipt, value: (row) => row.receipt, cut: 4.5 },
  {
    id: 'method',
    header: t.method,
    value: (row) => row.method && paymentsTexts.methods[row.method],
    cut: 3.5,
  },
];

/** The server sends one page in its own order: only what it sorts by can be sorted here. */
const sorted: ReadonlySet<string> = new Set(paymentSorts);
export const paymentColumns = columns.map((column) => ({ ...column, sortable: sorted.has(column.id) }));
