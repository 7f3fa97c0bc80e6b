import { onLeave, onSessionStart } from '#web/lib/session.ts';

/**
 * The server refuses nearly all calls of somebody whose role needs a second factor and who has none (`factor_needed`).
 * The portal then shows the one page on which they add it.
 */

let isNeeded = false;
const listeners = new Set<() => void>();

function set(next: boolean) {
  if (next === isNeeded) return;
  isNeeded = next;
  for (const listener of listeners) listener();
}

export const factorNeed = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isNeeded: () => isNeeded,
  raise: () => set(true),
  settle: () => set(false),
};

onSessionStart(factorNeed.settle);
onLeave(factorNeed.settle);
