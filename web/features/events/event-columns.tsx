import { eventZone, type EventRow } from '@gurukul/contract/events';
import { Anchor } from '@mantine/core';
import { formatDate, formatTime } from '#web/lib/format/format.ts';
import { eventsTexts } from '#web/texts/events.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { EventBadge, EventStatus } from './event-status.tsx';
import { EventWhen } from './event-when.tsx';
import classes from './events.module.css';

const t = eventsTexts;

/** The way into the meeting; its host is enough to tell one service from another. */
function MeetingLink({ event }: { event: EventRow }) {
  const { host } = new URL(event.meeting_link, location.href);
  return (
    <Anchor
      href={event.meeting_link}
      target="_blank"
      rel="noopener noreferrer"
      className={classes.meeting}
      aria-label={`${host}, ${t.openLink({ event: event.event_name })}`}
      title={event.meeting_link}
    >
      {host}
    </Anchor>
  );
}

const whereOf = ({ meeting_link: link, place }: EventRow) => [link, place].filter(Boolean);

interface EventColumnsProps {
  onShowRegistered: (eventId: number) => void;
}

export const eventColumns = ({ onShowRegistered }: EventColumnsProps): readonly Column<EventRow>[] => [
  {
    id: 'event_name',
    header: t.columns.name,
    value: (event) => event.event_name,
    cell: (event) => <span className={classes.name}>{event.event_name}</span>,
  },
  {
    id: 'course_name',
    header: t.columns.course,
    value: (event) => event.course_name,
    under: 'event_name',
  },
  {
    id: 'event_date',
    header: t.columns.date,
    value: (event) => event.event_date,
    cell: (event) => <span className={classes.line}>{formatDate(event.event_date)}</span>,
    onPhone: 'line',
    plain: (event) => [formatDate(event.event_date), event.course_name].filter(Boolean).join(' · '),
  },
  {
    id: 'start_time',
    header: t.columns.start,
    value: (event) => event.start_time,
    exported: (event) => formatTime(event.start_time, eventZone),
    cell: (event) => <EventWhen instant={event.start_time} />,
    sortable: false,
    under: 'event_date',
  },
  {
    id: 'end_time',
    header: t.columns.end,
    value: (event) => event.end_time,
    exported: (event) => formatTime(event.end_time, eventZone),
    cell: (event) => <EventWhen instant={event.end_time} />,
    sortable: false,
    under: 'event_date',
  },
  {
    id: 'meeting_link',
    header: t.columns.link,
    value: (event) => whereOf(event).join(' · '),
    cell: (event) => (
      <>
        {event.meeting_link ? <MeetingLink event={event} /> : null}
        {event.meeting_link && event.place ? ' · ' : null}
        {event.place}
      </>
    ),
    sortable: false,
  },
  {
    id: 'live_status',
    header: t.columns.status,
    value: (event) => t.statuses[event.live_status],
    cell: (event) => <EventStatus event={event} onShowRegistered={() => onShowRegistered(event.event_id)} />,
    onPhone: 'end',
    plain: (event) => <EventBadge status={event.live_status} />,
  },
];
