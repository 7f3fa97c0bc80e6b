import type { EventRow } from '@gurukul/contract/events';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { LetterPreview } from '#web/features/mails/letter-preview.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { eventDay } from './event-time.ts';
import classes from './events.module.css';
import { useStudentCount } from './use-student-count.ts';

const t = eventsTexts.ask;

function Mails({ event }: { event: EventRow }) {
  const count = useStudentCount(event.course_id);
  const [isShown, setShown] = useState(false);
  if (event.event_date < eventDay()) return <Text>{t.publishTooLate}</Text>;
  if (count === 0) return <Text>{t.publishNobody(event.course_name)}</Text>;
  return (
    <>
      <Text>
        {count === undefined
          ? t.publishMailsUncounted(event.course_name)
          : t.publishMails(count, formatNumber(count), event.course_name)}
      </Text>
      <Button
        variant="light"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
        className={classes.usual}
      >
        {isShown ? t.hidePreview : t.preview}
      </Button>
      {isShown ? <LetterPreview kind="event_published" eventId={event.event_id} /> : null}
    </>
  );
}

interface PublishQuestionProps {
  event: EventRow;
  withMails: boolean;
}

/** What follows from publishing: who gets a letter, and which. */
export const PublishQuestion = ({ event, withMails }: PublishQuestionProps) => (
  <Stack gap="sm" className={classes.asked}>
    <Text>{t.publish(event.event_name)}</Text>
    {withMails ? <Mails event={event} /> : <Text>{t.publishSilently}</Text>}
  </Stack>
);
