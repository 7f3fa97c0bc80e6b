import { lazy, Suspense, useSyncExternalStore } from 'react';
import { offers } from './offers.ts';

const WriteDialog = lazy(async () => ({ default: (await import('./write-dialog.tsx')).WriteDialog }));

/** The place of the question that follows an action: the pages and dialogs of the action may be gone by then. */
export function TellHost() {
  const offer = useSyncExternalStore(offers.subscribe, offers.current);
  if (offer === null) return null;
  const { draft, ...rest } = offer;
  return (
    <Suspense>
      <WriteDialog {...rest} proposed={draft} isOpen onClose={offers.end} />
    </Suspense>
  );
}
