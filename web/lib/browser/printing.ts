import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;
const listeners = new Set<() => void>();

function set(on: boolean) {
  isPrinting = on;
  // The browser draws the sheet as soon as the event has ended.
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}

addEventListener('beforeprint', () => set(true));
addEventListener('afterprint', () => set(false));

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the browser draws a sheet of paper at this moment. */
export const usePrinting = (): boolean => useSyncExternalStore(listen, () => isPrinting);
