import type { MailRow } from '@gurukul/contract/mails';
import { Button, VisuallyHidden } from '@mantine/core';
import { mailsTexts } from '#web/texts/mails.ts';
import classes from './mail-list.module.css';
import type { Retry } from './use-retry.ts';

const t = mailsTexts;

export const canRetry = (mail: MailRow) => mail.can.retry;
export const nameOf = (mail: MailRow) => t.rowOf({ kind: t.kinds[mail.kind], recipient: mail.recipient });

function RetryButton({ mail, retry, isPending }: Retry & { mail: MailRow }) {
  if (!canRetry(mail)) return null;
  return (
    <Button
      size="compact-sm"
      variant="light"
      className={classes.retry}
      aria-disabled={isPending}
      onClick={() => void retry({ mail_ids: [mail.mail_id] })}
    >
      {t.retry.label}
      <VisuallyHidden>{` ${nameOf(mail)}`}</VisuallyHidden>
    </Button>
  );
}

function ReadButton({ mail, onRead }: { mail: MailRow; onRead: (mailId: number) => void }) {
  if (!mail.can.read) return null;
  return (
    <Button size="compact-sm" variant="light" className={classes.retry} onClick={() => onRead(mail.mail_id)}>
      {t.kept.read}
      <VisuallyHidden>{` ${nameOf(mail)}`}</VisuallyHidden>
    </Button>
  );
}

/** As the last column of the table. */
export const rowActions = (retrying: Retry, onRead: (mailId: number) => void) => (mail: MailRow) =>
  mail.can.retry || mail.can.read ? (
    <>
      <RetryButton mail={mail} {...retrying} />
      <ReadButton mail={mail} onRead={onRead} />
    </>
  ) : null;
