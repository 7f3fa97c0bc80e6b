import { paymentSorts, type PaymentRow } from '@gurukul/contract/payments';
import { officeZone } from '#web/lib/constants.ts';
import { formatAmount, formatDateTime } from '#web/lib/format.ts';
import { texts } from '#web/texts/texts.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import classes from './money-columns.module.css';
import { MoneyMoment } from './money-moment.tsx';
import { MoneyStatus } from './money-status.tsx';

const t = texts.payments.columns;

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
  {
    id: 'payment_id',
    header: t.paymentId,
    value: (row) => row.payment_id,
    cell: (row) => <span className={classes.id}>{row.payment_id}</span>,
  },
  {
    id: 'created_at',
    header: t.date,
    value: (row) => row.created_at,
    exported: (row) => formatDateTime(row.created_at, officeZone),
    cell: (row) => <MoneyMoment instant={row.created_at} />,
  },
  {
    id: 'amount',
    header: t.amount,
    value: (row) => row.amount,
    // A number, so that a spreadsheet adds it up; with twelve digits it is exact.
    exported: (row) => Number(row.amount),
    cell: (row) => <span className={classes.line}>{formatAmount(row.amount)}</span>,
    align: 'end',
  },
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
