import { payments, type PaymentDetail } from '@gurukul/contract/payments';
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { paymentByHandTexts } from '#web/texts/payment-by-hand.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';

const t = paymentByHandTexts;

interface ActionProps {
  payment: PaymentDetail;
  isOpen: boolean;
  onClose: () => void;
}

function VoidForm({ payment, onClose }: Omit<ActionProps, 'isOpen'>) {
  const { id, payment_id, full_name } = payment;
  const action = useAction(payments.void_payment);
  const [refusal, setRefusal] = useState('');
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() === '' ? t.reasonMissing : null) },
  });
  const save = async ({ reason }: { reason: string }) => {
    setRefusal('');
    try {
      tellDone(await action.run({ id, reason }), t.void.done({ paymentId: payment_id }), {
        kind: 'changed',
        what: full_name,
      });
      onClose();
    } catch (error) {
      setRefusal(refusalOf(error));
    }
  };
  return (
    <FormShell
      ends
      onSubmit={form.onSubmit((fields) => void save(fields))}
      submitLabel={t.void.submit}
      busyLabel={t.void.busy}
      isPending={action.isPending}
      error={refusal}
    >
      <Text>{t.void.lead}</Text>
      <TextInput
        {...form.getInputProps('reason')}
        label={t.reason}
        maxLength={300}
        autoComplete="off"
        data-autofocus
        required
      />
    </FormShell>
  );
}

/** Asks why a payment is void. */
export function VoidPayment({ payment, isOpen, onClose }: ActionProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t.void.title({ paymentId: payment.payment_id })}>
      <VoidForm payment={payment} onClose={onClose} />
    </Dialog>
  );
}
