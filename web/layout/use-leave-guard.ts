import { useBlocker } from '@tanstack/react-router';
import { session } from '#web/lib/session.ts';
import { confirm } from '#web/ui/confirm.tsx';

interface Question {
  readonly title: string;
  readonly text: string;
}

/** Asks before a page with unsaved changes is left: by a link, by going back, or by closing the tab. */
export function useLeaveGuard(isDirty: () => boolean, { title, text }: Question) {
  useBlocker({
    // Whoever signed out, or whose session ended, cannot save any more.
    shouldBlockFn: async () => session.isSignedIn && isDirty() && !(await confirm(text, { title })),
    enableBeforeUnload: isDirty,
  });
}
