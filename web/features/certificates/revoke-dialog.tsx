import { certificates } from '@gurukul/contract/certificates';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { certificatesTexts } from '#web/texts/certificates.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';

const t = certificatesTexts.revoking;

interface RevokeProps {
  id: number;
  number: string;
  onClose: () => void;
}

function RevokeForm({ id, number, onClose }: RevokeProps) {
  const [reason, setReason] = useState('');
  const [hasTried, setTried] = useState(false);
  const [error, setError] = useState('');
  const act = useAction(certificates.revoke);
  const isMissing = reason.trim() === '';
  const submit = async () => {
    setTried(true);
    setError('');
    if (isMissing) return;
    try {
      await act.run({ certificate_id: id, reason });
      toast.success(t.done({ number }));
      onClose();
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

/** Ends the validity of a certificate. Its number stays. */
export const RevokeDialog = (revoked: RevokeProps) => (
  <Dialog opened onClose={revoked.onClose} title={t.title({ number: revoked.number })}>
    <RevokeForm {...revoked} />
  </Dialog>
);
