import { intake } from '@gurukul/contract/intake';
import { Button, Modal } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '#web/api/errors.ts';
import { useSealedAction } from '#web/api/sealing.ts';
import { inLanguage } from '#web/texts/catalogue.ts';
import { intakeTexts } from '#web/texts/intake.ts';
import { NewKeyForm, type NewKeyFields } from './new-key-form.tsx';
import { ToldKey, type MadeKey } from './told-key.tsx';

const t = intakeTexts;

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

  const make = async ({ name, scopes, password }: NewKeyFields) => {
    setFailure('');
    try {
      const { data, error } = await create.run(async (seal) => ({
        name: name.trim(),
        scopes,
        password: await seal(password),
      }));
      if (data) {
        setMade({ ...data, name: name.trim(), scopes });
        await client.invalidateQueries({ queryKey: [intake.keys.path] });
      } else setFailure(inLanguage(error ?? t.create.failed));
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
