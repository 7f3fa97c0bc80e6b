import { onLeave } from '#web/lib/session.ts';
import { hush, withOverlays } from './overlay-host.tsx';
import type { ToastKind, Undoable } from './toasts.tsx';

/** The seconds that a toast stays, by occasion. */
export const toastSeconds = {
  usual: 5,
  changePassword: 3,
  roleSwitch: 2,
  /** It appears while the page still comes together. */
  draftBack: 20,
} as const;

export type Occasion = keyof typeof toastSeconds;

// Toasts name people, and some can be pressed. The next person at this screen must neither read nor press them.
onLeave(hush);

/** Long enough to read, decide and get there by keyboard; it waits while the pointer or the focus is on it. */
const undoSeconds = 10;
/** Long enough to read why. */
const reasonsSeconds = 15;

const show = (kind: ToastKind, text: string, occasion: Occasion = 'usual') =>
  withOverlays(({ toasts }) => toasts.show(kind, text, toastSeconds[occasion]));

/** `toast.success('Saved')`; the occasion decides how long: `toast.success(text, 'roleSwitch')`. */
export const toast = {
  success: (text: string, occasion?: Occasion) => show('success', text, occasion),
  error: (text: string, occasion?: Occasion) => show('error', text, occasion),
  warning: (text: string, occasion?: Occasion) => show('warning', text, occasion),
  info: (text: string, occasion?: Occasion) => show('info', text, occasion),
  /** What was asked for wrote a mail, and there is no mail server. */
  mailKept: () => withOverlays(({ toasts }) => toasts.showMailKept(reasonsSeconds)),
  /** A refusal with its reasons, one a line. */
  reasons: (text: string, reasons: readonly string[]) =>
    withOverlays(({ toasts }) => toasts.showReasons(text, reasons, reasonsSeconds)),
  /** A success that can be undone for a while, in seconds. */
  undoable: (what: Undoable, seconds = undoSeconds) =>
    withOverlays(({ toasts }) => toasts.showUndoable(what, seconds)),
  /** Removes the offer to undo something that can no longer be undone. */
  forget: (about: string) => withOverlays(({ toasts }) => toasts.forget(about)),
};
