import { useEffect, useState, type ReactNode } from 'react';
import { letterKeys } from '#web/lib/browser/letter-keys.ts';
import { showKeysEvent } from '#web/ui/show-keys.ts';

const load = () => import('./key-actions.tsx');

const fields = 'input:not([type=checkbox]),textarea,select,[contenteditable=true]';

/** The keys of the portal besides those of its parts. What they do is loaded with the first of them. */
export function Keys() {
  const [shown, show] = useState<ReactNode>(null);
  useEffect(() => {
    const act = (key: string) => {
      // Without a network the key does nothing, and the mouse goes on.
      load().then(
        ({ press }) => press(key, show),
        () => undefined,
      );
    };
    const showKeys = () => act('?');
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!(target instanceof Element) || target.closest(fields)) return;
      // Elsewhere the space bar presses buttons and turns pages.
      const isHeard =
        key === ' ' ? target.matches('[data-row]') : letterKeys.isOn && /^[/?.jkxoe]$/.test(key);
      if (!isHeard) return;
      // The browser would look for a text.
      event.preventDefault();
      act(key);
    };
    document.addEventListener('keydown', listen);
    document.addEventListener(showKeysEvent, showKeys);
    return () => {
      document.removeEventListener('keydown', listen);
      document.removeEventListener(showKeysEvent, showKeys);
    };
  }, []);
  return shown;
}
