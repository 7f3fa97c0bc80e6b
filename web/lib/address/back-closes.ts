import type { RouterHistory } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** The functions that close the open dialogs; the topmost dialog is last. */
const open: (() => void)[] = [];

/** The key under which the router counts its entries. */
const index = '__TSR_index';

interface Entry {
  readonly [index]?: number;
  /** True for the entry below the first page, which exists only so that Back has a target. */
  readonly isBelow?: true;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the router and this module write it
const entry = () => (window.history.state ?? {}) as Entry;

/** The distance between the browser's entry and the router's: -1 after Back. */
export const stepsFrom = ({ location }: RouterHistory) =>
  (entry()[index] ?? Number.NaN) - location.state[index];

/**
 * The browser asks nobody before it goes back from the first page, because that leaves the document. So this puts
 * another entry with the same address below it. The router does not hear of it: nothing has changed for the router.
 */
function putEntryBelow() {
  const first = entry();
  if (first[index] !== 0) return;
  History.prototype.replaceState.call(window.history, { ...first, [index]: -1, isBelow: true }, '');
  History.prototype.pushState.call(window.history, first, '');
}

function closeOnBack(close: () => void): () => void {
  if (open.length === 0) putEntryBelow();
  const one = () => close();
  open.push(one);
  return () => {
    open.splice(open.indexOf(one), 1);
  };
}

/** Back closes this dialog while it is open. */
export function useBackCloses(isOpen: boolean, close: () => void) {
  const onBack = useEffectEvent(close);
  useEffect(() => (isOpen ? closeOnBack(() => onBack()) : undefined), [isOpen]);
}

/**
 * Makes Back close the topmost dialog and nothing else. When the page hears of Back, the browser has already moved.
 * This sends the browser forward again and closes the dialog when it has arrived. The router hears of neither step.
 * Call this before the router exists, because the router hears every event that this listener lets pass.
 */
export function listenForBack(historyOf: () => RouterHistory): () => void {
  let isReturning = false;

  const onPop = (event: PopStateEvent) => {
    const steps = stepsFrom(historyOf());
    if (isReturning) {
      isReturning = false;
      open.at(-1)?.();
      // Otherwise Back was pressed a second time meanwhile, and that press is for the router.
      if (steps === 0) event.stopImmediatePropagation();
    } else if (steps < 0 && open.length > 0) {
      event.stopImmediatePropagation();
      isReturning = true;
      window.history.go(-steps);
    } else if (entry().isBelow) {
      event.stopImmediatePropagation();
      window.history.back();
    }
  };

  window.addEventListener('popstate', onPop);
  return () => window.removeEventListener('popstate', onPop);
}
