import { accounts, type RegistrationRole } from '@gurukul/contract/accounts';
import { emailPattern } from '@gurukul/contract/shared/fields';
import { Alert, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { invitationsTexts } from '#web/texts/invitations.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { IsStudent, type InvitedStudent } from './is-student.tsx';

const t = invitationsTexts.invite;

interface InviteDialogProps {
  /** What the invited person becomes. */
  newRole: RegistrationRole;
  /** Stands in the field. */
  email?: string | undefined;
  isOpen: boolean;
  onClose: () => void;
  /** The invited person can be chosen now. */
  onInvited?: ((email: string) => void) | undefined;
}

interface InviteFormProps extends Omit<InviteDialogProps, 'isOpen'> {
  invite: ReturnType<typeof useInvite>;
}

const useInvite = () => useAction(accounts.invite);

function InviteForm({ newRole, email: given = '', onClose, onInvited, invite }: InviteFormProps) {
  const [email, setEmail] = useState(given);
  const [fault, setFault] = useState('');
  const [failure, setFailure] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) alert.current?.focus();
  }, [failure]);

  const [students, setStudents] = useState<readonly InvitedStudent[]>([]);

  /** `student`: who is meant, 0 for somebody else; absent while the office was not asked. */
  const send = async (student?: number) => {
    if (invite.isPending) return;
    setFailure('');
    if (!emailPattern.test(email.trim())) {
      setFault(t.emailWrong);
      field.current?.focus();
      return;
    }
    try {
      await invite.run({ email_id: email.trim(), role: newRole, user_id: student });
      toast.success(t.done);
      onClose();
      onInvited?.(email.trim());
    } catch (error) {
      const { people = [] } = refusedWith(error, 'invites_student') ?? {};
      setStudents(people);
      if (people.length === 0) setFailure(refusalOf(error));
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes it on to the form behind the dialog, which is not meant.
    event.stopPropagation();
    void send();
  };

  if (students.length > 0) {
    return (
      <IsStudent
        people={students}
        isPending={invite.isPending}
        onAnswer={(id) => void send(id)}
        onBack={() => setStudents([])}
      />
    );
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {failure ? (
          <Alert
            ref={alert}
            tabIndex={-1}
            role="alert"
            color="red"
            variant="light"
            title={texts.errors.wentWrong}
          >
            {failure === texts.errors.wentWrong ? null : failure}
          </Alert>
        ) : null}
        <Text c="dimmed">{t.lead}</Text>
        <TextInput
          ref={field}
          value={email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setFault('');
          }}
          label={t.email}
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          error={fault}
          data-autofocus
          required
        />
        <DialogFoot>
          <ActionButton
            type="submit"
            disabledReason={email.trim() ? '' : t.emailMissing}
            remedy={{ label: t.email, follow: () => field.current?.focus() }}
            aria-busy={invite.isPending}
          >
            {invite.isPending ? texts.busy.invite : t.submit}
          </ActionButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}

/** Asks for an address and has an invitation mailed there. Stays open until it is known how that went. */
export function InviteDialog({ newRole, email, isOpen, onClose, onInvited }: InviteDialogProps) {
  const invite = useInvite();
  const close = () => {
    if (!invite.isPending) onClose();
  };
  return (
    <Dialog opened={isOpen} onClose={close} title={t.titles[newRole]}>
      <InviteForm newRole={newRole} email={email} onClose={onClose} onInvited={onInvited} invite={invite} />
    </Dialog>
  );
}
