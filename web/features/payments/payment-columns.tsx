import { paymentSorts, type PaymentRow } from '@gurukul/contract/payments';
import { paymentsTexts } from '#web/texts/payments.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import classes from './money-columns.module.css';
import { amountColumn, momentColumn, paymentIdColumn } from './money-columns.tsx';
import { MoneyStatus } from './money-status.tsx';

const t = paymentsTexts.columns;

const columns: readonly Column<PaymentRow>[] = [
  {
    id: 'full_name',
    header: t.name,
    value: (row) => row.full_name,
    cell: (row) => <span className={classes.text}>{row.full_name}</span>,
  },
  {
    id: 'email_id',
    header: t.email,
    value: (row) => row.email_id,
    cell: (row) =>
      row.email_id ? (
        <span className={classes.email}>
          <EmailText address={row.email_id} />
        </span>
      ) : null,
  },
  {
    id: 'phone_number',
    header: t.phone,
    value: (row) => row.phone_number,
    cell: (row) => (row.phone_number ? <span className={classes.line}>{row.phone_number}</span> : null),
  },
  {
    id: 'course_name',
    header: t.course,
    value: (row) => row.course_name,
    cell: (row) => <span className={classes.text}>{row.course_name}</span>,
  },
  paymentIdColumn(t.paymentId),
  momentColumn(t.date),
  amountColumn(t.amount),
  {
    id: 'status',
    header: t.status,
    value: (row) => row.status,
    cell: (row) => <MoneyStatus status={row.status} />,
  },
];

/** The server sends one page in its own order: only what it sorts by can be sorted here. */
const sorted: ReadonlySet<string> = new Set(paymentSorts);
export const paymentColumns = columns.map((column) => ({ ...column, sortable: sorted.has(column.id) }));
