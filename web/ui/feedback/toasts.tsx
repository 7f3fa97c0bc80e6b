import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import classes from './toasts.module.css';

const looks = {
  success: { color: 'teal', icon: <IconCheck aria-hidden size={18} /> },
  error: { color: 'red', icon: <IconX aria-hidden size={18} /> },
  warning: { color: 'orange', icon: <IconAlertTriangle aria-hidden size={18} /> },
  info: { color: 'blue', icon: <IconInfoCircle aria-hidden size={18} /> },
} as const satisfies Record<string, { color: string; icon: ReactNode }>;

export type ToastKind = keyof typeof looks;

export function show(kind: ToastKind, text: string, seconds: number) {
  notifications.show({
    // The text is the id: the same text never stands there twice.
    id: text,
    message: text,
    autoClose: seconds * 1000,
    closeButtonProps: { 'aria-label': texts.ui.close },
    ...looks[kind],
  });
}

export interface Undoable {
  readonly text: string;
  /** Its subject: a later toast about the same subject replaces this one. */
  readonly about: string;
  readonly undo: () => void;
  /** The kind after an undo that got no answer. */
  readonly kind?: 'success' | 'error';
}

/**
 * The subject of the one Undo on the page. Several would cover the page and delay other toasts; the bin has the rest.
 */
let offered = '';

export function showUndoable({ text, about, undo, kind = 'success' }: Undoable, seconds: number) {
  let isTaken = false;
  const take = () => {
    notifications.hide(about);
    // A double click presses it again while it goes.
    if (isTaken) return;
    isTaken = true;
    undo();
  };
  notifications.hide(offered);
  notifications.hide(about);
  offered = about;
  notifications.show({
    id: about,
    message: (
      <span className={classes.undoable}>
        <span>{text}</span>
        <Button variant="light" size="compact-sm" className={classes.undo} onClick={take}>
          {texts.ui.undo}
        </Button>
      </span>
    ),
    autoClose: seconds * 1000,
    closeButtonProps: { 'aria-label': texts.ui.close },
    ...looks[kind],
  });
}

export function showReasons(text: string, reasons: readonly string[], seconds: number) {
  notifications.show({
    id: text,
    message: (
      <>
        {text}
        <ul className={classes.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </>
    ),
    autoClose: seconds * 1000,
    closeButtonProps: { 'aria-label': texts.ui.close },
    ...looks.error,
  });
}

/** Beside what an action says of its mail, with the way to it for those who may read it. */
export function showMailKept(seconds: number) {
  const { mailKept } = texts.ui;
  notifications.show({
    id: mailKept,
    message: (
      <>
        {mailKept} {/* Toasts stand outside the router, which the links of the portal ask. */}
        {session.role === 'admin' ? <a href={paths.mails}>{texts.shell.menu.mails}</a> : null}
      </>
    ),
    autoClose: seconds * 1000,
    closeButtonProps: { 'aria-label': texts.ui.close },
    ...looks.info,
  });
}

export const forget = (about: string) => notifications.hide(about);

export function hush() {
  notifications.cleanQueue();
  notifications.clean();
}
