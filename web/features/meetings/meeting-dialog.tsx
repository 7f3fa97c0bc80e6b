import type { ClassRow } from '@gurukul/contract/classes';
import { meetings, type Meeting } from '@gurukul/contract/meetings';
import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatTimeOfDay, formatWeekdayTime, formatZone, today } from '#web/lib/format/format.ts';
import { coverTexts } from '#web/texts/cover.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { EffectOf, useEffectOf } from './effect-of.tsx';
import { timesOf, whenOf } from '#web/lib/format/meeting-times.ts';
import { nameOf } from './meeting-words.ts';
import { saveDespiteClash } from './save-despite-clash.tsx';
import { TeacherForm } from './teacher-form.tsx';

const t = meetingsTexts.form;

const JoinLinkForm = lazy(async () => ({ default: (await import('./join-link-form.tsx')).JoinLinkForm }));
const AskForm = lazy(async () => ({ default: (await import('../cover/ask-form.tsx')).AskForm }));

/** Where a meeting is found. */
export interface MeetingPlace extends Pick<Meeting, 'class_id' | 'held_on' | 'starts_at'> {
  readonly slot_id?: number;
  /** Where it is known, a meeting that is over can no longer be moved. */
  readonly ends_at?: string | null;
}

/** What is done to one meeting. */
export type ActionKind = 'cancel' | 'move' | 'restore' | 'teacher' | 'cover' | 'link' | 'recording';

/** The day and the time, 18:30:00, in the slot's zone at which the form of a move begins. */
export interface MovedTo {
  readonly day: string;
  readonly time: string;
}

/** The same with its meeting, or a class that gets one more. */
export type MeetingTask =
  | { readonly kind: ActionKind; readonly meeting: Meeting | MeetingPlace; readonly to?: MovedTo }
  | { readonly kind: 'add'; readonly slots: readonly ClassRow[] };

type TimedTask =
  | {
      readonly kind: 'cancel' | 'move' | 'restore';
      readonly meeting: Meeting;
      readonly to?: MovedTo | undefined;
    }
  | Extract<MeetingTask, { kind: 'add' }>;

interface Values {
  readonly slot: string;
  readonly day: string;
  /** 18:30 */
  readonly time: string;
  readonly minutes: string;
  readonly reason: string;
  /** Families hear the reason too. */
  readonly tellReason: boolean;
}

