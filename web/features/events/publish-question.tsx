import type { EventRow } from '@gurukul/contract/events';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { LetterPreview } from '#web/features/mails/letter-preview.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { eventsTexts } from '#web/texts/events.ts';
import classes from './events.module.css';
import { useRegistrations } from './use-registrations.ts';
import { useStudentCount } from './use-student-count.ts';

const t = eventsTexts.ask;

/** Who gets a letter; null when that is nobody. Of those who are registered most are students of the course. */
function toldBy(students: number | undefined, registered: number, course: string): string | null {
  if (students === 0) return registered === 0 ? null : t.publishRegistered(formatNumber(registered));
  const ofCourse =
    students === undefined
      ? t.publishMailsUncounted(course)
      : t.publishMails(students, formatNumber(students), course);
  return registered === 0 ? ofCourse : `${ofCourse} ${t.publishAlso}`;
}

function Mails({ event }: { event: EventRow }) {
  const count = useStudentCount(event.course_id);
  const registered = useRegistrations().data?.result.filter(({ event_id }) => event_id === event.event_id);
  const [isShown, setShown] = useState(false);
  const [askedAt] = useState(() => Date.now());
  // As the server decides it: the end counts, not the day.
  if (Date.parse(event.end_time) <= askedAt) return <Text>{t.publishTooLate}</Text>;
  const told = toldBy(count, registered?.length ?? 0, event.course_name);
  if (told === null) return <Text>{t.publishNobody(event.course_name)}</Text>;
  return (
    <>
      <Text>{told}</Text>
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
