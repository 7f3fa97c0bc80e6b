import type { ClassRow } from '@gurukul/contract/classes';
import { meetings, type Meeting } from '@gurukul/contract/meetings';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatTimeOfDay, formatWeekdayTime, formatZone, today } from '#web/lib/format.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { timesOf, whenOf } from './meeting-words.ts';
import { saveDespiteClash } from './save-despite-clash.tsx';

const t = meetingsTexts.form;

/** What is done to one meeting, or to a class that gets one more. */
export type MeetingTask =
  | { readonly kind: 'cancel' | 'move'; readonly meeting: Meeting }
  | { readonly kind: 'add'; readonly slots: readonly ClassRow[] };

/** The name of a meeting for the server. */
export const nameOf = ({ slot_id, on_date, state }: Meeting) => ({
  slot_id,
  on_date,
  ...(state === 'extra' ? { extra: true } : {}),
});

interface Values {
  readonly slot: string;
  readonly day: string;
  /** 18:30 */
  readonly time: string;
  readonly minutes: string;
  readonly reason: string;
}

const minutesOf = ({ starts_at, ends_at }: Meeting) =>
  String((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000);

function firstValues(task: MeetingTask): Values {
  if (task.kind === 'add') {
    const [slot] = task.slots;
    return {
      slot: String(slot?.id ?? ''),
      day: '',
      time: slot?.time ?? '',
      minutes: String(slot?.duration ?? ''),
      reason: '',
    };
  }
  const { slot_id, held_on, starts_at, zone } = task.meeting;
  const time = formatTimeOfDay(starts_at, zone);
  return { slot: String(slot_id), day: held_on, time, minutes: minutesOf(task.meeting), reason: '' };
}

interface TaskFormProps {
  task: MeetingTask;
  onDone: () => void;
}

function TaskForm({ task, onDone }: TaskFormProps) {
  const [values, setValues] = useState(() => firstValues(task));
  const [error, setError] = useState('');
  const [hasTried, setTried] = useState(false);
  const cancel = useAction(meetings.cancel_meeting);
  const move = useAction(meetings.move_meeting);
  const add = useAction(meetings.add_meeting);
  const isPending = cancel.isPending || move.isPending || add.isPending;
  const set = (changed: Partial<Values>) => setValues({ ...values, ...changed });
  const { slot, day, time, minutes, reason } = values;
  const isTimed = task.kind !== 'cancel';
  const zone =
    task.kind === 'add' ? (task.slots.find(({ id }) => String(id) === slot)?.zone ?? '') : task.meeting.zone;
  const label = { cancel: t.cancel, move: t.move, add: t.add }[task.kind];

  const run = async () => {
    const timed = { time, ...(minutes === '' ? {} : { duration: minutes }), reason };
    if (task.kind === 'cancel') return cancel.run({ ...nameOf(task.meeting), reason });
    return saveDespiteClash((insist) =>
      task.kind === 'move'
        ? move.run({ ...nameOf(task.meeting), to_date: day, ...timed, ...insist })
        : add.run({ slot_id: Number(slot), on_date: day, ...timed, ...insist }),
    );
  };
  const save = async () => {
    setTried(true);
    if (isTimed && (day === '' || time === '')) return;
    try {
      const answer = await run();
      const [saved] = answer?.data.meetings ?? [];
      if (!answer || !saved) return;
      const told = { cancel: t.canceled, move: t.moved, add: t.added }[task.kind];
      tellDone(answer, told(whenOf(saved)), { kind: 'meeting', what: saved.class_name });
      onDone();
    } catch (refused) {
      setError(messageOf(refused, texts.errors.wentWrong));
    }
  };

  return (
    <FormShell
      onSubmit={() => void save()}
      submitLabel={label}
      busyLabel={t.busy}
      isPending={isPending}
      error={error}
    >
      {task.kind === 'add' ? null : <Text>{timesOf(task.meeting).join(' · ')}</Text>}
      {task.kind === 'add' && task.slots.length > 1 ? (
        <NativeSelect
          label={t.timing}
          description={t.timingHint}
          value={slot}
          data={task.slots.map(({ id, slot_time, teacher }) => ({
            value: String(id),
            label: [formatWeekdayTime(slot_time), teacher?.fullname].filter(Boolean).join(' · '),
          }))}
          onChange={(event) => set({ slot: event.currentTarget.value })}
        />
      ) : null}
      {isTimed ? (
        <>
          <DateField
            label={t.day}
            value={day}
            onChange={(chosen) => set({ day: chosen })}
            {...(task.kind === 'add' ? { min: today() } : {})}
            required
            error={hasTried && day === '' ? t.noDay : null}
          />
          <TextInput
            label={t.time}
            description={t.inZone(formatZone(zone))}
            type="time"
            value={time}
            onChange={(event) => set({ time: event.currentTarget.value })}
            required
            error={hasTried && time === '' ? t.noTime : null}
          />
          <TextInput
            label={t.minutes}
            type="number"
            min={5}
            max={720}
            value={minutes}
            onChange={(event) => set({ minutes: event.currentTarget.value })}
          />
        </>
      ) : null}
      <TextInput
        label={t.reason}
        description={t.reasonHint}
        value={reason}
        maxLength={200}
        onChange={(event) => set({ reason: event.currentTarget.value })}
        {...(isTimed ? {} : { 'data-autofocus': true })}
      />
    </FormShell>
  );
}

const titleOf = (task: MeetingTask) => {
  if (task.kind === 'add') return t.addTitle(task.slots[0]?.class_name ?? '');
  return task.kind === 'move' ? t.moveTitle(whenOf(task.meeting)) : t.cancelTitle(whenOf(task.meeting));
};

interface MeetingDialogProps {
  task: MeetingTask;
  isOpen: boolean;
  onClose: () => void;
}

/** Cancels or moves one meeting, or adds one. */
export const MeetingDialog = ({ task, isOpen, onClose }: MeetingDialogProps) => (
  <Dialog
    opened={isOpen}
    onClose={onClose}
    title={titleOf(task)}
    closeButtonProps={{ 'aria-label': texts.ui.close }}
  >
    <TaskForm task={task} onDone={onClose} />
  </Dialog>
);
