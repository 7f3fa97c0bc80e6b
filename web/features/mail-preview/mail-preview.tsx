import { mails, type MailKind, type MailRow } from '@gurukul/contract/mails';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { mailsTexts } from '#web/texts/mails.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { MailFrame } from './mail-frame.tsx';
import classes from './preview.module.css';

const t = mailsTexts.preview;

interface MailPreviewProps {
  kind: MailKind;
  /** Whose data it is written with; sample data without one. */
  eventId: number | null;
  withText?: boolean;
}

/** A mail as it would be sent now. */
export function MailPreview({ kind, eventId, withText = false }: MailPreviewProps) {
  const mail = useQuery(query(mails.preview_mail, { kind, event_id: eventId }));
  return <ShownMail mail={mail} kind={kind} loading={t.loading} withText={withText} />;
}

/** One that lies in the outbox, as it was written; the text names the links that do nothing in the picture of it. */
export function KeptMail({ mail_id, kind }: Pick<MailRow, 'mail_id' | 'kind'>) {
  const mail = useQuery(query(mails.kept_mail, { mail_id }));
  return <ShownMail mail={mail} kind={kind} loading={mailsTexts.kept.loading} withText />;
}

interface ShownMailProps {
  mail: UseQueryResult<CallOutput<typeof mails.preview_mail>>;
  kind: MailKind;
  loading: string;
  withText: boolean;
}

function ShownMail({ mail, kind, loading, withText }: ShownMailProps) {
  if (mail.isPending) return <LoadingState label={loading} />;
  if (!mail.data) {
    return <FailedState message={refusalOf(mail.error)} onRetry={() => void mail.refetch()} />;
  }
  const { subject, html, text, is_link_only: isLinkOnly } = mail.data.data;
  return (
    <Stack gap="sm" className={classes.preview}>
      <div>
        <Text c="dimmed" size="sm">
          {t.subject}
        </Text>
        <Text fw={600}>{subject}</Text>
      </div>
      <div>
        <Text c="dimmed" size="sm">
          {t.inert}
        </Text>
        <MailFrame title={t.frame({ kind: mailsTexts.kinds[kind] })} html={html} isLinkOnly={isLinkOnly} />
      </div>
      {withText ? (
        <section>
          <Title order={3} mb="xs">
            {t.text}
          </Title>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <pre className={classes.text} tabIndex={0}>
            {text}
          </pre>
        </section>
      ) : null}
    </Stack>
  );
}
