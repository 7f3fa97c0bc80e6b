/** The service worker. It opens the portal without a network, and it reports that a newer build is there. */

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

/** The language was chosen before the worker existed, so it is written to where the worker reads it. */
async function keepLanguage(): Promise<void> {
  const file = performance
    .getEntriesByType('resource')
    .find(({ name }) => /\/assets\/(?:te|hi)-[\w-]+\.js$/.test(name));
  if (file === undefined) return;
  const kept = await caches.open('languages');
  if (!(await kept.match(file.name))) await kept.add(file.name);
}

/** Installs the portal on the device. Browsers allow that only over https and on localhost. */
export async function keepOnDevice(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let isControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over the page that brought it. A later worker belongs to a newer build than this page.
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

/** Reloads this page in the newer build. Other tabs stay as they are, because somebody may be typing there. */
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
