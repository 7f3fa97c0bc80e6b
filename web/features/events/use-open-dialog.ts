import { useSearchState } from '#web/lib/address-search.ts';
import { idIn } from '#web/lib/route-id.ts';

const kinds = ['add', 'view', 'edit', 'people'] as const;
type Kind = (typeof kinds)[number];

/** Which dialog of the page is open, and about which event; kept in the address. */
export function useOpenDialog() {
  const [search, change] = useSearchState();
  return {
    kind: kinds.find((kind) => kind === search['dialog']) ?? null,
    eventId: idIn(search['event']),
    // From one dialog to the next is no step: Back closes it.
    open: (kind: Kind, eventId: number | null = null) =>
      change({ dialog: kind, event: eventId }, search['dialog'] ? 'replace' : 'step'),
    close: () => change({ dialog: '', event: '' }, 'replace'),
  };
}

export type OpenDialog = ReturnType<typeof useOpenDialog>;
