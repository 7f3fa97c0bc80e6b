import { paymentSorts, type PaymentRow } from '@gurukul/contract/payments';
import { paymentsTexts } from '#web/texts/payments.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { nameColumn } from '#web/ui/table/name-column.tsx';
import { amountColumn, momentColumn, paymentIdColumn } from './money-columns.tsx';
import { MoneyStatus } from './money-status.tsx';

const t = paymentsTexts.columns;

const columns: readonly Column<PaymentRow>[] = [
  {
    id: 'full_name',
    header: t.name,
    value: (row) => row.full_name,
    cut: 7,
  },
  {
    id: 'email_id',
    header: t.email,
    value: (row) => row.email_id,
    cut: 5.5,
  },
  {
    id: 'phone_number',
    header: t.phone,
    value: (row) => row.phone_number,
    cut: 5.25,
  },
  {
    id: 'course_name',
    header: t.course,
    ...nameColumn(
      'course',
      (row) => row.course_id,
      (row) => row.course_name,
    ),
    cut: 5.5,
    onPhone: 'line',
  },
  paymentIdColumn(t.paymentId),
  momentColumn(t.date),
  amountColumn(t.amount),
  {
    id: 'status',
    header: t.status,
    value: (row) => row.status,
    cell: (row) => <MoneyStatus status={row.status} />,
    cut: 5,
    onPhone: 'end',
  },
  { id: 'receipt', header: t.receipt, value: (row) => row.receipt, cut: 5 },
];

/** The server sends one page in its own order: only what it sorts by can be sorted here. */
const sorted: ReadonlySet<string> = new Set(paymentSorts);
export const paymentColumns = columns.map((column) => ({ ...column, sortable: sorted.has(column.id) }));
