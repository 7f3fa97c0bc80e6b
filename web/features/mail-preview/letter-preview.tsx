import { mails, type LetterKind, type MailRow } from '@gurukul/contract/mails';
import type { CallOutput } from '@gurukul/contract/shared/call';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { mailsTexts } from '#web/texts/mails.ts';
import { texts } from '#web/texts/texts.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { LetterFrame } from './letter-frame.tsx';
import classes from './preview.module.css';

const t = mailsTexts.preview;

interface LetterPreviewProps {
  kind: LetterKind;
  /** Whose data it is written with; sample data without one. */
  eventId: number | null;
  withText?: boolean;
}

/** A letter as it would be sent now. */
export function LetterPreview({ kind, eventId, withText = false }: LetterPreviewProps) {
  const letter = useQuery(query(mails.preview_letter, { kind, event_id: eventId }));
  return <ShownLetter letter={letter} kind={kind} loading={t.loading} withText={withText} />;
}

/** One that lies in the outbox, as it was written; the text names the links that do nothing in the picture of it. */
export function KeptLetter({ mail_id, kind }: Pick<MailRow, 'mail_id' | 'kind'>) {
  const letter = useQuery(query(mails.kept_letter, { mail_id }));
  return <ShownLetter letter={letter} kind={kind} loading={mailsTexts.kept.loading} withText />;
}

interface ShownLetterProps {
  letter: UseQueryResult<CallOutput<typeof mails.preview_letter>>;
  kind: LetterKind;
  loading: string;
  withText: boolean;
}

function ShownLetter({ letter, kind, loading, withText }: ShownLetterProps) {
  if (letter.isPending) return <LoadingState label={loading} />;
  if (!letter.data) {
    return (
      <FailedState
        message={refusalOf(letter.error, texts.errors.wentWrong)}
        onRetry={() => void letter.refetch()}
      />
    );
  }
  const { subject, html, text } = letter.data.data;
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
        <LetterFrame title={t.frame(mailsTexts.kinds[kind])} html={html} />
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
