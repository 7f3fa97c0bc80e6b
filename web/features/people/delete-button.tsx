import { ApiError, messageOf } from '#web/calls/errors.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';

const t = peopleTexts.deletion;

const failureOf = (error: unknown) =>
  error instanceof ApiError && error.status === 403 ? t.refused : messageOf(error);

interface DeleteButtonProps {
  name: string;
  mayDelete: boolean;
  /** What follows from it. */
  question: string;
  done: string;
  remove: () => Promise<object>;
  isPending: boolean;
}

/** Deletes somebody after asking. */
export const DeleteButton = ({ mayDelete, remove, done, ...rest }: DeleteButtonProps) => (
  <AskedButton
    label={t.delete}
    busyLabel={t.deleting}
    color="red"
    disabledReason={mayDelete ? '' : t.adminsOnly}
    action={remove}
    done={(answer) => tellDone(answer, done, { kind: 'removed', what: rest.name })}
    failureOf={failureOf}
    {...rest}
  />
);
