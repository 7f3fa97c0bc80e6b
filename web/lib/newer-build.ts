/** The service worker: what makes the portal open without a network, and what knows that a newer build is there. */

let isReady = false;
const listeners = new Set<() => void>();

function announce() {
  isReady = true;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export function onNewerBuild(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isNewerBuildReady = () => isReady;

/** The chosen language came before the worker did, so it is put where the worker looks for it. */
async function keepLanguage(): Promise<void> {
  const file = performance
    .getEntriesByType('resource')
    .find(({ name }) => /\/assets\/(?:te|hi)-[\w-]+\.js$/.test(name));
  if (file === undefined) return;
  const kept = await caches.open('languages');
  if (!(await kept.match(file.name))) await kept.add(file.name);
}

/** Takes the portal onto the device. Browsers offer that over https and on this machine alone. */
export async function keepOnDevice(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let isControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first one takes over the page it came with; a later one is of a newer build than this page.
    if (isControlled) announce();
    isControlled = true;
  });
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  keepLanguage().catch(() => undefined);
  const look = () => {
    if (registration.waiting && serviceWorker.controller) announce();
  };
  look();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', look),
  );
  // An installed app stays open for days.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && navigator.onLine)
      void registration.update().catch(() => undefined);
  });
}

const patienceMs = 3000;

/** Loads this page anew in the newer build. Other tabs stay as they are: somebody may be typing there. */
export async function loadNewerBuild(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const changed = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    setTimeout(resolve, patienceMs);
  });
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
  if (registration?.waiting) await changed;
  location.reload();
}
