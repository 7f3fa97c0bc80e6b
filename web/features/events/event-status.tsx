import type { EventRow, LiveStatus } from '@gurukul/contract/events';
import { mailStates } from '@gurukul/contract/mails';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { formatNumber } from '#web/lib/format/format.ts';
import { paths } from '#web/paths.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { AppLink } from '#web/ui/link.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import classes from './events.module.css';

const t = eventsTexts;

const tones: Readonly<Record<LiveStatus, Tone>> = { pending: 'warn', published: 'good', canceled: 'bad' };

export const EventBadge = ({ status }: { status: LiveStatus }) => (
  <StatusBadge tone={tones[status]}>{t.statuses[status]}</StatusBadge>
);

/** The delivery of the mails about an event, with a link to them; nothing if there are none. */
export function EventMails({ event }: { event: EventRow }) {
  const counts = event.mails;
  if (!counts) return null;
  const told = mailStates.flatMap((state) => {
    const count = counts[state] ?? 0;
    return count > 0 ? [t.mailCounts[state]({ count: formatNumber(count) })] : [];
  });
  return (
    <AppLink
      href={`${paths.mails}?event=${event.event_id}`}
      className={classes.mails}
      data-bad={counts.failed > 0 || undefined}
    >
      <VisuallyHidden>{t.mails({ event: event.event_name })} </VisuallyHidden>
      {told.join(', ')}
    </AppLink>
  );
}

interface EventStatusProps {
  event: EventRow;
  onShowRegistered: () => void;
}

/** The status of an event, its registration, and the delivery of its mails. */
export function EventStatus({ event, onShowRegistered }: EventStatusProps) {
  const { live_status, registration_status, registered } = event;
  return (
    <span className={classes.states}>
      <EventBadge status={live_status} />
      {live_status === 'canceled' ? null : (
        <span className={classes.soft}>{t.registrationIs[registration_status]}</span>
      )}
      {registered === undefined ? null : (
        <UnstyledButton className={classes.registered} onClick={onShowRegistered}>
          {t.registeredCount({ count: formatNumber(registered) })}
          <VisuallyHidden>{` ${t.registeredFor({ event: event.event_name })}`}</VisuallyHidden>
        </UnstyledButton>
      )}
      <EventMails event={event} />
    </span>
  );
}
