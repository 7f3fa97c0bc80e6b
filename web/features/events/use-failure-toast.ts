import { useEffect } from 'react';
import { eventsTexts } from '#web/texts/events.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

/** Says in passing that something could not be loaded; what stands in its place says so too, with another try. */
export function useFailureToast(error: Error | null) {
  useEffect(() => {
    if (error) toast.error(eventsTexts.wentWrong, 'events');
  }, [error]);
}
