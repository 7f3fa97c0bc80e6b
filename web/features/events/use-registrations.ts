import { events } from '@gurukul/contract/events';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query, send } from '#web/calls/client.ts';
import { searchText } from '#web/lib/address/search-text.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';

/** A page of those who are registered for one event, or for any in sight, as the address asks for it under `prefix`. */
export function useRegistrations(eventId: number | null, prefix = 'registered-') {
  const view = useTableSearch({ size: 10 }, '', prefix);
  const filter = { event_id: eventId, search: searchText(view.q, 200) || null };
  const list = useQuery({
    ...query(events.get_register_students_event, { ...filter, page: view.page, pageSize: view.size }),
    placeholderData: keepPreviousData,
  });
  const all = async () => (await send(events.get_register_students_event, filter)).result;
  return { view, list, all };
}
