import { messages } from '@gurukul/contract/messages';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useAction } from '#web/calls/use-action.ts';
import { undone } from '#web/lib/undone.ts';
import { useDraft, useKeepDraft, useLeaveGuard } from '#web/layout/use-leave-guard.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { emptyDraft, isDirty, replyTo, type Draft } from './draft.ts';
import { messageOf } from '#web/calls/errors.ts';
import { draftKeyOf, type Audience, type Reply } from './write-button.tsx';
import { WriteForm } from './write-form.tsx';

const t = messagesTexts;

/** In seconds: so long the server keeps a message back. */
const undoSeconds = 50;

interface WriteDialogProps {
  /** Null: the dialog asks whom it is for. */
  audience: Audience | null;
  /** Names the audience; empty without one. */
  whom: string;
  title?: string;
  /** A text to begin with. */
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

/** Somebody writes, sees beside it what is sent to whom, and sends it. */
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
  const draftKey = draftKeyOf(audience, reply);
  const before = useDraft<Draft>(draftKey);
  const [draft, setDraft] = useState<Draft>(before ?? first);
  const cancel = useAction(messages.cancel_message);
  const isOwnText = isDirty(draft) && draft !== first;
  useLeaveGuard(() => isOpen && isOwnText, t.form.leave);
  useKeepDraft(draftKey, () => (isOwnText ? draft : null));

  const end = () => {
    // At once: what closes the dialog by the address would else be asked whether the text may be lost.
    flushSync(() => setDraft(first));
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
    // An Undo of the change takes the message back, too.
    if (changeId !== undefined)
      undone.addEventListener('undone', () => toast.forget(`message ${messageId}`), { once: true });
    end();
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={() => void close()}
      title={title ?? (whom === '' ? t.newMessage : t.writeTo({ whom }))}
      size="72rem"
      isPage
    >
      <WriteForm
        given={audience}
        reply={reply}
        draft={draft}
        changeId={changeId}
        onChange={setDraft}
        onSent={tellWritten}
      />
    </Dialog>
  );
}
