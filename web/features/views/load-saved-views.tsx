import { views } from '@gurukul/contract/views';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query } from '#web/calls/client.ts';
import type { SavedViewsParts, SavedViewsProps } from '#web/ui/table/saved-views-place.ts';

/** In milliseconds. A colleague rarely saves a view, and the menu asks anew. */
const staleTime = 300_000;

const ViewTabs = lazy(async () => ({ default: (await import('./view-tabs.tsx')).ViewTabs }));

/** Only who has saved views loads what shows them. The menu finds here what the server knows of them. */
function Tabs({ label, table }: SavedViewsProps) {
  const stored = useQuery({ ...query(views.list_views, { list: table.list }), staleTime }).data?.data ?? [];
  return stored.length + table.ofDevice.names.length > 0 ? (
    <Suspense>
      <ViewTabs label={label} table={table} stored={stored} />
    </Suspense>
  ) : null;
}

/** What the lists show of saved views. */
export const savedViews: SavedViewsParts = {
  load: async () => (await import('./saved-views.tsx')).SavedViews,
  Tabs,
};
