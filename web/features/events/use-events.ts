import { events } from '@gurukul/contract/events';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';

/** How often the list is read while a mail about one of its events waits. */
const lookAgainMs = 4_000;

/**
 * The events that the viewer may see, the newest first; read again while mails about them are on their way. `isWanted`:
 * asked for now.
 */
export const useEvents = (isWanted = true) =>
  useQuery({
    ...query(events.get_events, {}),
    enabled: isWanted,
    refetchInterval: ({ state: { data } }) =>
      data?.data.data.some(({ mails }) => mails !== undefined && mails.queued > 0) ? lookAgainMs : false,
  });
