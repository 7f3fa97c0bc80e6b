import type { MoneyOfStatus, PaymentPreview } from '@gurukul/contract/shared/money/payment-preview';
import { Table, Text } from '@mantine/core';
import { formatMoney } from '#web/lib/format/format.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { Figures } from '../imports/figures.tsx';
import { Soft } from '../imports/import-rows.tsx';
import { MoneyStatus } from '../payments/money-status.tsx';

const t = paymentUploadTexts.check;
const m = t.money;

/** A line for each currency. */
const Amounts = ({ sums }: { sums: readonly MoneyOfStatus[] }) =>
  sums.length === 0
    ? m.none
    : sums.map(({ currency, amount, count }) => (
        <div key={currency}>
          {formatMoney(amount, currency)}
          <Soft>{m.count({ count })}</Soft>
        </div>
      ));

const ofStatus = (sums: readonly MoneyOfStatus[], status: string) =>
  sums.filter((each) => each.status === status);

/** How much the file speaks of, and how much of it would be saved. */
function Money({ file, saved }: PaymentPreview['money']) {
  const statuses = new Set([...file, ...saved].map(({ status }) => status));
  return (
    <Table w="auto" maw="100%" mt="md" aria-label={m.table}>
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
export function PaymentUploadTotals({
  totals,
  money,
  refunds: { told, untold },
}: Pick<PaymentPreview, 'totals' | 'money' | 'refunds'>) {
  const { rows, without_student: nobody } = totals;
  return (
    <>
      <Figures
        figures={(['created', 'updated', 'skipped', 'rejected'] as const).map((id) => ({
          id,
          label: t.figures[id],
          hint: t.hints[id],
          value: totals[id],
        }))}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {t.sum({ count: rows })} {nobody > 0 ? t.withoutStudent({ count: nobody }) : null}
      </Text>
      {told + untold > 0 ? (
        <Text size="sm" mt="xs">
          {t.refundsTold({ count: told })} {untold > 0 ? t.refundsUntold({ count: untold }) : null}
        </Text>
      ) : null}
      <Money {...money} />
    </>
  );
}
