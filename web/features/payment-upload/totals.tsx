import type { MoneyOfStatus, PaymentPreview } from '@gurukul/contract/shared/money/payment-preview';
import { Table, Text } from '@mantine/core';
import { formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { Figures } from '../spreadsheets/figures.tsx';
import { MoneyStatus } from '../payments/money-status.tsx';
import classes from './totals.module.css';

const t = paymentUploadTexts.check;
const m = t.money;

/** A line for each currency. */
const Amounts = ({ sums }: { sums: readonly MoneyOfStatus[] }) =>
  sums.length === 0
    ? m.none
    : sums.map(({ currency, amount, count }) => (
        <div key={currency}>
          {formatMoney(amount, currency)}
          <span className={classes.count}>{m.count(formatNumber(count), count === 1)}</span>
        </div>
      ));

const ofStatus = (sums: readonly MoneyOfStatus[], status: string) =>
  sums.filter((each) => each.status === status);

/** How much the file speaks of, and how much of it would be saved. */
function Money({ file, saved }: PaymentPreview['money']) {
  const statuses = new Set([...file, ...saved].map(({ status }) => status));
  return (
    <Table className={classes.money} aria-label={m.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{m.status}</Table.Th>
          <Table.Th scope="col">{m.file}</Table.Th>
          <Table.Th scope="col">{m.saved}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {Array.from(statuses, (status) => (
          <Table.Tr key={status}>
            <Table.Th scope="row">{status === '' ? m.none : <MoneyStatus status={status} />}</Table.Th>
            <Table.Td>
              <Amounts sums={ofStatus(file, status)} />
            </Table.Td>
            <Table.Td>
              <Amounts sums={ofStatus(saved, status)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** What the upload comes to, in rows and in money. */
export function PaymentUploadTotals({ totals, money }: Pick<PaymentPreview, 'totals' | 'money'>) {
  const { rows, created, updated, skipped, rejected, without_student: nobody } = totals;
  return (
    <>
      <Figures
        figures={[
          { id: 'created', label: t.figures.created, hint: t.hints.created, value: created },
          { id: 'updated', label: t.figures.updated, hint: t.hints.updated, value: updated },
          { id: 'skipped', label: t.figures.skipped, hint: t.hints.skipped, value: skipped },
          { id: 'rejected', label: t.figures.rejected, hint: t.hints.rejected, value: rejected },
        ]}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {t.sum(formatNumber(rows), rows === 1)}{' '}
        {nobody > 0 ? t.withoutStudent(formatNumber(nobody), nobody === 1) : null}
      </Text>
      <Money {...money} />
    </>
  );
}
