import { receipts, type ReceiptRow } from '@gurukul/contract/receipts';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { receiptsTexts } from '#web/texts/receipts.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';

const t = receiptsTexts.voiding;

interface VoidFormProps {
  receipt: ReceiptRow;
  onDone: () => void;
}

function VoidForm({ receipt: { receipt_id, number }, onDone }: VoidFormProps) {
  const [reason, setReason] = useState('');
  const [hasTried, setTried] = useState(false);
  const [error, setError] = useState('');
  const act = useAction(receipts.void_receipt);
  const isMissing = reason.trim() === '';

  const submit = async () => {
    setTried(true);
    setError('');
    if (isMissing) return;
    try {
      await act.run({ receipt_id, reason });
      toast.success(t.done({ number }));
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };

  return (
    <FormShell
      ends
      onSubmit={() => void submit()}
      submitLabel={t.submit}
      busyLabel={t.busy}
      isPending={act.isPending}
      error={error}
    >
      <Text>{t.lead}</Text>
      <TextInput
        label={t.reason}
        description={t.reasonHint}
        value={reason}
        maxLength={200}
        autoComplete="off"
        required
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
        error={hasTried && isMissing ? t.reasonMissing : null}
      />
    </FormShell>
  );
}

interface VoidDialogProps extends VoidFormProps {
  isOpen: boolean;
  onClose: () => void;
}

export const VoidDialog = ({ isOpen, onClose, onDone, receipt }: VoidDialogProps) => (
  <Dialog opened={isOpen} onClose={onClose} title={t.title({ number: receipt.number })}>
    <VoidForm receipt={receipt} onDone={onDone} />
  </Dialog>
);
