import { events, type EventRow } from '@gurukul/contract/events';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';

/** How often events are read while a mail about one of them waits. */
const lookAgainMs = 4_000;

/** For `refetchInterval`. */
export const whileMailsWait = (rows: readonly EventRow[] = []) =>
  rows.some(({ mails }) => mails !== undefined && mails.queued > 0) ? lookAgainMs : false;

/** All events that the viewer may see, coming ones first: for a choice. `isWanted`: asked for now. */
export const useEvents = (isWanted = true) =>
  useQuery({ ...query(events.get_events, {}), enabled: isWanted });

/** One event; null for none. Read again while mails about it are on their way. */
export const useEvent = (eventId: number | null) =>
  useQuery({
    ...query(events.get_single_events, { event_id: eventId ?? 0 }),
    enabled: eventId !== null,
    // Deleted meanwhile, it is not asked for again.
    refetchInterval: ({ state: { data, error } }) => (data && !error ? whileMailsWait([data.data]) : false),
  });