const minutesOf = ({ starts_at, ends_at }: Meeting) =>
  String((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000);

function firstValues(task: TimedTask): Values {
  if (task.kind === 'add') {
    const [slot] = task.slots;
    return {
      slot: String(slot?.id ?? ''),
      day: '',
      time: slot?.time ?? '',
      minutes: String(slot?.duration ?? ''),
      reason: '',
      tellReason: false,
    };
  }
  const { slot_id, held_on, starts_at, zone } = task.meeting;
  const time = formatTimeOfDay(starts_at, zone);
  const minutes = minutesOf(task.meeting);
  return { slot: String(slot_id), day: held_on, time, minutes, reason: '', tellReason: false };
}

/** The call that does it, with its input; null while something is missing. */
function askedOf(task: TimedTask, { slot, day, time, minutes, reason, tellReason }: Values) {
  const why = { reason, tell_reason: tellReason };
  if (task.kind === 'cancel') {
    const input = { ...nameOf(task.meeting), ...why };
    return { kind: 'cancel', call: meetings.cancel_meeting, input } as const;
  }
  if (task.kind === 'restore')
    return { kind: 'restore', call: meetings.restore_meeting, input: nameOf(task.meeting) } as const;
  if (day === '' || time === '') return null;
  const timed = { time, ...(minutes === '' ? {} : { duration: minutes }), ...why };
  if (task.kind === 'move') {
    const input = { ...nameOf(task.meeting), to_date: day, ...timed };
    return { kind: 'move', call: meetings.move_meeting, input } as const;
  }
  const input = { slot_id: Number(slot), on_date: day, ...timed };
  return { kind: 'add', call: meetings.add_meeting, input } as const;
}

interface ReasonFieldsProps {
  values: Values;
  onChange: (changed: Partial<Values>) => void;
  isFirst: boolean;
}

/** Why, and whether families hear it. */
const ReasonFields = ({ values: { reason, tellReason }, onChange, isFirst }: ReasonFieldsProps) => (
  <>
    <TextInput
      label={t.reason}
      description={t.reasonHint}
      value={reason}
      maxLength={200}
      onChange={(event) => onChange({ reason: event.currentTarget.value })}
      {...(isFirst ? { 'data-autofocus': true } : {})}
    />
    {reason === '' ? null : (
      <Checkbox
        label={t.tellReason}
        checked={tellReason}
        onChange={(event) => onChange({ tellReason: event.currentTarget.checked })}
      />
    )}
  </>
);

const restoreLabel = (task: TimedTask) =>
  'meeting' in task && task.meeting.state === 'day_off'
    ? meetingsTexts.actions.holdAnyway
    : meetingsTexts.actions.restore;

interface TaskFormProps {
  task: TimedTask;
  onDone: () => void;
}

function TaskForm({ task, onDone }: TaskFormProps) {
  const [values, setValues] = useState(() => ({
    ...firstValues(task),
    ...(task.kind === 'move' ? task.to : {}),
  }));
  const [isTold, setTold] = useState(true);
  const [error, setError] = useState('');
  const [hasTried, setTried] = useState(false);
  const cancel = useAction(meetings.cancel_meeting);
  const move = useAction(meetings.move_meeting);
  const add = useAction(meetings.add_meeting);
  const restore = useAction(meetings.restore_meeting);
  const isPending = [cancel, move, add, restore].some((one) => one.isPending);
  const set = (changed: Partial<Values>) => setValues({ ...values, ...changed });
  const { slot, day, time, minutes } = values;
  const isTimed = task.kind === 'move' || task.kind === 'add';
  // As it was: nothing to say yet.
  const isUnchanged = task.kind === 'move' && JSON.stringify(values) === JSON.stringify(firstValues(task));
  const asked = askedOf(task, values);
  const effect = useEffectOf(isUnchanged ? null : asked);
  const zone =
    task.kind === 'add' ? (task.slots.find(({ id }) => String(id) === slot)?.zone ?? '') : task.meeting.zone;
  const label = { cancel: t.cancel, move: t.move, add: t.add, restore: restoreLabel(task) }[task.kind];

  const run = async (sent: NonNullable<typeof asked>) => {
    if (sent.kind === 'cancel') return cancel.run({ ...sent.input, tell: isTold });
    if (sent.kind === 'restore') return restore.run({ ...sent.input, tell: isTold });
    return saveDespiteClash((insist) =>
      sent.kind === 'move'
        ? move.run({ ...sent.input, tell: isTold, ...insist })
        : add.run({ ...sent.input, tell: isTold, ...insist }),
    );
  };
  const save = async () => {
    setTried(true);
    if (asked === null) return;
    try {
      const answer = await run(asked);
      const [saved] = answer?.data.meetings ?? [];
      if (!answer || !saved) return;
      const told = { cancel: t.canceled, move: t.moved, add: t.added, restore: t.restored }[task.kind];
      tellDone(answer, told({ when: whenOf(saved) }), { kind: 'meeting', what: saved.class_name });
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };

  return (
    <FormShell
      onSubmit={() => void save()}
      {...(task.kind === 'cancel' && { ends: true, leave: t.back })}
      submitLabel={label}
      busyLabel={isPending ? t.busy : label}
      isPending={isPending || effect.isLooking}
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
            description={t.inZone({ zone: formatZone(zone) })}
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
      {task.kind === 'restore' ? null : <ReasonFields values={values} onChange={set} isFirst={!isTimed} />}
      <EffectOf effect={effect} isTimed={task.kind !== 'cancel'} isTold={isTold} onTold={setTold} />
    </FormShell>
  );
}

const titleOf = (task: MeetingTask) => {
  if (task.kind === 'add') return t.addTitle({ name: task.slots[0]?.class_name ?? '' });
  const titles = {
    move: t.moveTitle,
    cancel: t.cancelTitle,
    restore: t.restoreTitle,
    teacher: t.teacherTitle,
    cover: coverTexts.ask.title,
    link: meetingsTexts.join.title,
    recording: meetingsTexts.recording.title,
  };
  const when = whenOf(task.meeting);
  return titles[task.kind]({ when, name: when });
};

const isWhole = (meeting: Meeting | MeetingPlace): meeting is Meeting => 'on_date' in meeting;

interface FoundProps {
  kind: ActionKind;
  meeting: Meeting | MeetingPlace;
  to?: MovedTo;
  /** Nobody can take it, so it is canceled. */
  onCancel: () => void;
  onDone: () => void;
}

/** The form of a meeting, which is looked up where only its place is known. */
function OfMeeting({ kind, meeting, to, onCancel, onDone }: FoundProps) {
  const { class_id, held_on, slot_id, starts_at } = meeting;
  const list = useQuery({
    ...query(meetings.get_meetings, { from: held_on, to: held_on, class_id }),
    enabled: !isWhole(meeting),
  });
  const found = isWhole(meeting)
    ? meeting
    : list.data?.data.find(
        (one) => one.starts_at === starts_at && (slot_id === undefined || one.slot_id === slot_id),
      );
  if (found) {
    if (kind === 'cover') {
      return (
        <Suspense fallback={<LoadingState />}>
          <AskForm meeting={found} onCancel={onCancel} />
        </Suspense>
      );
    }
    if (kind === 'teacher') return <TeacherForm meeting={found} onDone={onDone} />;
    if (kind === 'link' || kind === 'recording') {
      return (
        <Suspense fallback={<LoadingState />}>
          <JoinLinkForm meeting={found} isRecording={kind === 'recording'} onDone={onDone} />
        </Suspense>
      );
    }
    return <TaskForm task={{ kind, meeting: found, to }} onDone={onDone} />;
  }
  if (list.error) return <FailedState message={list.error.message} onRetry={() => void list.refetch()} />;
  return list.data ? <Text>{t.gone}</Text> : <LoadingState />;
}

interface MeetingDialogProps {
  task: MeetingTask;
  isOpen: boolean;
  onClose: () => void;
}

/** Cancels or moves one meeting, gives it to another teacher, asks others to take it, sets its links, or adds one. */
export function MeetingDialog({ task: asked, isOpen, onClose }: MeetingDialogProps) {
  const [isCanceling, setCanceling] = useState(false);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    // It begins with what was chosen from the menu.
    if (isOpen) setCanceling(false);
  }
  const task = isCanceling && asked.kind === 'cover' ? { ...asked, kind: 'cancel' as const } : asked;
  return (
    <Dialog opened={isOpen} onClose={onClose} title={titleOf(task)}>
      {task.kind === 'add' ? (
        <TaskForm task={task} onDone={onClose} />
      ) : (
        <OfMeeting {...task} onCancel={() => setCanceling(true)} onDone={onClose} />
      )}
    </Dialog>
  );
}
