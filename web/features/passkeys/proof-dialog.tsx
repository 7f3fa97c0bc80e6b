import { passkeys } from '@gurukul/contract/passkeys';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { proofQuestion } from '#web/calls/proof.ts';
import { useSealedAction } from '#web/calls/sealing.ts';
import { passkeysTexts } from '#web/texts/passkeys.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { useOpenedAfterwards } from '#web/ui/use-on-first-use.ts';

const t = passkeysTexts.proof;

const cancel = () => proofQuestion.settle(false);

function ProofForm() {
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const prove = useSealedAction(passkeys.prove);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The dialog lies above the form whose call was refused. React would pass the event on to that form.
    event.stopPropagation();
    if (prove.isPending) return;
    setFailure('');
    try {
      const answer = await prove.run(async (seal) => ({ password: await seal(password) }));
      if (answer.message !== 'failed') return proofQuestion.settle(true);
      setFailure(failureIn(answer));
      field.current?.select();
    } catch (error) {
      setFailure(refusalOf(error, texts.errors.wentWrong));
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        {failure ? (
          <Alert role="alert" color="red" variant="light">
            {failure}
          </Alert>
        ) : null}
        <Text c="dimmed">{t.why}</Text>
        <PasswordField
          ref={field}
          label={t.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          data-autofocus
          required
        />
        <Group gap="sm">
          <ActionButton
            type="submit"
            disabledReason={password ? '' : t.missing}
            remedy={{ label: t.password, follow: () => field.current?.focus() }}
            aria-busy={prove.isPending}
          >
            {prove.isPending ? t.busy : t.go}
          </ActionButton>
          <Button variant="default" aria-disabled={prove.isPending} onClick={cancel}>
            {t.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Asks the person to show that it is still them. */
export function ProofDialog() {
  return (
    <Dialog
      opened={useOpenedAfterwards(true)}
      onClose={cancel}
      title={t.title}
      closeButtonProps={{ 'aria-label': texts.ui.close }}
    >
      <ProofForm />
    </Dialog>
  );
}
