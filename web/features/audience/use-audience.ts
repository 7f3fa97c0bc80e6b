import { events } from '@gurukul/contract/events';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';

/** How many people each mail about an event would go to, as it is when somebody asks. */
export const useAudience = (eventId: number) =>
  useQuery({ ...query(events.get_event_audience, { event_id: eventId }), staleTime: 0, gcTime: 0 });
