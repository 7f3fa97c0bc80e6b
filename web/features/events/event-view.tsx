import {
  defaultEventImage,
  defaultSpeakerImage,
  eventZone,
  type EventDetail,
  type EventRow,
  type SpeakerRow,
} from '@gurukul/contract/events';
import { Anchor, Title } from '@mantine/core';
import { remindersText } from '#web/features/meetings/reminder-choice.tsx';
import { formatDate, formatTime } from '#web/lib/format/format.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { RichText } from '#web/ui/document/rich-text.tsx';
import { EventBadge, EventMails } from './event-status.tsx';
import { onViewersClock } from './event-time.ts';
import classes from './events.module.css';

const t = eventsTexts.dialog;

function When({ event }: { event: EventRow }) {
  const { event_date, start_time, end_time } = event;
  const own = onViewersClock(start_time);
  return (
    <>
      {t.whenOf({
        date: formatDate(event_date),
        start: formatTime(start_time, eventZone),
        end: formatTime(end_time, eventZone),
      })}
      {own ? <div className={classes.soft}>{own}</div> : null}
    </>
  );
}

function Speakers({ speakers }: { speakers: readonly SpeakerRow[] }) {
  return (
    <section>
      <Title order={3}>{t.speakers}</Title>
      {speakers.length === 0 ? (
        <p className={classes.soft}>{t.noSpeakers}</p>
      ) : (
        <ul className={classes.speakers}>
          {speakers.map(({ id, speaker_name, speaker_image }) => (
            <li key={id}>
              <img src={speaker_image || defaultSpeakerImage} alt="" width={48} height={48} />
              {speaker_name}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface EventViewProps {
  event: EventDetail;
  onEdit: () => void;
}

/** An event to read. */
export function EventView({ event, onEdit }: EventViewProps) {
  const registrations = eventsTexts.registrationIs[event.registration_status];
  return (
    <div className={classes.view}>
      <img src={event.image_url || defaultEventImage} alt="" className={classes.picture} />
      <Title order={3} size="h2">
        {event.event_name}
      </Title>
      <DescriptionList
        facts={[
          ...(event.course_name ? ([[t.course, event.course_name]] as const) : []),
          [t.when, <When key="when" event={event} />],
          ...(event.meeting_link
            ? ([
                [
                  t.link,
                  <Anchor key="link" href={event.meeting_link} target="_blank" rel="noopener noreferrer">
                    {event.meeting_link}
                  </Anchor>,
                ],
              ] as const)
            : []),
          ...(event.place ? ([[t.place, event.place]] as const) : []),
          [t.status, <EventBadge key="status" status={event.live_status} />],
          [t.registrations, registrations],
          [meetingsTexts.reminders.label, remindersText(event.reminders)],
          [
            eventsTexts.mailsTitle,
            event.mails ? <EventMails key="mails" event={event} /> : eventsTexts.mailsNone,
          ],
        ]}
      />
      <section>
        <Title order={3}>{t.description}</Title>
        {event.description ? (
          <RichText html={event.description} />
        ) : (
          <p className={classes.soft}>{t.noDescription}</p>
        )}
      </section>
      <Speakers speakers={event.speakers} />
      <DialogFoot leave={texts.ui.close}>
        <ActionButton disabledReason={event.can.edit ? '' : eventsTexts.why.notYours} onClick={onEdit}>
          {eventsTexts.actions.edit}
        </ActionButton>
      </DialogFoot>
    </div>
  );
}
