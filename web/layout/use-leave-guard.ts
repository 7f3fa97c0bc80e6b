import { useBlocker, useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { stepsFrom } from '#web/lib/address/back-closes.ts';
import {
  draftOf,
  forgetDraft,
  isReloadingKept,
  keepDraft,
  onKeepDrafts,
} from '#web/lib/address/left-behind.ts';
import { session } from '#web/lib/session.ts';
import type { PlainSearch } from '#web/lib/address/address-search.ts';
import { texts } from '#web/texts/texts.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';

export interface Question {
  readonly title: string;
  readonly text: string;
}

interface Place {
  readonly pathname: string;
  readonly search: PlainSearch;
}

export interface GuardOptions {
  /** Whether an address no longer shows the changes; without it, every other address counts as leaving. */
  readonly isLeft?: (next: Place, current: Place) => boolean;
  /** Whether closing or reloading the tab loses it. */
  readonly isLostWithTab?: () => boolean;
}

const guards = new Set<() => Promise<boolean>>();

/**
 * Asks what leaving the page would ask. For actions that end the page by themselves: logging out, continuing in another
 * role.
 */
export async function mayLeave(): Promise<boolean> {
  for (const mayLeaveIt of guards) if (!(await mayLeaveIt())) return false;
  return true;
}

/**
 * Asks before the browser goes back or forward from here. The browser has already moved, so it is first sent back to
 * the page; then the next Back closes the question.
 */
async function askThenGo(history: RouterHistory) {
  const steps = stepsFrom(history);
  await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  if (await mayLeave()) history.go(steps, { ignoreBlocker: true });
}

/**
 * Asks before a page with unsaved changes is left: by a link, by Back, by closing the tab, or by code that calls
 * `mayLeave`. When the session ends or the language changes it does not ask: `useKeepDraft` keeps the changes.
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
  const { history } = useRouter();
  useBlocker({
    shouldBlockFn: async ({ action, current, next }) => {
      // Nobody can save after the session has ended.
      if (!session.isSignedIn || !isDirty() || !(isLeft?.(next, current) ?? true)) return false;
      if (action === 'PUSH' || action === 'REPLACE') return !(await confirm(text, { title }));
      void askThenGo(history);
      return true;
    },
    enableBeforeUnload: () => !isReloadingKept() && isLostWithTab(),
  });
}

/**
 * Keeps the values of a form for the same person when the session ends or the language changes; `read` returns null if
 * there is nothing to keep.
 */
export function useKeepDraft(key: string, read: () => object | null) {
  useEffect(() => {
    if (key === shownAgain && read() === null) endDraftBack(key);
    return onKeepDrafts(() => {
      const draft = read();
      if (draft !== null) keepDraft(key, draft);
    });
  });
}

/** The form that says that its draft is shown again; '' for none. */
let shownAgain = '';

function sayDraftBack(key: string) {
  shownAgain = key;
  toast.info(texts.ui.draftBack, 'draftBack');
}

/** It is saved or left. */
function endDraftBack(key: string) {
  if (key !== shownAgain) return;
  shownAgain = '';
  toast.forget(texts.ui.draftBack);
}

/** The values of this form when the session ended, as its first values; null if there are none. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each form says what it keeps
export function useDraft<T>(key: string): T | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of this key put it there
  const [draft] = useState(() => (draftOf(key) as T | undefined) ?? null);
  useEffect(() => {
    if (draft === null) return undefined;
    forgetDraft(key);
    sayDraftBack(key);
    return () => endDraftBack(key);
  }, [draft, key]);
  return draft;
}
