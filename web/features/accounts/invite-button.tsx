import type { RegistrationRole } from '@gurukul/contract/accounts';
import { useState } from 'react';
import { session } from '#web/lib/session.ts';
import { invitationsTexts } from '#web/texts/invitations.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';

const t = invitationsTexts.invite;

const load = async () => (await import('./invite-dialog.tsx')).InviteDialog;

/** Why this person cannot invite somebody to the role; '' if they can. */
function refusalFor(role: RegistrationRole): string {
  const { role: own, mainRole } = session;
  if (own === 'admin') return '';
  if (role !== 'teacher') return t.adminsOnly;
  // A person whose main role is Teacher has the second role for their own courses only.
  return own === 'courseadmin' && mainRole === 'courseadmin' ? '' : t.notTeachers;
}

interface InviteButtonProps {
  newRole: RegistrationRole;
  /** Whom to invite, if that is known. */
  email?: string;
  /** In place of "+ Invite". */
  label?: string;
  onInvited?: (email: string) => void;
}

/** "+ Invite", with the dialog that it opens. */
export function InviteButton({ newRole, email, label, onInvited }: InviteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { part: InviteDialog, prepare, want } = useOnFirstUse(load);
  const open = async () => setOpen(await want());
  return (
    <>
      <ActionButton
        variant="default"
        disabledReason={refusalFor(newRole)}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
      >
        {label ?? t.open}
      </ActionButton>
      {InviteDialog ? (
        <InviteDialog
          newRole={newRole}
          email={email}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onInvited={onInvited}
        />
      ) : null}
    </>
  );
}
