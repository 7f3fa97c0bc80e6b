import type { AskedAction } from '@gurukul/contract/approvals';
import { openid } from '@gurukul/contract/openid';
import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { refusalOf } from '#web/calls/errors.ts';
import { useSealedAction } from '#web/calls/sealing.ts';
import { approvalsTexts } from '#web/texts/approvals.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { approvedInput } from './do-action.ts';

const t = approvalsTexts;

/** Saves an approved service. Its secret is typed again, because a request stores none. */
export function DoService({ action }: { action: AskedAction }) {
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState('');
  const [failure, setFailure] = useState('');
  const save = useSealedAction(openid.save_service);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure('');
    try {
      await save.run(async (seal) => ({
        ...approvedInput(openid.save_service, action),
        client_secret: secret.trim() === '' ? '' : await seal(secret.trim()),
      }));
      setOpen(false);
      toast.success(t.done);
    } catch (error) {
      setFailure(refusalOf(error));
    }
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {t.doNow}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t.calls[action.call]}>
        <FormShell
          onSubmit={(event) => void submit(event)}
          submitLabel={t.doNow}
          busyLabel={t.busy}
          isPending={save.isPending}
          error={failure}
        >
          <PasswordField
            label={t.secret}
            description={t.secretHint}
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        </FormShell>
      </Dialog>
    </>
  );
}
