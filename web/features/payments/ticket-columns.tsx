import { ticketSorts, type TicketRow } from '@gurukul/contract/payments';
import { paymentsTexts } from '#web/texts/payments.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import classes from './money-columns.module.css';
import { amountColumn, momentColumn, paymentIdColumn } from './money-columns.tsx';
import { TicketStatus } from './money-status.tsx';

const t = paymentsTexts.tickets.columns;

const columns: readonly Column<TicketRow>[] = [
  {
    id: 'name',
    header: t.name,
    value: (row) => row.name,
    cell: (row) => <span className={classes.text}>{row.name}</span>,
  },
  {
    id: 'email',
    header: t.email,
    value: (row) => row.email,
    cell: (row) => (
      <span className={classes.email}>
        <EmailText address={row.email} />
      </span>
    ),
  },
  {
    id: 'phone',
    header: t.phone,
    value: (row) => row.phone,
    cell: (row) => (row.phone ? <span className={classes.line}>{row.phone}</span> : null),
  },
  {
    id: 'course_type',
    header: t.courseType,
    value: (row) => row.course_type,
    cell: (row) => (row.course_type ? <span className={classes.text}>{row.course_type}</span> : null),
  },
  {
    id: 'registration_code',
    header: t.code,
    value: (row) => row.registration_code,
    cell: (row) => <span className={classes.line}>{row.registration_code}</span>,
  },
  momentColumn(t.date),
  { id: 'adult', header: t.adult, value: (row) => row.adult, align: 'end' },
  { id: 'child', header: t.child, value: (row) => row.child, align: 'end' },
  amountColumn(t.amount),
  paymentIdColumn(t.paymentId),
  {
    id: 'status',
    header: t.status,
    value: (row) => row.status,
    cell: (row) => <TicketStatus status={row.status} />,
  },
];

const sorted: ReadonlySet<string> = new Set(ticketSorts);
export const ticketColumns = columns.map((column) => ({ ...column, sortable: sorted.has(column.id) }));
