import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { draftOf, forgetDraft, keepDraft } from '#web/lib/left-behind.ts';
import { onSessionEnd, session } from '#web/lib/session.ts';
import type { PlainSearch } from '#web/lib/address-search.ts';
import { texts } from '#web/texts/texts.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { toast } from '#web/ui/toast.tsx';

export interface Question {
  readonly title: string;
  readonly text: string;
}

interface GuardOptions {
  /** Whether an address no longer shows what was changed; else every other address is taken to leave it. */
  readonly isLeft?: (next: { pathname: string; search: PlainSearch }) => boolean;
  /** Whether closing or reloading the tab loses it. */
  readonly isLostWithTab?: () => boolean;
}

const guards = new Set<() => Promise<boolean>>();

/** Asks what leaving the page would ask, for deeds that end it by themselves: logging out, continuing in another role. */
export async function mayLeave(): Promise<boolean> {
  for (const mayLeaveIt of guards) if (!(await mayLeaveIt())) return false;
  return true;
}

/**
 * Asks before a page with unsaved changes is left: by a link, by going back, by closing the tab, or by what asks
 * `mayLeave`. When the session ends there is nothing to ask: `useKeepDraft` keeps the changes.
 */
export function useLeaveGuard(
  isDirty: () => boolean,
  { title, text }: Question,
  { isLeft, isLostWithTab = isDirty }: GuardOptions = {},
) {
  useEffect(() => {
    const mayLeaveIt = async () => !isDirty() || confirm(text, { title });
    guards.add(mayLeaveIt);
    return () => {
      guards.delete(mayLeaveIt);
    };
  });
  useBlocker({
    // Whoever signed out, or whose session ended, cannot save any more.
    shouldBlockFn: async ({ next }) =>
      session.isSignedIn && isDirty() && (isLeft?.(next) ?? true) && !(await confirm(text, { title })),
    enableBeforeUnload: isLostWithTab,
  });
}

/** Keeps what stands in a form for the same person when the session ends; `read` says null when there is nothing to keep. */
export function useKeepDraft(key: string, read: () => object | null) {
  useEffect(() =>
    onSessionEnd(() => {
      const draft = read();
      if (draft !== null) keepDraft(key, draft);
    }),
  );
}

/** What stood in this form when the session ended, for the form to begin with; null when there is nothing. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each form says what it keeps
export function useDraft<T>(key: string): T | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of this key put it there
  const [draft] = useState(() => (draftOf(key) as T | undefined) ?? null);
  useEffect(() => {
    if (draft === null) return;
    forgetDraft(key);
    toast.info(texts.ui.draftBack);
  }, [draft, key]);
  return draft;
}
