import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { isValidElement, type ReactNode } from 'react';
import { endRepeats } from '#web/lib/browser/repeats.ts';
import { texts } from '#web/texts/texts.ts';
import classes from './confirm.module.css';
import { openAbove } from './overlay-host.tsx';

interface Standing {
  readonly title: string;
  readonly question: ReactNode;
  readonly answer: Promise<boolean>;
}

/** The questions that nobody has answered yet, on the page or on their way there. */
const standing = new Set<Standing>();

/** The same words, or the same part of a page about the same things. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((part, index) => isSame(part, other[index]));
  }
  if (!isValidElement<object>(one) || !isValidElement<object>(other) || one.type !== other.type) return false;
  const others = new Map(Object.entries(other.props));
  const own = Object.entries(one.props);
  return own.length === others.size && own.every(([name, value]) => isSame(value, others.get(name)));
}

/**
 * Asks before an action. Yes resolves true; No, Esc, Back, the cross and a click beside it resolve false.
 * `if (!(await confirm(text))) return toast.warning(...)`
 *
 * A question is asked once. If it is asked again before it is answered, as by a double click, both callers get the one
 * answer.
 *
 * `action` says what is removed, on a red button instead of Yes: "Delete Asha Rao".
 */
export function confirm(
  question: ReactNode,
  { title = texts.ui.areYouSure, size = 'md', action = '' } = {},
): Promise<boolean> {
  for (const asked of standing) {
    if (asked.title === title && isSame(asked.question, question)) return asked.answer;
  }
  endRepeats();
  const answer = ask(question, { title, size, action });
  const asked = { title, question, answer };
  standing.add(asked);
  void answer.finally(() => standing.delete(asked));
  return answer;
}

const secondPress = (event: MouseEvent) => {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
};

/** The second press of a double click hits a question that is closing, or what lies below it, and would move the focus. */
function ignoreSecondPress(): void {
  for (const kind of ['mousedown', 'click'] as const) {
    document.addEventListener(kind, secondPress, { capture: true, once: true });
  }
}

interface Look {
  readonly title: string;
  readonly size: string;
  readonly action: string;
}

function ask(question: ReactNode, { title, size, action }: Look): Promise<boolean> {
  return new Promise((resolve) => {
    let isYes = false;
    openAbove(() =>
      modals.openConfirmModal({
        title,
        size,
        children: typeof question === 'string' ? <Text>{question}</Text> : question,
        labels: { confirm: action || texts.ui.yes, cancel: texts.ui.no },
        confirmProps: {
          ...(action && { color: 'red', className: classes.action }),
        },
        // The harmless answer has the focus: an Enter too many changes nothing.
        cancelProps: { 'data-autofocus': true },
        closeButtonProps: { 'aria-label': texts.ui.close },
        centered: true,
        onConfirm: () => {
          isYes = true;
          ignoreSecondPress();
        },
        onClose: () => resolve(isYes),
      }),
    );
  });
}
