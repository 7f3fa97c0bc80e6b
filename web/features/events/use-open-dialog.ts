import { useSearchState, type Change } from '#web/lib/address/address-search.ts';
import { idIn } from '#web/lib/address/route-id.ts';

const kinds = ['add', 'view', 'edit', 'people'] as const;
type Kind = (typeof kinds)[number];

/** The event whose panel is open, in the address. A dialog opens above the panel. */
export const panelKey = 'about';

/** All that the panel has in the address, gone. */
export const closedPanel: Change = Object.fromEntries(
  [
    panelKey,
    'tab',
    'mail',
    ...['people', 'mails', 'tickets'].flatMap((part) =>
      ['page', 'q', 'size', 'sort', 'cols'].map((key) => `${part}-${key}`),
    ),
  ].map((key) => [key, '']),
);

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
