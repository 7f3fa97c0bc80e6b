import { invitations, type InvitationRow } from '@gurukul/contract/invitations';
import { Button, VisuallyHidden } from '@mantine/core';
import { messageOf } from '#web/calls/errors.ts';
import { tellSent } from '#web/calls/tell-sent.ts';
import { useAction } from '#web/calls/use-action.ts';
import { invitationsTexts } from '#web/texts/invitations.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = invitationsTexts;

/** Mails another link. A mail that left cannot be taken back. */
export function ResendButton({ row }: { row: InvitationRow }) {
  const resend = useAction(invitations.resend_invitation);
  const { user_id: uid, email_id: email } = row;
  const sendAgain = async () => {
    if (resend.isPending) return;
    try {
      tellSent(await resend.run({ uid }, row.sent_at ?? ''), t.resent({ email }));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <Button size="compact-sm" variant="light" aria-busy={resend.isPending} onClick={() => void sendAgain()}>
      {resend.isPending ? texts.busy.invite : t.resend}
      <VisuallyHidden>{` ${email}`}</VisuallyHidden>
    </Button>
  );
}
