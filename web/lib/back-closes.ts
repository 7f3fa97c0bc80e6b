import type { RouterHistory } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** How each open dialog is closed; the topmost stands last. */
const open: (() => void)[] = [];

/** Where the router counts its entries. */
const index = '__TSR_index';

interface Entry {
  readonly [index]?: number;
  /** The entry below the first page, which is only there to be gone back to. */
  readonly isBelow?: true;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the router and this module write it
const entry = () => (window.history.state ?? {}) as Entry;

/** How far the browser has gone from where the router stands: -1 after Back. */
export const stepsFrom = ({ location }: RouterHistory) =>
  (entry()[index] ?? Number.NaN) - location.state[index];

/**
 * The browser asks nobody before it goes back from the first page, because that leaves the document. So another entry of
 * the same address is put below it. The router is not told: for the router nothing has changed.
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
 * Lets Back close the topmost dialog and nothing else. When the page hears of Back, the browser has gone already: it is
 * sent forward again, the dialog closes when it has arrived, and the router hears of neither step. So it must be called
 * before there is a router, which hears everything that this one lets pass.
 */
export function listenForBack(historyOf: () => RouterHistory): () => void {
  let isReturning = false;

  const onPop = (event: PopStateEvent) => {
    const steps = stepsFrom(historyOf());
    if (isReturning) {
      isReturning = false;
      open.at(-1)?.();
      // Else Back came once more meanwhile, and it is for the router.
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
