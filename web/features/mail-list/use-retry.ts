import { mails } from '@gurukul/contract/mails';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { mailsTexts } from '#web/texts/mails.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = mailsTexts.retry;

/** Sends failed mails once more, the named ones or all of an event, and says how many those were. */
export function useRetry() {
  const action = useAction(mails.retry_mails);
  const retry = async (which: { mail_ids: number[] } | { event_id: number }) => {
    if (action.isPending) return;
    try {
      const { retried, skipped } = (await action.run(which)).data;
      if (skipped > 0) toast.warning(t.skipped({ retried, skipped }));
      else toast.success(t.done({ retried }));
    } catch (error) {
      toast.error(refusalOf(error, t.failed));
    }
  };
  return { retry, isPending: action.isPending };
}

export type Retry = ReturnType<typeof useRetry>;
