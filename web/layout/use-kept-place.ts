import { useEffect } from 'react';

const dialog = '[role="dialog"]';

/** What takes the focus for what it holds: the region of a table, a dialog, the page itself. */
const place = `section[tabindex], ${dialog}, main`;

/** What stands above the page for a while. */
const layer = `${dialog}, .mantine-Notifications-notification`;

/** A dialog that closes gives the focus back within this time, in milliseconds. */
const givenBack = 50;

const pathOf = (element: Element): Element[] =>
  element.parentElement ? [element, ...pathOf(element.parentElement)] : [element];

/** The innermost of them that is still there and takes the focus. */
const leftOf = (path: readonly Element[]) =>
  path.find((each, index) => each.isConnected && (index === 0 || each.matches(place)));

/**
 * Keeps the keyboard's place on the page when its element disappears. An action may remove its own button with the row
 * or the dialog around it. The focus would then fall to the document, where a screen reader starts again. Instead it
 * goes to the element around that button. From a dialog or a toast it goes to the last place on the page below, or to the
 * element around that one.
 */
export function useKeptPlace() {
  useEffect(() => {
    let path: readonly Element[] = [];
    /** The last one within the page, which dialogs and toasts stand above. */
    let below: readonly Element[] = [];
    let timer = 0;

    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      path = pathOf(target);
      if (!target.closest(layer)) below = path;
    };
    const restore = () => {
      if (document.activeElement !== document.body || path[0]?.isConnected) return;
      const isLayerGone = path.some((each) => !each.isConnected && each.matches(layer));
      const stillOpen = [...document.querySelectorAll(dialog)].at(-1);
      const left = isLayerGone ? (stillOpen ?? leftOf(below)) : leftOf(path);
      const goesOn = left ?? document.querySelector('main');
      if (goesOn instanceof HTMLElement) goesOn.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (path[0] === undefined || path[0].isConnected || document.activeElement !== document.body) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(restore, givenBack);
    });

    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
      window.clearTimeout(timer);
    };
  }, []);
}
