import { lazy, Suspense, useEffect, useState } from 'react';
import { letterKeys } from '#web/lib/browser/letter-keys.ts';
import { showKeysEvent } from '#web/ui/show-keys.ts';

const load = () => import('./key-actions.tsx');
const KeysDialog = lazy(async () => ({ default: (await load()).KeysDialog }));

const fields = 'input:not([type=checkbox]),textarea,select,[contenteditable=true]';

/** The keys of the portal besides those of its parts. What they do is loaded with the first of them. */
export function Keys() {
  const [isShown, setShown] = useState<boolean | null>(null);
  useEffect(() => {
    const act = (key: string) => {
      // Without a network the key does nothing, and the mouse goes on.
      load().then(
        ({ press }) => press(key, () => setShown(true)),
        () => undefined,
      );
    };
    const show = () => act('?');
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!/^[/?.jkxoe]$/.test(key) || (target instanceof Element && target.closest(fields))) return;
      if (!letterKeys.isOn) return;
      // The browser would look for a text.
      event.preventDefault();
      act(key);
    };
    document.addEventListener('keydown', listen);
    document.addEventListener(showKeysEvent, show);
    return () => {
      document.removeEventListener('keydown', listen);
      document.removeEventListener(showKeysEvent, show);
    };
  }, []);
  return (
    <Suspense>
      {isShown === null ? null : <KeysDialog isShown={isShown} onClose={() => setShown(false)} />}
    </Suspense>
  );
}
