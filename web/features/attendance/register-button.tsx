import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import type * as register from './blank-register.tsx';

const t = classPageTexts.register;

interface Loaded {
  readonly Sheet: typeof register.BlankRegister;
  readonly sheet: register.RegisterSheet;
}

/** Prints a blank register of a class with one press. */
export function RegisterButton({ of }: { of: register.RegisterClass }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [isLoading, setLoading] = useState(false);
  const done = useCallback(() => setLoaded(null), []);
  const press = async () => {
    if (isLoading) return;
    setLoading(true);
    try {
      const { BlankRegister, loadRegister } = await import('./blank-register.tsx');
      setLoaded({ Sheet: BlankRegister, sheet: await loadRegister(of) });
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      <Button
        variant="default"
        title={t.hint}
        leftSection={<IconPrinter aria-hidden size={18} />}
        aria-busy={isLoading}
        onClick={() => void press()}
      >
        {isLoading ? texts.ui.loading : t.print}
      </Button>
      {loaded ? <loaded.Sheet of={of} sheet={loaded.sheet} onDone={done} /> : null}
    </>
  );
}
