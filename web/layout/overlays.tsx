import '@mantine/notifications/styles.layer.css';
import { ModalsProvider, useModals } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useBackCloses } from '#web/lib/address/back-closes.ts';
import classes from './overlays.module.css';
import { SignedInProviders } from './signed-in-providers.tsx';

export * as toasts from '#web/ui/feedback/toasts.tsx';

/** Back answers the topmost question as its cross does. */
function BackClosesQuestion() {
  const { modals, closeModal } = useModals();
  useBackCloses(modals.length > 0, () => closeModal(modals.at(-1)?.id ?? ''));
  return null;
}

/**
 * Says in `--g-toasts` how high the toasts are together. Menu, action bars, dialogs and the end of the page leave them
 * that room, so that no toast lies over a control.
 */
function useRoomForToasts() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = host.current?.querySelector('[data-position="bottom-left"]');
    if (!place) return undefined;
    const observer = new ResizeObserver(() => {
      const { height } = place.getBoundingClientRect();
      document.documentElement.style.setProperty('--g-toasts', `${height}px`);
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return host;
}

/**
 * Without motion a question comes or goes between the two presses of a double click. The second press was not meant for
 * what is there then: it would close the question, or press what lay below it.
 */
function useSecondPresses() {
  useEffect(() => {
    const topmost = () => [...document.querySelectorAll('[role="dialog"]')].at(-1);
    let before = topmost();
    const listen = (event: MouseEvent) => {
      if (event.detail < 2) before = topmost();
      else if (topmost() !== before) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    window.addEventListener('mousedown', listen, true);
    window.addEventListener('click', listen, true);
    return () => {
      window.removeEventListener('mousedown', listen, true);
      window.removeEventListener('click', listen, true);
    };
  }, []);
}

/** Toasts and questions, above every page. `onReady`: both listen. */
export function Overlays({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  const host = useRoomForToasts();
  useSecondPresses();
  return (
    <SignedInProviders>
      <div ref={host}>
        <Notifications
          position="bottom-left"
          withinPortal={false}
          // A refusal with its reasons is longer than most, on a phone above all.
          notificationMaxHeight="min(30rem, 75dvh)"
          classNames={{ root: classes.toasts ?? '', notification: classes.toast ?? '' }}
        />
      </div>
      <ModalsProvider>
        <BackClosesQuestion />
      </ModalsProvider>
    </SignedInProviders>
  );
}
