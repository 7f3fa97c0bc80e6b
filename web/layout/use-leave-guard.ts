import { useBlocker } from '@tanstack/react-router';
import { session } from '#web/lib/session.ts';
import type { PlainSearch } from '#web/lib/table-search.ts';
import { confirm } from '#web/ui/confirm.tsx';

interface Question {
  readonly title: string;
  readonly text: string;
}

/**
 * Asks before a page with unsaved changes is left: by a link, by going back, or by closing the tab. `isLeft` says
 * whether an address no longer shows what was changed; else every other address is taken to leave it.
 */
export function useLeaveGuard(
  isDirty: () => boolean,
  { title, text }: Question,
  isLeft?: (next: { pathname: string; search: PlainSearch }) => boolean,
) {
  useBlocker({
    // Whoever signed out, or whose session ended, cannot save any more.
    shouldBlockFn: async ({ next }) =>
      session.isSignedIn && isDirty() && (isLeft?.(next) ?? true) && !(await confirm(text, { title })),
    enableBeforeUnload: isDirty,
  });
}
