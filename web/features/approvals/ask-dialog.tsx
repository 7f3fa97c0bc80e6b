import { approvals, waitingCalls } from '@gurukul/contract/approvals';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { refusalOf } from '#web/calls/errors.ts';
import { refusedAction, type RefusedAction } from '#web/calls/second-person.ts';
import { useAction } from '#web/calls/use-action.ts';
import { approvalsTexts } from '#web/texts/approvals.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Fault } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';

const t = approvalsTexts.ask;

const whyOf = ({ call, hasChanged }: RefusedAction) => {
  if (hasChanged) return t.whyAgain;
  return waitingCalls.some((one) => one === call) ? t.whyWaits : t.why;
};

/** Asks the other account admins to approve what was refused. */
export function AskDialog({ action }: { action: RefusedAction }) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const ask = useAction(approvals.ask_deed);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The dialog lies above the form whose call was refused. React would pass the event on to that form.
    event.stopPropagation();
    if (ask.isPending) return;
    if (reason.trim() === '') {
      setMissing(true);
      field.current?.focus();
      return;
    }
    setFailure('');
    try {
      await ask.run({ call: action.call, input: { ...action.input }, reason: reason.trim() });
      toast.success(t.done);
      refusedAction.close();
    } catch (error) {
      setFailure(refusalOf(error));
    }
  };
  return (
    <Dialog opened onClose={refusedAction.close} title={t.title}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack>
          {failure ? <Fault>{failure}</Fault> : null}
          <Text>{whyOf(action)}</Text>
          <Text fw={600}>{approvalsTexts.calls[action.call]}</Text>
          <Textarea
            ref={field}
            label={t.reason}
            description={t.reasonHint}
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setMissing(false);
            }}
            error={missing ? t.reasonMissing : null}
            maxLength={500}
            rows={3}
            data-autofocus
            required
          />
          <DialogFoot>
            <Button type="submit" aria-busy={ask.isPending}>
              {t.go}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  );
}
