import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { refusedAction } from '#web/calls/second-person.ts';

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }));

/** The place of the dialog that asks for a second person. */
export function AskHost() {
  const action = useSyncExternalStore(refusedAction.subscribe, refusedAction.current);
  useEffect(() => refusedAction.close, []);
  if (action === null) return null;
  return (
    <Suspense>
      <AskDialog action={action} />
    </Suspense>
  );
}
