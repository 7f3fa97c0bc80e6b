import { Button } from '@mantine/core';
import { notifications, type NotificationData } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
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

function show(kind: keyof typeof looks, text: string, occasion: Occasion = 'usual') {
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
}

function showUndoable({ text, about, undo }: Undoable) {
  wantOverlays();
  notifications.hide(about);
  notifications.show({
    id: about,
    message: (
      <span className={classes.undoable}>
        <span>{text}</span>
        <Button
          variant="light"
          size="compact-sm"
          onClick={() => {
            notifications.hide(about);
            undo();
          }}
        >
          {texts.ui.undo}
        </Button>
      </span>
    ),
    position: toastPlaces.usual.position,
    autoClose: undoSeconds * 1000,
    closeButtonProps: { 'aria-label': texts.ui.close },
    ...looks.success,
  });
}

/** `toast.success('Saved')`; the occasion decides how long and where: `toast.error(text, 'events')`. */
export const toast = {
  success: (text: string, occasion?: Occasion) => show('success', text, occasion),
  error: (text: string, occasion?: Occasion) => show('error', text, occasion),
  warning: (text: string, occasion?: Occasion) => show('warning', text, occasion),
  info: (text: string, occasion?: Occasion) => show('info', text, occasion),
  /** A success that can be taken back for a while. */
  undoable: showUndoable,
  /** What can no longer be taken back goes. */
  forget: (about: string) => notifications.hide(about),
};
