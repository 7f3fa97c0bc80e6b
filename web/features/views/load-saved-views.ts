import { views } from '@gurukul/contract/views';
import { query } from '#web/calls/client.ts';
import { queryClient } from '#web/calls/query-client.ts';

/** In milliseconds. A menu that opens later feels broken; one that opens with its views does not move. */
const patience = 400;

/** Loads the component of the saved views of a list, and the views if they come soon. */
export async function loadSavedViews(list: string) {
  const [{ SavedViews }] = await Promise.all([
    import('./saved-views.tsx'),
    Promise.race([
      queryClient.prefetchQuery(query(views.list_views, { list })),
      new Promise((resolve) => setTimeout(resolve, patience)),
    ]),
  ]);
  return SavedViews;
}
