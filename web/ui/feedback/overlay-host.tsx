import { createElement, useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import type * as toasts from './toasts.tsx';

interface Loaded {
  readonly Overlays: ComponentType<{ onReady: () => void }>;
  readonly toasts: typeof toasts;
}

let fetchOverlays: (() => Promise<Loaded>) | null = null;

/** What questions stand in is the layout's to know: it says where they are to be had. */
export function overlaysFrom(load: () => Promise<Loaded>) {
  fetchOverlays = load;
}

let overlays: Loaded | null = null;
let isOnTheWay = false;
const listeners = new Set<() => void>();
/** What is to be said as soon as it can be. */
const unsaid: ((overlays: Loaded) => void)[] = [];

async function load(bring: () => Promise<Loaded>) {
  try {
    overlays = await bring();
    for (const say of unsaid.splice(0)) say(overlays);
    for (const listener of listeners) listener();
  } catch {
    // Without a network the next touch tries again.
  } finally {
    isOnTheWay = false;
  }
}

/** Brings toasts and questions to the page. What is said before they are there waits for them. */
export function wantOverlays() {
  if (overlays || isOnTheWay || !fetchOverlays) return;
  isOnTheWay = true;
  void load(fetchOverlays);
}

/** Says something in passing: at once, or when that can be shown. */
export function withOverlays(say: (overlays: Loaded) => void) {
  if (overlays) return say(overlays);
  unsaid.push(say);
  wantOverlays();
}

/** What was said, and what was about to be, is for nobody any more. */
export function hush() {
  unsaid.length = 0;
  overlays?.toasts.hush();
}

let areListening = false;
const waiting: (() => void)[] = [];

/**
 * Opens a dialog: in the same breath where dialogs can be opened already, so that the focus later finds its way back to
 * the button that was pressed; otherwise as soon as they can.
 */
export function openAbove(open: () => void) {
  if (areListening) return open();
  waiting.push(open);
  wantOverlays();
}

function onReady() {
  areListening = true;
  // React is in the middle of showing them.
  queueMicrotask(() => {
    for (const open of waiting.splice(0)) flushSync(open);
  });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Where toasts and questions stand. Hardly anything is said or asked before somebody has touched the page, so no first
 * visit carries what shows it. A phone that may lose the network has it from the service worker.
 */
export function OverlayHost() {
  const Loaded = useSyncExternalStore(subscribe, () => overlays?.Overlays);
  useEffect(() => {
    const touches = ['pointerdown', 'keydown'];
    for (const touch of touches) document.addEventListener(touch, wantOverlays, true);
    return () => {
      for (const touch of touches) document.removeEventListener(touch, wantOverlays, true);
    };
  }, []);
  return Loaded ? createElement(Loaded, { onReady }) : null;
}
