import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { mayOfferInstall } from '#web/lib/browser/install-prompt.ts';
import { isNewerBuildReady, keepOnDevice, onNewerBuild } from '#web/lib/browser/newer-build.ts';

const load = () => import('./hints.tsx');
const NewerBuildHint = lazy(async () => ({ default: (await load()).NewerBuildHint }));
const InstallHint = lazy(async () => ({ default: (await load()).InstallHint }));

/**
 * Whether to offer the installation, once the browser has said that it can. The code loads at one change of the page
 * and shows at the next, so that nothing moves on an open page.
 */
function useInstallOffer(): boolean {
  const router = useRouter();
  const [isMade, setMade] = useState(false);
  useEffect(() => {
    let isLoaded = false;
    return router.subscribe('onBeforeLoad', ({ pathChanged }) => {
      if (!pathChanged || !mayOfferInstall()) return;
      if (isLoaded) setMade(true);
      load().then(
        () => (isLoaded = true),
        () => undefined,
      );
    });
  }, [router]);
  return isMade;
}

/**
 * Stores the portal on the device, and reports quietly that a newer version is there, or that the portal can be
 * installed.
 */
export function NewVersion() {
  const isReady = useSyncExternalStore(onNewerBuild, isNewerBuildReady);
  const isOffered = useInstallOffer();
  useEffect(() => {
    // Without it the portal works as well, while there is a network.
    keepOnDevice().catch(() => undefined);
    if (import.meta.env.PROD && globalThis.Notification?.permission === 'granted') {
      import('./renew-notifications.ts')
        .then(({ renewNotifications }) => renewNotifications())
        .catch(() => undefined);
    }
  }, []);
  return <Suspense>{isReady ? <NewerBuildHint /> : isOffered ? <InstallHint /> : null}</Suspense>;
}
