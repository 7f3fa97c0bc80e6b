import { mailedPeople, type EventAudience, type EventRow, type MailedPeople } from '@gurukul/contract/events';
import { Button, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Audience, Tick } from '#web/features/audience/audience.tsx';
import { namedAfter } from '#web/features/meetings/named.ts';
import { MailPreview } from '#web/features/mail-preview/mail-preview.tsx';
import { formatNumber } from '#web/lib/format/format.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import type { EventMailKind } from '@gurukul/contract/mails';
import { isOver } from './event-time.ts';
import classes from './events.module.css';

/*
 * The questions before an action on an event: its consequences, and how many people get a mail and how many do not. The
 * caller stores the tick of a question.
 */

const t = eventsTexts.ask;

function Preview({ kind, eventId }: { kind: EventMailKind; eventId: number }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Button
        variant="light"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
        className={classes.usual}
      >
        {isShown ? t.hidePreview : t.preview}
      </Button>
      {isShown ? <MailPreview kind={kind} eventId={eventId} /> : null}
    </>
  );
}

interface InvitedProps {
  audience: EventAudience;
  event: EventRow;
  onChoose: (to: MailedPeople) => void;
}

/** The people who get the invitation: where some are registered, they alone or with the course. */
function Invited({ audience, event, onChoose }: InvitedProps) {
  const { course_id, course_name: course } = event;
  const { unwritten, unwritten_registered, registered, is_for_registered } = audience;
  const [to, setTo] = useState<MailedPeople>('registered');
  if (course_id === null) return <Text>{t.whomRegistered({ count: unwritten })}</Text>;
  if (!is_for_registered) {
    const says = registered === 0 ? t.publishMails : t.publishMailsAlso;
    return <Text>{says({ count: unwritten, course })}</Text>;
  }
  const labels = {
    registered: t.whomRegistered({ count: unwritten_registered }),
    course: t.whomCourse({ count: unwritten, course }),
  };
  return (
    <Radio.Group
      label={t.whom}
      value={to}
      onChange={(chosen) => {
        const known = mailedPeople.find((one) => one === chosen) ?? to;
        setTo(known);
        onChoose(known);
      }}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="registered" label={labels.registered} />
        <Radio value="course" label={labels.course} />
      </Stack>
    </Radio.Group>
  );
}

/** Whom no mail reaches, by name. */
function Unreached({ audience: { unreached } }: { audience: EventAudience }) {
  if (unreached.length === 0) return null;
  return <Text c="dimmed">{meetingsTexts.form.withoutAddress({ names: namedAfter([], unreached) })}</Text>;
}

interface PublishQuestionProps {
  event: EventRow;
  withMails: boolean;
  onTick: (withMails: boolean) => void;
  onChoose: InvitedProps['onChoose'];
}

/** What follows from publishing: who gets a mail, and which. */
export function PublishQuestion({ event, withMails, onTick, onChoose }: PublishQuestionProps) {
  const [isTicked, setTicked] = useState(withMails);
  const [askedAt] = useState(() => Date.now());
  const tick = (isOn: boolean) => {
    setTicked(isOn);
    onTick(isOn);
  };
  return (
    <Stack gap="sm" className={classes.asked}>
      <Text>{t.publish({ event: event.event_name })}</Text>
      {isOver(event, askedAt) ? (
        <Text>{t.publishTooLate}</Text>
      ) : (
        <>
          <Tick label={eventsTexts.actions.emailsSend} initial={withMails} onTick={tick} />
          {isTicked ? (
            <Audience eventId={event.event_id}>
              {(audience) =>
                audience.unwritten === 0 ? (
                  <Text>
                    {event.course_id === null
                      ? t.publishNobodyYet
                      : t.publishNobody({ course: event.course_name })}
                  </Text>
                ) : (
                  <>
                    <Invited audience={audience} event={event} onChoose={onChoose} />
                    <Unreached audience={audience} />
                    <Preview kind="event_published" eventId={event.event_id} />
                  </>
                )
              }
            </Audience>
          ) : (
            <Text>{t.publishSilently}</Text>
          )}
        </>
      )}
    </Stack>
  );
}

/** What follows from sending the mails of an event that is published already. */
export const SendQuestion = ({ event, onChoose }: Pick<PublishQuestionProps, 'event' | 'onChoose'>) => (
  <Stack gap="sm" className={classes.asked}>
    <Audience eventId={event.event_id}>
      {(audience) =>
        audience.unwritten === 0 ? (
          <Text>{t.sendNobody}</Text>
        ) : (
          <>
            <Invited audience={audience} event={event} onChoose={onChoose} />
            <Unreached audience={audience} />
            <Text c="dimmed">{t.sendOnce}</Text>
            <Preview kind="event_published" eventId={event.event_id} />
          </>
        )
      }
    </Audience>
  </Stack>
);

interface CancelQuestionProps {
  event: EventRow;
  onTick: (all: boolean) => void;
}

/** The consequences of canceling: who is told, and who is registered and would not be told. */
export function CancelQuestion({ event, onTick }: CancelQuestionProps) {
  const [isForAll, setForAll] = useState(true);
  const tick = (all: boolean) => {
    setForAll(all);
    onTick(all);
  };
  const [askedAt] = useState(() => Date.now());
  return (
    <Stack gap="sm">
      <Text>{t.cancel}</Text>
      {isOver(event, askedAt) ? (
        <Text>{t.cancelTooLate}</Text>
      ) : (
        <Audience eventId={event.event_id}>
          {({ registered, registered_informed: knowing, informed, waiting }) => (
            <>
              {registered > knowing ? (
                <>
                  <Text>
                    {isForAll
                      ? t.cancelAll({ registered: formatNumber(registered) })
                      : t.cancelRegistered({
                          registered: formatNumber(registered),
                          told: formatNumber(knowing),
                          untold: formatNumber(registered - knowing),
                        })}
                  </Text>
                  <Tick
                    label={t.cancelTellAll({ registered: formatNumber(registered) })}
                    initial
                    onTick={tick}
                  />
                </>
              ) : null}
              {informed > 0 && (registered === knowing || informed > knowing) ? (
                <Text>{t.cancelAlso}</Text>
              ) : null}
              {waiting > 0 ? <Text>{t.cancelWaiting({ count: waiting })}</Text> : null}
            </>
          )}
        </Audience>
      )}
    </Stack>
  );
}

interface EditQuestionProps {
  eventId: number;
  /** Says what is another now. */
  changed: string;
  onTick: (tell: boolean) => void;
}

/** What follows from saving another time, link or course of a published event. */
export const EditQuestion = ({ eventId, changed, onTick }: EditQuestionProps) => (
  <Stack gap="sm">
    <Text>{changed}</Text>
    <Audience eventId={eventId}>
      {({ concerned, waiting }) => (
        <>
          {concerned > 0 ? (
            <>
              <Tick label={t.editTell({ count: concerned })} initial onTick={onTick} />
              <Text c="dimmed">{t.editEntry}</Text>
            </>
          ) : null}
          {waiting > 0 ? <Text>{t.editWaiting({ count: waiting })}</Text> : null}
          {concerned + waiting === 0 ? <Text>{t.editNobody}</Text> : null}
        </>
      )}
    </Audience>
  </Stack>
);
