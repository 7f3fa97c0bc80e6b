import { events } from '@gurukul/contract/events';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/api/client.ts';

/** Everybody who is registered for an event in sight. */
export const useRegistrations = () => useQuery(query(events.get_register_students_event, {}));
