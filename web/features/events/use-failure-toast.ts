import { useEffect } from 'react';
import { eventsTexts } from '#web/texts/events.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

/** Shows a toast when something could not be loaded. The place of the data says so too, and offers a retry. */
export function useFailureToast(error: Error | null) {
  useEffect(() => {
    if (error) toast.error(eventsTexts.wentWrong);
  }, [error]);
}
