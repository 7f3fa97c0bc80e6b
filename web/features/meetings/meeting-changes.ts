import type { ClassRow } from '@gurukul/contract/classes';
import { meetings, type Meeting } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { hasHistory, tellDone } from '#web/features/audit/tell-done.ts';
import { whenOf } from '#web/lib/format/meeting-times.ts';
import { session } from '#web/lib/session.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import type { MenuItem } from '#web/ui/menu/late-menu.tsx';
import type { MeetingTask } from './meeting-dialog.tsx';
import { actionsOf, stageOf } from './meeting-menu.tsx';
import { nameOf } from './meeting-words.ts';

const t = meetingsTexts;

/** Names one meeting among others. */
export const meetingId = ({ slot_id, on_date, state }: Meeting) =>
  `${slot_id}_${on_date}_${state === 'extra'}`;

/** The caller may change it: the office, and its teacher. */
export const mayChange = ({ teacher_id }: Meeting) => hasHistory() || String(teacher_id) === session.uid;

/** Where a meeting may be added: a teacher adds beside their own slots, and the course admin is told. */
export const extraSlotsOf = (slots: readonly ClassRow[]) =>
  hasHistory() ? slots : slots.filter(({ teacher }) => String(teacher?.user_id) === session.uid);

/** It can be moved: it takes place, it is not over, and nobody has called its roll. */
export const mayMove = (meeting: Meeting, now: number) =>
  mayChange(meeting) &&
  takesPlace(meeting.state) &&
  !meeting.has_roll &&
  !stageOf(meeting, meeting.has_roll, now).isOver;

interface ChangesProps {
  meeting: Meeting;
  now: number;
  onTask: (task: MeetingTask) => void;
}

/** Everything that the caller can do to a meeting. */
export function useChangesOf({ meeting, now, onTask }: ChangesProps) {
  const restore = useAction(meetings.restore_meeting);
  const { state, has_roll, class_name } = meeting;
  const putBack = async () => {
    try {
      const answer = await restore.run(nameOf(meeting));
      const [restored = meeting] = answer.data.meetings;
      tellDone(answer, t.form.restored({ when: whenOf(restored) }), { kind: 'meeting', what: class_name });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const back = {
    id: 'restore',
    label: state === 'day_off' ? t.actions.holdAnyway : t.actions.restore,
    onChoose: () => void putBack(),
  };
  const canPutBack = hasHistory() && !has_roll && state !== 'planned' && state !== 'extra';
  const items: readonly MenuItem[] = mayChange(meeting)
    ? [
        ...(canPutBack ? [back] : []),
        ...(takesPlace(state)
          ? actionsOf((kind) => onTask({ kind, meeting }), stageOf(meeting, has_roll, now))
          : []),
      ]
    : [];
  return { items, isBusy: restore.isPending };
}
