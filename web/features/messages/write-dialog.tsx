import { messages } from '@gurukul/contract/messages';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useAction } from '#web/calls/use-action.ts';
import { useDraft, useKeepDraft, useLeaveGuard } from '#web/layout/use-leave-guard.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { CheckStep } from './check-step.tsx';
import { emptyDraft, isDirty, replyTo, type Draft } from './draft.ts';
import { messageOf } from '#web/calls/errors.ts';
import type { Audience, Reply } from './write-button.tsx';
import { WriteStep } from './write-step.tsx';

const t = messagesTexts;

/** In seconds: so long the server keeps a message back. */
const undoSeconds = 50;

interface WriteDialogProps {
  audience: Audience;
  whom: string;
  title?: string;
  /** A text to begin with, which is looked at first. */
  proposed?: Draft;
  /** What it answers. */
  reply?: Reply | undefined;
  /** The change that it tells of. */
  changeId?: number | undefined;
  isOpen: boolean;
  /** It was sent, or is to be sent later, with that subject. */
  onSent?: (subject: string) => void;
  onClose: () => void;
}

/** Somebody writes, looks at what would be sent to whom, and sends it. */
export function WriteDialog({
  audience,
  whom,
  title,
  proposed,
  reply,
  changeId,
  isOpen,
  onSent,
  onClose,
}: WriteDialogProps) {
  const [first] = useState(() => proposed ?? (reply ? replyTo(reply) : emptyDraft));
  const draftKey = `message ${JSON.stringify({ ...audience, ...reply })}`;
  const before = useDraft<Draft>(draftKey);
  const [draft, setDraft] = useState<Draft>(before ?? first);
  const [isChecking, setChecking] = useState(proposed !== undefined);
  const cancel = useAction(messages.cancel_message);
  const isOwnText = isDirty(draft) && draft !== first;
  useLeaveGuard(() => isOpen && isOwnText, t.form.leave);
  useKeepDraft(draftKey, () => (isOwnText ? draft : null));

  const end = () => {
    // At once: what closes the dialog by the address would else be asked whether the text may be lost.
    flushSync(() => {
      setDraft(first);
      setChecking(proposed !== undefined);
    });
    onClose();
  };
  const close = async () => {
    if (!isOwnText || (await confirm(t.form.leave.text, { title: t.form.leave.title }))) end();
  };
  const takeBack = async (message_id: number) => {
    try {
      const { data } = await cancel.run({ message_id });
      toast.success(data.sent === 0 ? t.cancel.done : t.cancel.partly({ count: data.sent }));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const tellWritten = (messageId: number, text: string) => {
    onSent?.(draft.subject);
    toast.undoable(
      { text, about: `message ${messageId}`, undo: () => void takeBack(messageId) },
      undoSeconds,
    );
    end();
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={() => void close()}
      // Back leads from the look to the text first.
      onBack={() => (isChecking ? setChecking(false) : void close())}
      title={title ?? t.writeTo({ whom })}
      size="xl"
    >
      {isChecking ? (
        <CheckStep
          audience={audience}
          draft={draft}
          changeId={changeId}
          onBack={() => setChecking(false)}
          onSent={tellWritten}
        />
      ) : (
        <WriteStep
          audience={audience}
          reply={reply}
          draft={draft}
          onChange={setDraft}
          onDone={() => setChecking(true)}
        />
      )}
    </Dialog>
  );
}
