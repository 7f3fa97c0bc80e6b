import { createElement, useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import type * as toasts from './toasts.tsx';

interface Loaded {
  readonly Overlays: ComponentType<{ onReady: () => void }>;
  readonly toasts: typeof toasts;
}

let fetchOverlays: (() => Promise<Loaded>) | null = null;

/** The layout knows the component that shows toasts and questions. It passes the function that loads it. */
export function overlaysFrom(load: () => Promise<Loaded>) {
  fetchOverlays = load;
}

let overlays: Loaded | null = null;
let isOnTheWay = false;
const listeners = new Set<() => void>();
/** Toasts that wait until they can be shown. */
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

/** Loads toasts and questions. Toasts that come earlier wait for them. */
export function wantOverlays() {
  if (overlays || isOnTheWay || !fetchOverlays) return;
  isOnTheWay = true;
  void load(fetchOverlays);
}

/** Shows a toast, at once or as soon as it can be shown. */
export function withOverlays(say: (overlays: Loaded) => void) {
  if (overlays) return say(overlays);
  unsaid.push(say);
  wantOverlays();
}

/** Removes all toasts, also those that wait. */
export function hush() {
  unsaid.length = 0;
  overlays?.toasts.hush();
}

let areListening = false;
const waiting: (() => void)[] = [];

/**
 * Opens a dialog. If dialogs are loaded already, it opens in the same task, so the focus later returns to the pressed
 * button. Otherwise it opens as soon as they are loaded.
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
 * The place of toasts and questions. Most pages show none before a person touches the page, so no first visit loads
 * their code. A phone that may lose the network has it from the service worker.
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
