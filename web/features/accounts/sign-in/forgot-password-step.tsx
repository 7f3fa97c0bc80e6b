import { accounts } from '@gurukul/contract/accounts';
import { emailPattern } from '@gurukul/contract/shared/fields';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { useSealedAction } from '#web/calls/sealing.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { remembered } from '#web/lib/browser/remembered.ts';
import { paths } from '#web/paths.ts';
import { accountsTexts } from '#web/texts/accounts.ts';
import { TextField } from '#web/ui/form/field.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { Fault } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { isGoodPassword } from './new-password.ts';
import { useFirstFocus } from './use-first-focus.ts';

const t = accountsTexts.forgot;

interface Fields {
  email: string;
  password: string;
  confirm: string;
}

function findFaults({ email, password, confirm }: Fields): Partial<Fields> {
  if (!emailPattern.test(email.trim())) return { email: t.emailWrong };
  if (password !== confirm) return { confirm: t.passwordStep.notSame };
  return isGoodPassword(password) ? {} : { password: t.passwordStep.weak };
}

interface ForgotPasswordStepProps {
  /** '' when the mailed link did not say whose it is: then the person does. */
  email: string;
  grant: string;
  onStartAgain: (email: string) => void;
}

export function ForgotPasswordStep({ email, grant, onStartAgain }: ForgotPasswordStepProps) {
  const navigate = useNavigate();
  const change = useSealedAction(accounts.changepassword_otp);
  const field = useFirstFocus();
  const [expired, setExpired] = useState('');
  const form = useForm<Fields>({
    initialValues: { email, password: '', confirm: '' },
    validate: findFaults,
  });

  const refuse = (answer: Parameters<typeof failureIn>[0]) => {
    const reason = failureIn(answer);
    if (answer.code === 'grant_expired') return setExpired(reason);
    form.setFieldError('password', reason);
    toast.error(reason);
  };

  const submit = async (fields: Fields) => {
    try {
      const answer = await change.run(async (seal) => ({
        email_id: fields.email.trim(),
        new_password: await seal(fields.password),
        otp: grant,
      }));
      if (answer.message === 'failed') {
        refuse(answer);
        return;
      }
      remembered.forget();
      toast.success(t.passwordStep.done);
      await navigate({ to: paths.login, replace: true });
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };

  const tellMismatch = (errors: Readonly<Record<string, unknown>>) => {
    if (errors['confirm']) toast.error(t.passwordStep.notSame);
  };

  return (
    <>
      {expired ? (
        <Fault>
          <p>{expired}</p>
          <PlainButton variant="default" onClick={() => onStartAgain(form.values.email)}>
            {t.passwordStep.startAgain}
          </PlainButton>
        </Fault>
      ) : null}
      <FormShell
        onSubmit={form.onSubmit((fields) => void submit(fields), tellMismatch)}
        submitLabel={t.passwordStep.submit}
        busyLabel={t.passwordStep.busy}
        isPending={change.isPending}
        isWide
      >
        {email ? (
          // Tells password managers whose password this becomes.
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        ) : (
          <TextField
            {...form.getInputProps('email')}
            ref={field}
            label={t.email}
            type="email"
            inputMode="email"
            autoComplete="username"
            maxLength={254}
            required
          />
        )}
        <PasswordField
          {...form.getInputProps('password')}
          {...(email ? { ref: field } : {})}
          label={t.passwordStep.password}
          description={t.passwordStep.hint}
          autoComplete="new-password"
          required
        />
        <PasswordField
          {...form.getInputProps('confirm')}
          label={t.passwordStep.confirm}
          autoComplete="new-password"
          required
        />
      </FormShell>
    </>
  );
}
