import { useBlocker } from '@tanstack/react-router';

/** Keys of an address that open a dialog: Back takes them away, which closes it. */
const ofDialogs = ['dialog', 'pdf', 'letter'] as const;

/** Back does to an open dialog, question or menu what Esc does, as the button of a phone is expected to. */
export function useBackCloses() {
  useBlocker({
    shouldBlockFn: ({ action, current, next }) => {
      const open = action === 'BACK' ? document.querySelector('[aria-modal="true"]') : null;
      if (open === null) return false;
      const [now, then]: Readonly<Record<string, unknown>>[] = [current.search, next.search];
      if (ofDialogs.some((key) => now?.[key] !== then?.[key])) return false;
      open.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      return true;
    },
    enableBeforeUnload: false,
  });
}
