import { useDeferredValue, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { toast } from './feedback/toast.tsx';

export const loadMenu = async () => (await import('./menu/late-menu.tsx')).LateMenu;
export const loadPopover = async () => (await import('./late-popover.tsx')).LatePopover;

/**
 * A part that a page needs only when a person asks for it. `prepare` loads it when that is likely, `want` when it is
 * needed; `want` shows an error if it cannot be loaded. `part` is null until it is loaded.
 */
export function useOnFirstUse<T>(load: () => Promise<T>) {
  const [loaded, setLoaded] = useState<{ readonly part: T } | null>(null);

  const prepare = () => {
    load().catch(() => undefined);
  };

  /** Resolves with whether it is there. */
  const want = async (): Promise<boolean> => {
    if (loaded) return true;
    try {
      setLoaded({ part: await load() });
      return true;
    } catch {
      toast.error(texts.errors.unreachable);
      return false;
    }
  };

  return { part: loaded?.part ?? null, prepare, want };
}

/**
 * A dialog remembers the focused element when it opens, not when it is built. So it is built closed and opens at once.
 */
export function useOpenedAfterwards(isOpen: boolean): boolean {
  const isOpened = useDeferredValue(isOpen, false);
  return isOpened && isOpen;
}
