import { Button, Stack, type ModalProps } from '@mantine/core';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import classes from './checked-dialog.module.css';
import { DialogFoot } from './dialog-foot.tsx';
import { Dialog } from './dialog.tsx';
import { Fault } from './notice.tsx';

interface CheckedStepProps<Plan> {
  /** Of `useChecked`. */
  check: {
    readonly plan: Plan | undefined;
    readonly problem: string | null | undefined;
    readonly isChecking: boolean;
  };
  /** Said while the preview is read. */
  checkingLabel: string;
  /** What is asked before there is a preview. */
  fields?: ReactNode;
  /** What would happen. */
  children: (plan: Plan) => ReactNode;
  submitLabel: string;
  /** There is something to do. */
  isReady: boolean;
  isPending: boolean;
  /** Enter in a field of text saves too. */
  isForm?: boolean;
  color?: 'red' | undefined;
  onSubmit: () => unknown;
}

/** What is asked, why it was refused, what would happen, and the button that does exactly that. */
function CheckedStep<Plan>({
  check: { plan, problem, isChecking },
  checkingLabel,
  fields,
  children,
  submitLabel,
  isReady,
  isPending,
  isForm = false,
  color,
  onSubmit,
}: CheckedStepProps<Plan>) {
  const refusal = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) refusal.current?.focus();
  }, [problem]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isPending) onSubmit();
  };
  const body = (
    <Stack>
      {fields}
      {problem ? (
        <Fault ref={refusal} tabIndex={-1}>
          {problem}
        </Fault>
      ) : null}
      {isChecking ? <output>{checkingLabel}</output> : null}
      {plan === undefined ? null : children(plan)}
      <DialogFoot>
        <Button
          {...(isForm ? { type: 'submit' } : { onClick: submit })}
          {...(color && { color })}
          className={classes.save}
          disabled={!isReady}
          loading={isPending}
        >
          {submitLabel}
        </Button>
      </DialogFoot>
    </Stack>
  );
  return isForm ? (
    <form noValidate onSubmit={submit}>
      {body}
    </form>
  ) : (
    body
  );
}

interface CheckedDialogProps<Plan>
  extends CheckedStepProps<Plan>, Pick<ModalProps, 'title' | 'size' | 'onClose'> {
  isOpen: boolean;
}

/** A change that people see before they confirm it. */
export const CheckedDialog = <Plan,>({ isOpen, title, size, onClose, ...step }: CheckedDialogProps<Plan>) => (
  <Dialog opened={isOpen} onClose={onClose} title={title} {...(size !== undefined && { size })}>
    <CheckedStep {...step} />
  </Dialog>
);
