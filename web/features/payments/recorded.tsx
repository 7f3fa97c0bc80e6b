import { receipts, type ReceiptRow } from '@gurukul/contract/receipts';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useReceiptActions } from '#web/features/receipts/use-receipt-actions.ts';
import { useSpelling } from '#web/features/receipts/use-spelling.tsx';
import { paymentByHandTexts } from '#web/texts/payment-by-hand.ts';
import { receiptsTexts } from '#web/texts/receipts.ts';
import { texts } from '#web/texts/texts.ts';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = paymentByHandTexts.record;

function GivenReceipt({ receipt }: { receipt: ReceiptRow }) {
  const { download, send, isDownloading, isSending } = useReceiptActions(receipt);
  const words = receiptsTexts.actions;
  return (
    <>
      <output>{receiptsTexts.card.issued({ number: receipt.number })}</output>
      <DialogFoot leave={texts.ui.close}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the button was that was pressed */}
        <Button autoFocus aria-busy={isDownloading} onClick={() => void download()}>
          {isDownloading ? words.downloading : words.download}
        </Button>
        <Button variant="default" aria-busy={isSending} onClick={() => void send()}>
          {isSending ? words.sending : words.send}
        </Button>
      </DialogFoot>
    </>
  );
}

interface RecordedProps {
  payment: { readonly id: number; readonly text: string };
}

/** What was recorded, and the receipt that the payer may want. */
export function Recorded({ payment }: RecordedProps) {
  const issuing = useAction(receipts.issue_receipt);
  const [receipt, setReceipt] = useState<ReceiptRow | null>(null);
  const { makeSpelled, spelling } = useSpelling();
  const issue = async () => {
    if (issuing.isPending) return;
    try {
      await makeSpelled(async (spelled) =>
        setReceipt((await issuing.run({ payment_id: payment.id, ...spelled })).data),
      );
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };
  return (
    <Stack>
      <Text>{payment.text}</Text>
      {receipt ? (
        <GivenReceipt receipt={receipt} />
      ) : (
        <DialogFoot leave={texts.ui.close}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the form was that was sent */}
          <Button autoFocus aria-busy={issuing.isPending} onClick={() => void issue()}>
            {t.receipt}
          </Button>
        </DialogFoot>
      )}
      {spelling}
    </Stack>
  );
}
