import type { ClassRow } from '@gurukul/contract/classes';
import type { Meeting } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { session } from '#web/lib/session.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import type { MenuItem } from '#web/ui/menu/late-menu.tsx';
import type { MeetingTask } from './meeting-dialog.tsx';
import { actionsOf, stageOf } from './meeting-menu.tsx';

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
export function changesOf({ meeting, now, onTask }: ChangesProps) {
  const { state, has_roll } = meeting;
  const back = {
    id: 'restore',
    label: state === 'day_off' ? t.actions.holdAnyway : t.actions.restore,
    onChoose: () => onTask({ kind: 'restore', meeting }),
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
  return items;
}
