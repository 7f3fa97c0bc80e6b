import { meetings, type MeetingEffect } from '@gurukul/contract/meetings';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { askedOnce } from '#web/calls/use-checked.ts';
import { tellAllDone } from '#web/features/audit/tell-done.ts';
import { Told } from '#web/features/meetings/effect-of.tsx';
import { todayTexts } from '#web/texts/today.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Fault } from '#web/ui/feedback/notice.tsx';
import { LoadingState } from '#web/ui/feedback/states.tsx';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import type { UncalledMeeting } from './uncalled-meetings.ts';

const t = todayTexts.cancelDialog;

interface CancelableMeeting {
  readonly name: { readonly slot_id: number; readonly on_date: string; readonly extra: boolean };
  readonly told: MeetingEffect['told'];
}

/** The names of the meetings, and who would hear that each is canceled. Those that are canceled already are left out. */
async function previewEach(
  asked: readonly UncalledMeeting[],
  signal: AbortSignal,
): Promise<CancelableMeeting[]> {
  const found: CancelableMeeting[] = [];
  for (const { class_id, held_on, starts_at } of asked) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: the server has others to answer
    const { data } = await send(meetings.get_meetings, { class_id, from: held_on, to: held_on }, { signal });
    const meeting = data.find(
      (one) => one.starts_at === starts_at && one.state !== 'canceled' && one.state !== 'day_off',
    );
    if (!meeting) continue;
    const name = { slot_id: meeting.slot_id, on_date: meeting.on_date, extra: meeting.state === 'extra' };
    // oxlint-disable-next-line no-await-in-loop
    const effect = await send(meetings.cancel_meeting, { ...name, preview: true }, { signal });
    found.push({ name, told: effect.data.told });
  }
  return found;
}

const toldOfAll = (found: readonly CancelableMeeting[]): MeetingEffect['told'] => ({
  students: found.reduce((sum, { told }) => sum + told.students, 0),
  staff: [...new Set(found.flatMap(({ told }) => told.staff))],
  without_address: [...new Set(found.flatMap(({ told }) => told.without_address))],
});

interface CancelMeetingsDialogProps {
  meetings: readonly UncalledMeeting[];
  isOpen: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Cancels meetings that did not take place, with one reason. */
export function CancelMeetingsDialog({
  meetings: asked,
  isOpen,
  onClose,
  onDone,
}: CancelMeetingsDialogProps) {
  const [reason, setReason] = useState('');
  const [isTold, setTold] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const cancel = useAction(meetings.cancel_meeting);
  const preview = useQuery({
    queryKey: ['cancel meetings', asked],
    queryFn: ({ signal }) => previewEach(asked, signal),
    enabled: isOpen,
    ...askedOnce,
    retry: false,
  });
  const found = preview.data;

  const save = async () => {
    if (!found) return;
    setBusy(true);
    setProblem('');
    const answers: object[] = [];
    try {
      for (const { name } of found) {
        // oxlint-disable-next-line no-await-in-loop -- each is a change of its own
        answers.push(await cancel.run({ ...name, reason, tell: isTold, tell_reason: true }));
      }
      onClose();
      onDone();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
      const count = answers.length;
      if (count > 0) tellAllDone(answers, t.done({ count }), { kind: 'meeting', what: t.what({ count }) });
    }
  };

  const gone = asked.length - (found?.length ?? asked.length);
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t.title}>
      <Stack>
        <Text>{t.lead}</Text>
        <TextInput
          label={t.reason}
          description={t.reasonHint}
          value={reason}
          maxLength={200}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {preview.isPending ? <LoadingState /> : null}
        {preview.error ? <Fault>{messageOf(preview.error)}</Fault> : null}
        {problem === '' ? null : <Fault>{problem}</Fault>}
        {gone > 0 ? <Text c="dimmed">{t.gone({ count: gone })}</Text> : null}
        {found && found.length > 0 ? <Told told={toldOfAll(found)} isTold={isTold} onTold={setTold} /> : null}
        <DialogFoot>
          <Button color="red" disabled={!found?.length} loading={isBusy} onClick={() => void save()}>
            {todayTexts.cancel({ count: found?.length ?? asked.length })}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
