import { useEffect } from 'react';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toast.tsx';

/** Says in passing that something could not be loaded; what stands in its place says so too, with another try. */
export function useFailureToast(error: Error | null) {
  useEffect(() => {
    if (error) toast.error(texts.events.wentWrong, 'events');
  }, [error]);
}
