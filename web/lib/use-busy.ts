import { useState, useSyncExternalStore } from 'react';

let isAsked = false;
const listeners = new Set<() => void>();

/** The portal asks the person something before it goes on with a call, or has its answer. */
export function holdBusy(isHeld: boolean) {
  isAsked = isHeld;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** True while the person is asked: no call goes on then, and nothing may say that one does. */
export const useIsHeld = () => useSyncExternalStore(subscribe, () => isAsked);

/** Whether something is under way, as `useState`; false while the person is asked. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false);
  const isHeld = useIsHeld();
  return [isBusy && !isHeld, setBusy] as const;
}
