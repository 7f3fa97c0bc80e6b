import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { refusedDeed } from '#web/calls/second-person.ts';

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }));

/** The place of the dialog that asks for a second person. */
export function AskHost() {
  const deed = useSyncExternalStore(refusedDeed.subscribe, refusedDeed.current);
  useEffect(() => refusedDeed.close, []);
  if (deed === null) return null;
  return (
    <Suspense>
      <AskDialog deed={deed} />
    </Suspense>
  );
}
