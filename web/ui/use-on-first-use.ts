import { useDeferredValue, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { toast } from './feedback/toast.tsx';

/**
 * Something that a page needs only when somebody asks for it. `prepare` fetches it when that is likely, `want` when it is
 * so, and says why nothing happens where it cannot be fetched. `part` is null until it is there.
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
 * What opens above the page notes who had the focus when it opens, not when it is built: so it is built closed and opens
 * at once.
 */
export function useOpenedAfterwards(isOpen: boolean): boolean {
  const isOpened = useDeferredValue(isOpen, false);
  return isOpened && isOpen;
}
