import { Button, type ButtonProps } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useState } from 'react';
import { paymentsTexts } from '#web/texts/payments.ts';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import { loadRecordPayment } from './load-record-payment.ts';
import type { Student } from './written-payment.ts';

interface RecordButtonProps extends Pick<ButtonProps, 'variant'> {
  student?: Student;
}

/** Opens the form of a payment, which is loaded when it is wanted. */
export function RecordButton({ student, ...look }: RecordButtonProps) {
  const { part, prepare, want } = useOnFirstUse(loadRecordPayment);
  const [isOpen, setOpen] = useState(false);
  const open = async () => setOpen(await want());
  return (
    <>
      <Button
        {...look}
        leftSection={<IconCash aria-hidden size={18} />}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
      >
        {paymentsTexts.record}
      </Button>
      {part ? <part.Dialog isOpen={isOpen} onClose={() => setOpen(false)} student={student ?? null} /> : null}
    </>
  );
}
