import { intake } from '@gurukul/contract/intake';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { useSealedAction } from '#web/calls/sealing.ts';
import { intakeTexts } from '#web/texts/intake.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { sentLimits } from './key-limits.tsx';
import { NewKeyForm, type NewKeyFields } from './new-key-form.tsx';
import { ToldKey, type MadeKey } from './told-key.tsx';

const t = intakeTexts;

const stay = () => undefined;

/** "New key", with the dialog that makes one and tells it this once. */
export function NewKeyButton() {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<MadeKey | null>(null);
  const [failure, setFailure] = useState('');
  const create = useSealedAction(intake.create_key);
  const client = useQueryClient();

  const close = () => {
    if (create.isPending) return;
    setOpen(false);
    setMade(null);
    setFailure('');
  };

  const make = async ({ name, scopes, limits, password }: NewKeyFields) => {
    setFailure('');
    try {
      const answer = await create.run(async (seal) => ({
        name: name.trim(),
        scopes,
        ...sentLimits(limits),
        password: await seal(password),
      }));
      if (answer.data) {
        setMade({ ...answer.data, name: name.trim(), scopes });
        await client.invalidateQueries({ queryKey: [intake.keys.path] });
      } else setFailure(failureIn(answer, t.create.failed));
    } catch (error) {
      setFailure(refusalOf(error, t.create.failed));
    }
  };

  return (
    <>
      <Button leftSection={<IconPlus aria-hidden size={18} />} onClick={() => setOpen(true)}>
        {t.create.open}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={close}
        title={made ? t.told.title({ name: made.name }) : t.create.open}
        size="lg"
        // What is told once is not lost by a click, a key or a Back too many.
        closeOnClickOutside={made === null}
        closeOnEscape={made === null}
        onBack={made === null ? close : stay}
      >
        {made ? (
          <ToldKey made={made} onDone={close} />
        ) : (
          <NewKeyForm onSubmit={(fields) => void make(fields)} isPending={create.isPending} error={failure} />
        )}
      </Dialog>
    </>
  );
}
