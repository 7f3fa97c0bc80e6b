import { imports, type PaymentUpload } from '@gurukul/contract/imports';
import { payments } from '@gurukul/contract/payments';
import { refusalOf } from '#web/api/errors.ts';
import { useAction } from '#web/api/use-action.ts';
import { formatNumber } from '#web/lib/format.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { texts } from '#web/texts/texts.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { toast } from '#web/ui/toast.tsx';

const t = paymentUploadTexts.undo;

/** The reads that an upload, or taking it back, makes stale. */
export const staleAfterUpload = [
  imports.payments_list,
  payments.get_payment_details,
  payments.get_payment_details_course_admin,
  payments.get_single_payment,
] as const;

/** The toast about an upload; it goes when it is undone elsewhere. */
export const aboutUpload = (importId: number) => `upload ${importId}`;

/** Takes an upload back as a whole, after asking. */
export function useUploadUndo() {
  const { run, isPending } = useAction(imports.payments_undo, { refreshes: staleAfterUpload });

  const undo = async ({ id, file_name }: Pick<PaymentUpload, 'id' | 'file_name'>) => {
    if (isPending || !(await confirm(t.question(file_name), { title: t.title }))) return;
    try {
      const { data } = await run({ import_id: id });
      toast.forget(aboutUpload(id));
      toast.success(t.done(formatNumber(data.removed), formatNumber(data.restored)));
    } catch (error) {
      toast.error(refusalOf(error, texts.errors.wentWrong));
    }
  };

  return { undo, isPending };
}
