import { lazy, Suspense, useSyncExternalStore } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { offers } from './offer-to-tell.ts';

const WriteDialog = lazy(async () => ({ default: (await import('./write-dialog.tsx')).WriteDialog }));

/** The place of the question that follows a deed: the pages and dialogs of the deed may be gone by then. */
export function TellHost() {
  const offer = useSyncExternalStore(offers.subscribe, offers.current);
  if (offer === null) return null;
  const { audience, whom, draft, people } = offer;
  return (
    <Suspense>
      <WriteDialog
        audience={audience}
        whom={whom}
        title={messagesTexts.tell.title(formatNumber(people), people === 1)}
        proposed={draft}
        isOpen
        onClose={offers.end}
      />
    </Suspense>
  );
}
