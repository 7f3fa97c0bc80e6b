import { useEffect } from 'react';

const dialog = '[role="dialog"]';

/** What takes the focus for what it holds: the region of a table, a dialog, the page itself. */
const place = `section[tabindex], ${dialog}, main`;

/** A dialog that closes gives the focus back within this time, in milliseconds. */
const givenBack = 50;

const pathOf = (element: Element): Element[] =>
  element.parentElement ? [element, ...pathOf(element.parentElement)] : [element];

/** The innermost of them that is still there and takes the focus. */
const leftOf = (path: readonly Element[]) =>
  path.find((each, index) => each.isConnected && (index === 0 || each.matches(place)));

/**
 * The keyboard's place on the page, when what held it goes: a deed takes away its own button with the row or the dialog
 * around it, and the focus would fall to the document, from where a screen reader begins anew. It goes on from what held
 * that button; from a dialog, at the button that opened it or at what held this one.
 */
export function useKeptPlace() {
  useEffect(() => {
    let path: readonly Element[] = [];
    /** The last one within the page, which a dialog stands above. */
    let below: readonly Element[] = [];
    let timer = 0;

    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      path = pathOf(target);
      if (!target.closest(dialog)) below = path;
    };
    const restore = () => {
      if (document.activeElement !== document.body || path[0]?.isConnected) return;
      const isDialogGone = path.some((each) => !each.isConnected && each.matches(dialog));
      const stillOpen = [...document.querySelectorAll(dialog)].at(-1);
      const left = isDialogGone ? (stillOpen ?? leftOf(below)) : leftOf(path);
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
