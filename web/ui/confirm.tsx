import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { beginQuestion } from '#web/lib/gesture.ts';
import { texts } from '#web/texts/texts.ts';
import { openAbove } from './overlay-host.tsx';

/**
 * Asks before something is done. Yes resolves true; No, Esc, the cross and a click beside it resolve false.
 * `if (!(await confirm(text))) return toast.warning(...)`
 */
export function confirm(
  question: ReactNode,
  { title = texts.ui.areYouSure, size = 'md' } = {},
): Promise<boolean> {
  beginQuestion();
  return new Promise((resolve) => {
    let isYes = false;
    openAbove(() =>
      modals.openConfirmModal({
        title,
        size,
        children: typeof question === 'string' ? <Text>{question}</Text> : question,
        labels: { confirm: texts.ui.yes, cancel: texts.ui.no },
        // The harmless answer has the focus: an Enter too many changes nothing.
        cancelProps: { 'data-autofocus': true },
        closeButtonProps: { 'aria-label': texts.ui.close },
        centered: true,
        onConfirm: () => {
          isYes = true;
        },
        onClose: () => resolve(isYes),
      }),
    );
  });
}
