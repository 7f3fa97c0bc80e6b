import { Button } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useState } from 'react';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import type { ChargeTarget } from './charge-dialog.tsx';

const load = async () => (await import('./charge-dialog.tsx')).ChargeDialog;

interface ChargeButtonProps {
  target: ChargeTarget;
  label?: string;
}

/** Opens the dialog that charges students of a course. */
export function ChargeButton({ target, label = ledgerTexts.actions.chargeStudents }: ChargeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { part: ChargeDialog, prepare, want } = useOnFirstUse(load);
  const open = async () => {
    if (await want()) setOpen(true);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCoins aria-hidden size={18} />}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
      >
        {label}
      </Button>
      {ChargeDialog ? (
        <ChargeDialog key={String(isOpen)} target={target} isOpen={isOpen} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
