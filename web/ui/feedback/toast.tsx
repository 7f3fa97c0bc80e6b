import { onLeave } from '#web/lib/session.ts';
import { hush, withOverlays } from './overlay-host.tsx';
import type { ToastKind, ToastPlace, Undoable } from './toasts.tsx';

/** How long and where a toast stands, by occasion. */
export const toastPlaces = {
  usual: { seconds: 5, position: 'top-right' },
  events: { seconds: 5, position: 'top-center' },
  changePassword: { seconds: 3, position: 'top-right' },
  roleSwitch: { seconds: 2, position: 'top-right' },
} as const satisfies Record<string, ToastPlace>;

export type Occasion = keyof typeof toastPlaces;

// Toasts name people, and some can be pressed. The next person at this screen must neither read nor press them.
onLeave(hush);

/** Long enough to read, decide and get there by keyboard; it waits while the pointer or the focus is on it. */
const undoSeconds = 10;
/** Long enough to read why. */
const reasonsSeconds = 15;

const show = (kind: ToastKind, text: string, occasion: Occasion = 'usual') =>
  withOverlays(({ toasts }) => toasts.show(kind, text, toastPlaces[occasion]));

/** `toast.success('Saved')`; the occasion decides how long and where: `toast.error(text, 'events')`. */
export const toast = {
  success: (text: string, occasion?: Occasion) => show('success', text, occasion),
  error: (text: string, occasion?: Occasion) => show('error', text, occasion),
  warning: (text: string, occasion?: Occasion) => show('warning', text, occasion),
  info: (text: string, occasion?: Occasion) => show('info', text, occasion),
  /** A refusal with its reasons, one a line. */
  reasons: (text: string, reasons: readonly string[], occasion: Occasion = 'usual') =>
    withOverlays(({ toasts }) =>
      toasts.showReasons(text, reasons, { ...toastPlaces[occasion], seconds: reasonsSeconds }),
    ),
  /** A success that can be undone for a while. */
  undoable: ({ occasion = 'usual', ...what }: Undoable & { readonly occasion?: Occasion | undefined }) =>
    withOverlays(({ toasts }) =>
      toasts.showUndoable(what, { ...toastPlaces[occasion], seconds: undoSeconds }),
    ),
  /** Removes the offer to undo something that can no longer be undone. */
  forget: (about: string) => withOverlays(({ toasts }) => toasts.forget(about)),
};
