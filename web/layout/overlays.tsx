import '@mantine/notifications/styles.layer.css';
import { ModalsProvider, useModals } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useBackCloses } from '#web/lib/back-closes.ts';
import classes from './overlays.module.css';
import { SignedInProviders } from './signed-in-providers.tsx';

export * as toasts from '#web/ui/feedback/toasts.tsx';

/** Back answers the topmost question as its cross does. */
function BackClosesQuestion() {
  const { modals, closeModal } = useModals();
  useBackCloses(modals.length > 0, () => closeModal(modals.at(-1)?.id ?? ''));
  return null;
}

/** Toasts and questions, above every page. `onReady`: both listen. */
export function Overlays({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return (
    <SignedInProviders>
      {/* A refusal with its reasons is longer than most, on a phone above all. */}
      <Notifications notificationMaxHeight="min(30rem, 75dvh)" classNames={{ root: classes.toasts ?? '' }} />
      <ModalsProvider>
        <BackClosesQuestion />
      </ModalsProvider>
    </SignedInProviders>
  );
}
