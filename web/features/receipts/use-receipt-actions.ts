import { pdfType } from '@gurukul/contract/files';
import { receipts, type ReceiptRow } from '@gurukul/contract/receipts';
import { messageOf } from '#web/calls/errors.ts';
import { tellSent } from '#web/calls/tell-sent.ts';
import { useAction } from '#web/calls/use-action.ts';
import { saveFile } from '#web/lib/files/save-file.ts';
import { receiptsTexts } from '#web/texts/receipts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = receiptsTexts.actions;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);

/** Downloading and sending of a receipt. What was given out before counts as seen: the next one is a copy. */
export function useReceiptActions({ receipt_id, given_at }: ReceiptRow) {
  const fetching = useAction(receipts.download_receipt);
  const sending = useAction(receipts.send_receipt);
  const isBusy = fetching.isPending || sending.isPending;

  const guarded = async (action: () => Promise<void>) => {
    if (isBusy) return;
    await action().catch((error: unknown) => toast.error(messageOf(error, t.failed)));
  };
  const download = () =>
    guarded(async () => {
      const { data } = await fetching.run({ receipt_id }, given_at ?? '');
      saveFile(data.file_name, pdfType, bytesOf(data.pdf));
    });
  const send = () =>
    guarded(async () => {
      const answer = await sending.run({ receipt_id }, given_at ?? '');
      const said = answer.is_link_only ? t.sentLink : t.sent;
      tellSent(answer, said({ recipient: answer.data.mail?.recipient ?? '' }));
    });
  return { download, send, isDownloading: fetching.isPending, isSending: sending.isPending };
}
