import { Button, VisuallyHidden } from '@mantine/core';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from './action-button.tsx';
import { confirm } from './confirm.tsx';
import { toast } from './toast.tsx';

interface AskedButtonProps<Answer> {
  label: string;
  /** The label while it is done. */
  busyLabel: string;
  /** The name of the row's subject: rows have the same buttons. */
  name: string;
  color?: 'red';
  /** Why it is not available now; absent or empty when it is. */
  disabledReason?: string;
  /** The question, with the consequences of the action. */
  question: string;
  action: () => Promise<Answer>;
  isPending: boolean;
  /** The sentence after success, or a function that says it. */
  done: string | ((answer: Answer) => void);
  failureOf: (error: unknown) => string;
  /** The sentence after a No; '' for none. */
  revertedText?: string;
}

/** Does something to the row it stands in after asking, and says how that went. */
export function AskedButton<Answer>(props: AskedButtonProps<Answer>) {
  const { label, busyLabel, name, color, disabledReason, question, action, isPending, done, failureOf } =
    props;
  const { revertedText = texts.ui.reverted } = props;
  const ask = async () => {
    if (isPending) return;
    if (!(await confirm(question, { action: color === 'red' ? `${label} ${name}` : '' }))) {
      if (revertedText) toast.warning(revertedText);
      return;
    }
    try {
      const answer = await action();
      if (typeof done === 'string') toast.success(done);
      else done(answer);
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
  // A hundred rows have three hundred buttons. Only buttons with a reason load the code that shows it.
  if (disabledReason) return <ActionButton {...shared} disabledReason={disabledReason} />;
  return <Button {...shared} aria-busy={isPending} onClick={() => void ask()} />;
}
