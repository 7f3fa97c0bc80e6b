import { Button } from '@mantine/core';
import { notifications, type NotificationData } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { inLanguage } from '#web/texts/catalogue.ts';
import { texts } from '#web/texts/texts.ts';
import { wantOverlays } from './overlay-host.tsx';
import classes from './toast.module.css';

interface Place {
  readonly seconds: number;
  readonly position: NonNullable<NotificationData['position']>;
}

/** How long and where a toast stands, by occasion. */
export const toastPlaces = {
  usual: { seconds: 5, position: 'top-right' },
  events: { seconds: 5, position: 'top-center' },
  changePassword: { seconds: 3, position: 'top-right' },
  roleSwitch: { seconds: 2, position: 'top-right' },
} as const satisfies Record<string, Place>;

export type Occasion = keyof typeof toastPlaces;

const looks = {
  success: { color: 'teal', icon: <IconCheck aria-hidden size={18} /> },
  error: { color: 'red', icon: <IconX aria-hidden size={18} /> },
  warning: { color: 'orange', icon: <IconAlertTriangle aria-hidden size={18} /> },
  info: { color: 'blue', icon: <IconInfoCircle aria-hidden size={18} /> },
} as const satisfies Record<string, { color: string; icon: ReactNode }>;

function show(kind: keyof typeof looks, said: string, occasion: Occasion = 'usual') {
  const text = inLanguage(said);
  const { seconds, position } = toastPlaces[occasion];
  wantOverlays();
  notifications.show({
    // The text is the id: the same text never stands there twice.
    id: text,
    message: text,
    position,
    autoClose: seconds * 1000,
    closeButtonProps: { 'aria-label': texts.ui.close },
    ...looks[kind],
  });
}

/** Long enough to read, decide and get there by keyboard; it waits while the pointer or the focus is on it. */
const undoSeconds = 10;

interface Undoable {
  readonly text: string;
  /** What it is about: a later word about the same takes this one's place. */
  readonly about: string;
  readonly undo: () => void;
  readonly occasion?: Occasion | undefined;
  /** Of a try to take it back that got no answer. */
  readonly kind?: 'success' | 'error';
}

/** The keyboard's place, told a moment later: what was pressed may hand it on when it has gone. */
function placeNow() {
  let place: Element | null = null;
  const note = () => {
    place = document.activeElement;
  };
  setTimeout(() => requestAnimationFrame(() => setTimeout(note)));
  return () => place;
}

/** The button goes with its toast: the keyboard goes back to where it was, or to the page. */
function goBack(place: Element | null) {
  const isThere = place instanceof HTMLElement && place.isConnected && place !== document.body;
  const target = isThere ? place : document.querySelector('main');
  target?.focus({ preventScroll: true });
}

function showUndoable({ text, about, undo, occasion = 'usual', kind = 'success' }: Undoable) {
  wantOverlays();
  const place = placeNow();
  let isTaken = false;
  const take = () => {
    // A double click presses it again while it goes.
    if (isTaken) return;
    isTaken = true;
    notifications.hide(about);
    goBack(place());
    undo();
  };
  notifications.hide(about);
  notifications.show({
    id: about,
    message: (
      <span className={classes.undoable}>
        <span>{inLanguage(text)}</span>
        <Button variant="light" size="compact-sm" className={classes.undo} onClick={take}>
          {texts.ui.undo}
        </Button>
      </span>
    ),
    position: toastPlaces[occasion].position,
    autoClose: undoSeconds * 1000,
    closeButtonProps: { 'aria-label': texts.ui.close },
    ...looks[kind],
  });
}

/** Long enough to read why. */
const reasonsSeconds = 15;

/** A refusal with its reasons, one a line. */
function showReasons(text: string, reasons: readonly string[], occasion: Occasion = 'usual') {
  wantOverlays();
  notifications.show({
    id: text,
    message: (
      <>
        {inLanguage(text)}
        <ul className={classes.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{inLanguage(reason)}</li>
          ))}
        </ul>
      </>
    ),
    position: toastPlaces[occasion].position,
    autoClose: reasonsSeconds * 1000,
    closeButtonProps: { 'aria-label': texts.ui.close },
    ...looks.error,
  });
}

/**
 * `toast.success('Saved')`; the occasion decides how long and where: `toast.error(text, 'events')`. What the server said
 * is said in the chosen language.
 */
export const toast = {
  success: (text: string, occasion?: Occasion) => show('success', text, occasion),
  error: (text: string, occasion?: Occasion) => show('error', text, occasion),
  warning: (text: string, occasion?: Occasion) => show('warning', text, occasion),
  info: (text: string, occasion?: Occasion) => show('info', text, occasion),
  reasons: showReasons,
  /** A success that can be taken back for a while. */
  undoable: showUndoable,
  /** What can no longer be taken back goes. */
  forget: (about: string) => notifications.hide(about),
};
