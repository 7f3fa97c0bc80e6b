import type { LoginAnswer } from '@gurukul/contract/accounts';
import { passkeys } from '@gurukul/contract/passkeys';
import { useState } from 'react';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { useAttempt } from '#web/calls/use-attempt.ts';
import { accountsTexts } from '#web/texts/accounts.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { canUsePasskeys, loadAuthenticator } from '../../passkeys/can-use-passkeys.ts';
import { AccountCard } from './account-card.tsx';
import { useFirstFocus } from './use-first-focus.ts';

const t = accountsTexts.second;

export type SecondStepNeeded = Extract<LoginAnswer, { message: 'second factor needed' }>;
export type Entered = Extract<LoginAnswer, { message: 'success' }>;

interface SecondStepProps {
  asked: SecondStepNeeded;
  onEntered: (answer: Entered) => Promise<void>;
  /** The first step has to be taken again. */
  onBack: () => void;
}

/** The second step of signing in: a passkey, a code of the app, or a recovery code. */
export function SecondStep({ asked, onEntered, onBack }: SecondStepProps) {
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState('');
  const second = useAttempt(passkeys.second_factor);
  const field = useFirstFocus();
  const takesPasskey = asked.ways.includes('passkey') && canUsePasskeys();

  /** Null: no passkey was used. */
  const attempt = async (work: () => Promise<LoginAnswer | null>) => {
    if (second.isPending) return;
    setFailure('');
    try {
      const answer = await work();
      if (answer === null) return setFailure(t.notUsed);
      if (answer.message === 'success') return await onEntered(answer);
      if (answer.message === 'failed' && answer.code === 'step_over') {
        toast.error(failureIn(answer));
        return onBack();
      }
      setFailure(answer.message === 'failed' ? failureIn(answer) : texts.errors.wentWrong);
    } catch (error) {
      setFailure(refusalOf(error));
    }
  };

  const byCode = () => attempt(async () => second.run({ challenge: asked.challenge, code: code.trim() }));
  const byPasskey = () =>
    attempt(async () => {
      const { signByPasskey } = await loadAuthenticator();
      const passkey = await signByPasskey({
        challenge: asked.challenge,
        rpId: asked.rp_id,
        userVerification: 'required',
        allowCredentials: asked.passkey_ids.map((id) => ({ id, type: 'public-key' })),
      }).catch(() => null);
      return passkey && second.run({ challenge: asked.challenge, passkey });
    });

  return (
    <AccountCard title={t.title} lead={t.lead}>
      {takesPasskey ? (
        <PlainButton isWide onClick={() => void byPasskey()}>
          {t.byPasskey}
        </PlainButton>
      ) : null}
      <FormShell
        onSubmit={() => void byCode()}
        submitLabel={t.go}
        busyLabel={t.busy}
        isPending={second.isPending}
        error={failure}
        isWide
      >
        <TextField
          {...(takesPasskey ? {} : { ref: field })}
          label={t.code}
          description={asked.ways.includes('code_app') ? t.codeHint : t.recoveryHint}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="one-time-code"
          maxLength={40}
          isLarge
          required
        />
      </FormShell>
      <PlainButton variant="subtle" isWide onClick={onBack}>
        {t.back}
      </PlainButton>
    </AccountCard>
  );
}
