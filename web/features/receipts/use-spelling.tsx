import type { Spelling } from '@gurukul/contract/receipts';
import type { Unprintable } from '@gurukul/contract/shared/words/errors';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf, refusedWith } from '#web/calls/errors.ts';
import { receiptsTexts } from '#web/texts/receipts.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';

const t = receiptsTexts.spelling;

/** Makes a document with these spellings. */
type Make = (spelled: { spelled?: Spelling[] }) => Promise<void>;

interface Question {
  readonly unprintable: readonly Unprintable[];
  readonly make: Make;
}

function SpellingForm({ unprintable, make, onDone }: Question & { onDone: () => void }) {
  const [spellings, setSpellings] = useState(() =>
    unprintable.map(({ text, printable }): Spelling => ({ text, as: printable })),
  );
  const [hasTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState('');
  const submit = async () => {
    setTried(true);
    setError('');
    if (isPending || spellings.some(({ as }) => as.trim() === '')) return;
    setPending(true);
    try {
      await make({ spelled: spellings });
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    } finally {
      setPending(false);
    }
  };
  return (
    <FormShell
      onSubmit={() => void submit()}
      submitLabel={t.submit}
      busyLabel={t.busy}
      isPending={isPending}
      error={error}
    >
      <Text>{t.lead}</Text>
      {spellings.map(({ text, as }, index) => (
        <TextInput
          key={text}
          label={text}
          value={as}
          maxLength={1000}
          autoComplete="off"
          required
          data-autofocus={index === 0 || undefined}
          onChange={({ currentTarget: { value } }) =>
            setSpellings((all) => all.map((each) => (each.text === text ? { text, as: value } : each)))
          }
          error={hasTried && as.trim() === '' ? t.missing : null}
        />
      ))}
    </FormShell>
  );
}

/** Makes a document. If letters of it cannot be printed, it asks for another spelling, and makes it with that one. */
export function useSpelling() {
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  return {
    makeSpelled: async (make: Make) => {
      try {
        await make({});
      } catch (error) {
        const unprintable = refusedWith(error, 'receipt_letters')?.unprintable;
        if (unprintable === undefined) throw error;
        setQuestion({ unprintable, make });
      }
    },
    spelling: (
      <Dialog opened={question !== null} onClose={close} title={t.title}>
        {question === null ? null : <SpellingForm {...question} onDone={close} />}
      </Dialog>
    ),
  };
}
