import { VisuallyHidden } from '@mantine/core';
import { ApiError, messageOf } from '#web/api/errors.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { confirm } from '#web/ui/confirm.tsx';
import { toast } from '#web/ui/toast.tsx';

const t = texts.people.deletion;

const failureOf = (error: unknown) =>
  error instanceof ApiError && error.status === 403 ? t.refused : messageOf(error, texts.errors.wentWrong);

interface DeleteButtonProps {
  name: string;
  mayDelete: boolean;
  /** What follows from it. */
  question: string;
  done: string;
  remove: () => Promise<unknown>;
  isPending: boolean;
}

/** Deletes somebody after asking. */
export function DeleteButton({ name, mayDelete, question, done, remove, isPending }: DeleteButtonProps) {
  const ask = async (button: HTMLElement) => {
    if (isPending) return;
    const table = button.closest('section');
    if (!(await confirm(question))) return toast.warning(t.reverted);
    try {
      await remove();
      toast.success(done);
      // The row goes, and must not take the keyboard's place on the page along.
      const { activeElement, body } = document;
      if (activeElement === button || activeElement === body) table?.focus({ preventScroll: true });
    } catch (error) {
      toast.error(failureOf(error));
    }
  };
  return (
    <ActionButton
      size="compact-sm"
      variant="light"
      color="red"
      disabledReason={mayDelete ? '' : t.adminsOnly}
      aria-busy={isPending}
      onClick={(event) => void ask(event.currentTarget)}
    >
      {isPending ? t.deleting : t.delete}
      <VisuallyHidden>{` ${name}`}</VisuallyHidden>
    </ActionButton>
  );
}
