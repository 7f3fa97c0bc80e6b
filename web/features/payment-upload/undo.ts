import { paymentUpload, type SavedUpload } from '@gurukul/contract/payment-upload';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = paymentUploadTexts.undo;

/** The toast about an upload; it goes when it is undone elsewhere. */
export const aboutUpload = (importId: number) => `upload ${importId}`;

/** Takes an upload back as a whole, after asking. */
export function useUploadUndo() {
  const { run, isPending } = useAction(paymentUpload.payments_undo);

  const undo = async ({ id, file_name }: Pick<SavedUpload, 'id' | 'file_name'>) => {
    if (isPending || !(await confirm(t.question({ file: file_name }), { title: t.title }))) return;
    try {
      const { data } = await run({ import_id: id });
      toast.forget(aboutUpload(id));
      toast.success(t.done({ removed: formatNumber(data.removed), restored: formatNumber(data.restored) }));
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };

  return { undo, isPending };
}
