import { ticketSorts, type TicketRow } from '@gurukul/contract/payments';
import { paymentsTexts } from '#web/texts/payments.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import type { Column } from '#web/ui/table/data-table.tsx';
import { amountColumn, momentColumn, paymentIdColumn } from './money-columns.tsx';
import { TicketStatus } from './money-status.tsx';

const t = paymentsTexts.tickets.columns;

const columns: readonly Column<TicketRow>[] = [
  {
    id: 'name',
    header: t.name,
    value: (row) => row.name,
    width: '14rem',
  },
  {
    id: 'email',
    header: t.email,
    value: (row) => row.email,
    cell: ({ email }) => <EmailText address={email} />,
    under: 'name',
  },
  {
    id: 'phone',
    header: t.phone,
    value: (row) => row.phone,
  },
  {
    id: 'course_type',
    header: t.courseType,
    value: (row) => row.course_type,
    onPhone: 'line',
  },
  {
    id: 'registration_code',
    header: t.code,
    value: (row) => row.registration_code,
    under: 'course_type',
  },
  momentColumn(t.date),
  { id: 'adult', header: t.adult, value: (row) => row.adult, align: 'end' },
  { id: 'child', header: t.child, value: (row) => row.child, align: 'end' },
  amountColumn(t.amount),
  { ...paymentIdColumn(t.paymentId), under: 'amount' },
  {
    id: 'status',
    header: t.status,
    value: (row) => row.status,
    cell: (row) => <TicketStatus status={row.status} />,
    onPhone: 'end',
  },
];

const sorted: ReadonlySet<string> = new Set(ticketSorts);
export const ticketColumns = columns.map((column) => ({ ...column, sortable: sorted.has(column.id) }));
