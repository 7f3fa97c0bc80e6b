import { messages, type MessageRow } from '@gurukul/contract/messages';
import { useAction } from '#web/calls/use-action.ts';
import { messageOf } from '#web/calls/errors.ts';
import { plainSubject } from './field-names.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = messagesTexts.cancel;

/** Takes back a message, as far as it has not left. */
export function CancelMessage({ message_id, subject: written }: MessageRow) {
  const subject = plainSubject(written);
  const cancel = useAction(messages.cancel_message);
  const ask = async () => {
    if (!(await confirm(t.question({ subject })))) return;
    try {
      const { data } = await cancel.run({ message_id });
      toast.success(data.sent === 0 ? t.done : t.partly({ count: data.sent }));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <ActionButton
      size="xs"
      variant="default"
      aria-label={t.of({ subject })}
      aria-busy={cancel.isPending}
      onClick={() => void ask()}
    >
      {t.label}
    </ActionButton>
  );
}
