import { intake } from '@gurukul/contract/intake';
import { Button, Modal } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { refusalOf } from '#web/api/errors.ts';
import { useAction } from '#web/api/use-action.ts';
import { intakeTexts } from '#web/texts/intake.ts';
import { NewKeyForm, type NewKeyFields } from './new-key-form.tsx';
import { ToldKey, type MadeKey } from './told-key.tsx';

const t = intakeTexts;

/** "New key", with the dialog that makes one and tells it this once. */
export function NewKeyButton() {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<MadeKey | null>(null);
  const [failure, setFailure] = useState('');
  const create = useAction(intake.create_key, { refreshes: [intake.keys] });

  const close = () => {
    if (create.isPending) return;
    setOpen(false);
    setMade(null);
    setFailure('');
    // The answer holds the key, too.
    create.reset();
  };

  const make = async ({ name, scopes }: NewKeyFields) => {
    setFailure('');
    try {
      const { data } = await create.run({ name: name.trim(), scopes });
      setMade({ ...data, name: name.trim(), scopes });
    } catch (error) {
      setFailure(refusalOf(error, t.create.failed));
    }
  };

  return (
    <>
      <Button leftSection={<IconPlus aria-hidden size={18} />} onClick={() => setOpen(true)}>
        {t.create.open}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={made ? t.told.title(made.name) : t.create.open}
        size="lg"
        // What is told once is not lost by a click or a key too many.
        closeOnClickOutside={made === null}
        closeOnEscape={made === null}
      >
        {made ? (
          <ToldKey made={made} onDone={close} />
        ) : (
          <NewKeyForm
            onSubmit={(fields) => void make(fields)}
            isPending={create.isPending}
            error={failure}
            onCancel={close}
          />
        )}
      </Modal>
    </>
  );
}
