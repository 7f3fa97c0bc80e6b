import { Button, VisuallyHidden } from '@mantine/core';
import type { MouseEvent } from 'react';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from './action-button.tsx';
import { confirm } from './confirm.tsx';
import { toast } from './toast.tsx';

interface AskedButtonProps {
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
  deed: () => Promise<unknown>;
  isPending: boolean;
  done: string;
  failureOf: (error: unknown) => string;
}

/** Does something to the row it stands in after asking, and says how that went. */
export function AskedButton(props: AskedButtonProps) {
  const { label, busyLabel, name, color, disabledReason, question, deed, isPending, done, failureOf } = props;
  const ask = async ({ currentTarget: button }: MouseEvent<HTMLElement>) => {
    if (isPending) return;
    const table = button.closest('section');
    if (!(await confirm(question))) return toast.warning(texts.ui.reverted);
    try {
      await deed();
      toast.success(done);
      // The row may go, and must not take the keyboard's place on the page along.
      const { activeElement, body } = document;
      if (activeElement === button || activeElement === body) table?.focus({ preventScroll: true });
    } catch (error) {
      toast.error(failureOf(error));
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
