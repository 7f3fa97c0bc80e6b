import { Button, VisuallyHidden } from '@mantine/core';
import type { MouseEvent } from 'react';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from './action-button.tsx';
import { confirm } from './confirm.tsx';
import { toast, type Occasion } from './toast.tsx';

interface AskedButtonProps<Answer> {
  label: string;
  /** The label while it is done. */
  busyLabel: string;
  /** Whom it is about: rows have the same buttons. */
  name: string;
  color?: 'red';
  /** Why it is not available now; absent or empty when it is. */
  disabledReason?: string;
  /** What follows from it. */
  question: string;
  deed: () => Promise<Answer>;
  isPending: boolean;
  /** What is said then, or says it itself. */
  done: string | ((answer: Answer) => void);
  failureOf: (error: unknown) => string;
  occasion?: Occasion;
  /** What is said to a No; '' for nothing. */
  revertedText?: string;
}

/** Does something to the row it stands in after asking, and says how that went. */
export function AskedButton<Answer>(props: AskedButtonProps<Answer>) {
  const { label, busyLabel, name, color, disabledReason, question, deed, isPending, done, failureOf } = props;
  const { occasion = 'usual', revertedText = texts.ui.reverted } = props;
  const ask = async ({ currentTarget: button }: MouseEvent<HTMLElement>) => {
    if (isPending) return;
    const table = button.closest('section');
    if (!(await confirm(question))) {
      if (revertedText) toast.warning(revertedText, occasion);
      return;
    }
    try {
      const answer = await deed();
      if (typeof done === 'string') toast.success(done, occasion);
      else done(answer);
      // The row may go, and must not take the keyboard's place on the page along.
      const { activeElement, body } = document;
      if (activeElement === button || activeElement === body) table?.focus({ preventScroll: true });
    } catch (error) {
      toast.error(failureOf(error), occasion);
    }
  };
  const shared = {
    size: 'compact-sm',
    variant: 'light',
    ...(color && { color }),
    children: (
      <>
        {isPending ? busyLabel : label}
        <VisuallyHidden>{` ${name}`}</VisuallyHidden>
      </>
    ),
  } as const;
  // A hundred rows have three hundred buttons: only those that have a reason to tell pay for telling it.
  if (disabledReason) return <ActionButton {...shared} disabledReason={disabledReason} />;
  return <Button {...shared} aria-busy={isPending} onClick={(event) => void ask(event)} />;
}
