import type { MoneyOfStatus, PaymentCounts } from '@gurukul/contract/shared/money/payment-preview';
import { formatMoney } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { ImportDone } from '../imports/import-done.tsx';
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
  const amounts = money.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ');
  return (
    <ImportDone
      title={import_id === null ? t.nothing : isUndone ? t.undone : t.title}
      order={3}
      note={import_id === null || isUndone ? null : t.money({ amount: amounts, count })}
      figures={
        isUndone
          ? []
          : (['created', 'updated', 'skipped', 'rejected'] as const).map((id) => ({
              id,
              label: t.figures[id],
              value: totals[id],
            }))
      }
      list={{ href: session.role === 'admin' ? paths.payments : paths.payment, label: t.toList }}
      onAgain={onAgain}
    >
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
    </ImportDone>
  );
}
