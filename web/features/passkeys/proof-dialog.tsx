import { passkeys, type Factors } from '@gurukul/contract/passkeys';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { query } from '#web/calls/client.ts';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { proofQuestion } from '#web/calls/proof.ts';
import { useSealedAction, type Seal } from '#web/calls/sealing.ts';
import { useAttempt } from '#web/calls/use-attempt.ts';
import { accountsTexts } from '#web/texts/accounts.ts';
import { passkeysTexts } from '#web/texts/passkeys.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { beginHere } from '#web/ui/form/form-shell.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { canUsePasskeys, loadAuthenticator } from './can-use-passkeys.ts';

const t = passkeysTexts.proof;
const second = accountsTexts.second;

const cancel = () => proofQuestion.settle(false);

/** The text typed into the field proves the password or, where there is a second factor, is a code. */
function ProofForm({ passkeys: own, has_code_app: hasApp }: Factors) {
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const prove = useSealedAction(passkeys.prove);
  const begin = useAttempt(passkeys.begin_proof);
  const hasFactor = own.length > 0 || hasApp;
  const takesPasskey = own.length > 0 && canUsePasskeys();
  const isPending = prove.isPending || begin.isPending;

  type Proof = Parameters<typeof prove.run>[0];
  const attempt = async (proof: Proof) => {
    setFailure('');
    try {
      const answer = await prove.run(proof);
      if (answer.message !== 'failed') return proofQuestion.settle(true);
      setFailure(failureIn(answer));
      field.current?.select();
    } catch (error) {
      setFailure(refusalOf(error));
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog lies above the form whose call was refused. React would pass the event on to that form.
    event.stopPropagation();
    if (isPending) return;
    const proof = async (seal: Seal) =>
      hasFactor ? { code: typed.trim() } : { password: await seal(typed) };
    void attempt(proof);
  };

  const byPasskey = async () => {
    if (isPending) return;
    setFailure('');
    try {
      const { signByPasskey } = await loadAuthenticator();
      const { options } = await begin.run({});
      const passkey = await signByPasskey(options).catch(() => null);
      if (passkey === null) setFailure(second.notUsed);
      else await attempt(async () => ({ passkey }));
    } catch (error) {
      setFailure(refusalOf(error));
    }
  };

  const label = hasFactor ? second.code : t.password;
  const shared = {
    ref: field,
    label,
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
    'data-autofocus': !takesPasskey,
    required: true,
  };
  return (
    <form ref={beginHere} noValidate onSubmit={submit}>
      <Stack>
        {failure ? (
          <Alert role="alert" color="red" variant="light">
            {failure}
          </Alert>
        ) : null}
        <Text c="dimmed">{t.why}</Text>
        {takesPasskey ? (
          <div>
            <Button data-autofocus aria-busy={isPending} onClick={() => void byPasskey()}>
              {second.byPasskey}
            </Button>
          </div>
        ) : null}
        {hasFactor ? (
          <TextInput
            {...shared}
            description={hasApp ? second.codeHint : second.recoveryHint}
            autoComplete="one-time-code"
            maxLength={40}
          />
        ) : (
          <PasswordField {...shared} autoComplete="current-password" />
        )}
        <DialogFoot>
          <ActionButton
            type="submit"
            variant={takesPasskey ? 'default' : 'filled'}
            disabledReason={typed ? '' : hasFactor ? second.missing : t.missing}
            remedy={{ label, follow: () => field.current?.focus() }}
            aria-busy={isPending}
          >
            {isPending ? t.busy : t.go}
          </ActionButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}

/** Asks the person to show that it is still them. */
export function ProofDialog() {
  const factors = useQuery(query(passkeys.get_factors, {}));
  return (
    <Dialog opened onClose={cancel} title={t.title}>
      {factors.isPending ? <LoadingState /> : null}
      {!factors.data && factors.isError ? (
        <FailedState message={factors.error.message} onRetry={() => void factors.refetch()} />
      ) : null}
      {factors.data ? <ProofForm {...factors.data.data} /> : null}
    </Dialog>
  );
}
