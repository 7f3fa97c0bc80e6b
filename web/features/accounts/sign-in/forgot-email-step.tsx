import { emailPattern } from '@gurukul/contract/shared/fields';
import { useForm } from '@mantine/form';
import { accountsTexts } from '#web/texts/accounts.ts';
import { checkOnLeave } from '#web/ui/form/check-on-leave.ts';
import { TextField } from '#web/ui/form/field.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { useCodeMail, type CodeMail } from './use-code-mail.ts';
import { useFirstFocus } from './use-first-focus.ts';

const t = accountsTexts.forgot;

interface ForgotEmailStepProps {
  email: string;
  onSent: (sent: CodeMail) => void;
}

export function ForgotEmailStep({ email, onSent }: ForgotEmailStepProps) {
  const mail = useCodeMail();
  const field = useFirstFocus();
  const form = useForm({
    initialValues: { email },
    validate: { email: (value) => (emailPattern.test(value.trim()) ? null : t.emailWrong) },
    ...checkOnLeave<{ email: string }>(),
  });
  const submit = async (address: string) => {
    const sent = await mail.send(address);
    if (sent) onSent(sent);
    else form.getInputNode('email')?.focus();
  };
  return (
    <FormShell
      onSubmit={form.onSubmit((fields) => void submit(fields.email.trim()))}
      submitLabel={t.emailStep.submit}
      busyLabel={t.emailStep.busy}
      isPending={mail.isPending}
      isWide
    >
      <TextField
        {...form.getInputProps('email')}
        ref={field}
        label={t.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={254}
        isLarge
        required
      />
    </FormShell>
  );
}
