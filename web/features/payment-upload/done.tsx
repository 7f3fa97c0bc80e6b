import type { MoneyOfStatus, PaymentCounts } from '@gurukul/contract/shared/money/payment-preview';
import { Button, Group, Text } from '@mantine/core';
import { formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { FocusedTitle } from '#web/ui/focused-title.tsx';
import { linkTo } from '#web/ui/link.tsx';
import { Figures } from '../spreadsheets/figures.tsx';
import { reasonAgainstUndo, useRecentUploads } from './recent.tsx';
import { useUploadUndo } from './undo.ts';

const t = paymentUploadTexts.done;

/** What was done. */
export interface UploadResult {
  readonly file_name: string;
  /** null: there was nothing to save. */
  readonly import_id: number | null;
  readonly totals: PaymentCounts;
  readonly money: readonly MoneyOfStatus[];
}

const paymentList = () => (session.role === 'admin' ? paths.payments : paths.payment);

interface PaymentUploadDoneProps {
  result: UploadResult;
  onAgain: () => void;
}

/** Step 4: what was done, and the way back. */
export function PaymentUploadDone({ result, onAgain }: PaymentUploadDoneProps) {
  const { file_name, import_id, totals, money } = result;
  const uploads = useRecentUploads();
  const { undo, isPending } = useUploadUndo();
  const upload = uploads.data?.data.find(({ id }) => id === import_id);
  const count = money.reduce((total, sum) => total + sum.count, 0);
  const isUndone = Boolean(upload?.undone_at);
  return (
    <>
      <FocusedTitle order={3}>{import_id === null ? t.nothing : isUndone ? t.undone : t.title}</FocusedTitle>
      {import_id === null || isUndone ? null : (
        <Text mb="md">
          {t.money(
            money.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + '),
            formatNumber(count),
            count === 1,
          )}
        </Text>
      )}
      {isUndone ? null : (
        <Figures
          figures={[
            { id: 'created', label: t.figures.created, value: totals.created },
            { id: 'updated', label: t.figures.updated, value: totals.updated },
            { id: 'skipped', label: t.figures.skipped, value: totals.skipped },
            { id: 'rejected', label: t.figures.rejected, value: totals.rejected },
          ]}
        />
      )}
      <Group gap="sm" mt="lg">
        <Button renderRoot={linkTo(paymentList())}>{t.toList}</Button>
        <Button variant="default" onClick={onAgain}>
          {t.again}
        </Button>
        {import_id === null ? null : (
          <ActionButton
            variant="default"
            disabledReason={upload ? reasonAgainstUndo(upload) : null}
            aria-disabled={isPending || undefined}
            onClick={() => void undo({ id: import_id, file_name })}
          >
            {paymentUploadTexts.undo.label}
          </ActionButton>
        )}
      </Group>
    </>
  );
}
