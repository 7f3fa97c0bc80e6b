import type { RegistrationRole } from '@gurukul/contract/accounts';
import { useState } from 'react';
import { session } from '#web/lib/session.ts';
import { accountsTexts } from '#web/texts/accounts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { InviteDialog } from './invite-dialog.tsx';

const t = accountsTexts.invite;

/** Why this person cannot invite somebody to the role; '' if they can. */
function refusalFor(role: RegistrationRole): string {
  const { role: own, mainRole } = session;
  if (own === 'admin') return '';
  if (role !== 'teacher') return t.adminsOnly;
  // A person whose main role is Teacher has the second role for their own courses only.
  return own === 'courseadmin' && mainRole === 'courseadmin' ? '' : t.notTeachers;
}

/** "+ Invite", with the dialog that it opens. */
export function InviteButton({ newRole }: { newRole: RegistrationRole }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton variant="default" disabledReason={refusalFor(newRole)} onClick={() => setOpen(true)}>
        {t.open}
      </ActionButton>
      <InviteDialog newRole={newRole} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
