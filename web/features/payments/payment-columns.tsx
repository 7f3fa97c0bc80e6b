import { paymentSorts, type PaymentRow } from '@gurukul/contract/payments';
import { isNothing } from '@gurukul/contract/shared/money/money';
import { formatMoney } from '#web/lib/format/format.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { nameColumn } from '#web/ui/table/name-column.tsx';
import classes from './money-columns.module.css';
import { amountColumn, isVoid, momentColumn, paymentIdColumn } from './money-columns.tsx';
import { MoneyStatus } from './money-status.tsx';

const t = paymentsTexts.columns;

/**
 * What came, and below it what went back. Of a void payment nothing came. Of a payment for several their share comes
 * first.
 */
function Amount({ row }: { row: PaymentRow }) {
  const { currency, own } = row;
  const { amount, refunded } = own ?? row;
  const text = formatMoney(amount, currency);
  return (
    <span className={classes.stack}>
      {isVoid(row) ? (
        <del className={classes.void}>{text}</del>
      ) : (
        <span className={classes.line}>{text}</span>
      )}
      {own ? (
        <span className={classes.soft}>
          {paymentsTexts.ofAll({ amount: formatMoney(row.amount, currency) })}
        </span>
      ) : null}
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
    width: '14rem',
  },
  {
    id: 'email_id',
    header: t.email,
    value: (row) => row.email_id,
    cell: ({ email_id }) => <EmailText address={email_id ?? ''} />,
    under: 'full_name',
  },
  {
    id: 'phone_number',
    header: t.phone,
    value: (row) => row.phone_number,
    cell: ({ phone_number: phone }) => phone && <span className={classes.line}>{phone}</span>,
  },
  {
    id: 'course_name',
    header: t.course,
    ...courseColumn,
    cell: (row) =>
      row.kind === 'donation'
        ? paymentsTexts.donationOf({ campaign: row.campaign || 'none' })
        : courseColumn.cell?.(row),
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
    onPhone: 'end',
  },
  { id: 'receipt', header: t.receipt, value: (row) => row.receipt, under: 'amount' },
  {
    id: 'method',
    header: t.method,
    value: (row) => row.method && paymentsTexts.methods[row.method],
    under: 'payment_id',
  },
];

/** The server sends one page in its own order: only what it sorts by can be sorted here. */
const sorted: ReadonlySet<string> = new Set(paymentSorts);
export const paymentColumns = columns.map((column) => ({ ...column, sortable: sorted.has(column.id) }));
