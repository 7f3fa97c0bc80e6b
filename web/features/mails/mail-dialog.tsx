import type { MailRow } from '@gurukul/contract/mails';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { nameOf } from '../mail-list/mail-actions.tsx';
import { KeptMail } from '../mail-preview/mail-preview.tsx';

interface MailDialogProps {
  /** None while it is closed. */
  mail: MailRow | undefined;
  onClose: () => void;
}

/** A mail as it was sent. */
export const MailDialog = ({ mail, onClose }: MailDialogProps) => (
  <Dialog isInAddress opened={mail !== undefined} onClose={onClose} title={mail && nameOf(mail)} size="xl">
    {mail ? <KeptMail mail_id={mail.mail_id} kind={mail.kind} /> : null}
  </Dialog>
);
