import { accounts } from '@gurukul/contract/accounts';
import { useState } from 'react';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { useAttempt } from '#web/calls/use-attempt.ts';
import { accountsTexts } from '#web/texts/accounts.ts';
import { TextField } from '#web/ui/form/field.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './forgot-code-step.module.css';
import { useCodeMail, type CodeMail } from './use-code-mail.ts';
import { useFirstFocus } from './use-first-focus.ts';

const t = accountsTexts.forgot.codeStep;

interface ForgotCodeStepProps extends CodeMail {
  onSent: (sent: CodeMail) => void;
  onVerified: (grant: string) => void;
  onOtherEmail: () => void;
}

export function ForgotCodeStep({
  email,
  challenge,
  digits,
  onSent,
  onVerified,
  onOtherEmail,
}: ForgotCodeStepProps) {
  const verify = useAttempt(accounts.forgetPassword_otp_verify);
  const mail = useCodeMail();
  const field = useFirstFocus();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState('');

  const type = (text: string) => {
    setCode(text.replaceAll(/\D/g, '').slice(0, digits));
    setFault('');
  };

  const refuse = (text: string) => {
    setFault(text);
    field.current?.select();
  };

  const submit = async () => {
    if (code.length !== digits) return refuse(t.wrong);
    try {
      const answer = await verify.run({ email_id: email, otp: challenge, code });
      if (answer.message === 'success' && answer.otp) onVerified(answer.otp);
      else refuse(failureIn(answer, t.wrong));
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };

  const resend = async () => {
    if (mail.isPending) return;
    const sent = await mail.send(email);
    if (!sent) return;
    type('');
    onSent(sent);
    field.current?.focus();
  };

  return (
    <>
      <FormShell
        onSubmit={() => void submit()}
        submitLabel={t.submit}
        busyLabel={t.busy}
        isPending={verify.isPending}
        isWide
      >
        <TextField
          ref={field}
          value={code}
          onChange={(event) => type(event.currentTarget.value)}
          label={t.label}
          description={t.digits({ count: digits })}
          error={fault}
          inputMode="numeric"
          autoComplete="one-time-code"
          className={classes.code}
          required
        />
      </FormShell>
      <div>
        <p className={classes.notThere}>{t.notThere}</p>
        <div className={classes.more}>
          <PlainButton variant="default" aria-disabled={mail.isPending} onClick={() => void resend()}>
            {t.resend}
          </PlainButton>
          <PlainButton variant="subtle" onClick={onOtherEmail}>
            {t.otherEmail}
          </PlainButton>
        </div>
      </div>
    </>
  );
}
