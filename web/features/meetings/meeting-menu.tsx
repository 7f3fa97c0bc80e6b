import { VisuallyHidden, type ButtonProps } from '@mantine/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';
import type { MenuItem } from '#web/ui/menu/late-menu.tsx';
import type { ActionKind, MeetingPlace, MeetingTask } from './meeting-dialog.tsx';
import { whenOf } from '#web/lib/format/meeting-times.ts';

const t = meetingsTexts.actions;

const MeetingDialog = lazy(async () => ({ default: (await import('./meeting-dialog.tsx')).MeetingDialog }));

interface Stage {
  /** It has not begun. */
  readonly isAhead: boolean;
  /** It has ended. */
  readonly isOver: boolean;
  /** Its roll was called, so it took place. */
  readonly isCalled: boolean;
}

export const stageOf = (
  { starts_at, ends_at }: Pick<MeetingPlace, 'starts_at' | 'ends_at'>,
  isCalled: boolean,
  now: number,
): Stage => ({
  isAhead: Date.parse(starts_at) > now,
  isOver: typeof ends_at === 'string' && Date.parse(ends_at) <= now,
  isCalled,
});

/**
 * What can be done to a meeting that takes place. Another teacher is chosen by the office; others are asked only while
 * it lies ahead. What is over has nowhere to move.
 */
export function actionsOf(
  onChoose: (kind: ActionKind) => void,
  { isAhead, isOver, isCalled }: Stage,
): readonly MenuItem[] {
  const item = (id: ActionKind, label: string) => ({ id, label, onChoose: () => onChoose(id) });
  const recording = isAhead ? [] : [item('recording', meetingsTexts.recording.link)];
  if (isCalled) return recording;
  return [
    ...recording,
    item('link', meetingsTexts.join.link),
    ...(isAhead ? [item('cover', hasHistory() ? t.substitute : t.cannot)] : []),
    ...(isOver ? [] : [item('move', t.move)]),
    ...(hasHistory() ? [item('teacher', t.teacher)] : []),
    { ...item('cancel', t.cancel), isRed: true },
  ];
}

/** The dialog in which meetings are changed, and how it is opened. */
export function useMeetingDialog() {
  const [task, setTask] = useState<MeetingTask | null>(null);
  const [isOpen, setOpen] = useState(false);
  const onTask = (next: MeetingTask) => {
    setTask(next);
    setOpen(true);
  };
  const dialog = (
    <Suspense>
      {task ? (
        <MeetingDialog
          key={JSON.stringify(task)}
          task={task}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Suspense>
  );
  return { onTask, dialog };
}

/** What can be done to one meeting, and the dialog that does it; nothing without a meeting. */
export function useMeetingActions(meeting: MeetingPlace | undefined, isCalled = false) {
  const { onTask, dialog } = useMeetingDialog();
  const [shownAt] = useState(() => Date.now());
  if (!meeting) return { items: [], dialog: null };
  const stage = stageOf(meeting, isCalled, shownAt);
  return { items: actionsOf((kind) => onTask({ kind, meeting }), stage), dialog };
}

interface MeetingMenuProps extends Pick<ButtonProps, 'size' | 'variant' | 'className'> {
  meeting: MeetingPlace;
  isCalled?: boolean;
  isDots?: boolean;
  /** Where one can go first. */
  links?: readonly MenuItem[];
  /** What the button shows instead of its usual word. */
  children?: ReactNode;
}

/** Changes one meeting from any page that shows it. */
export function MeetingMenu({ meeting, isCalled, links, children, ...look }: MeetingMenuProps) {
  const { items, dialog } = useMeetingActions(meeting, isCalled);
  if (items.length === 0 && !links) return null;
  return (
    <>
      <MenuButton
        {...look}
        label={t.of({ when: whenOf(meeting) })}
        sections={[{ id: 'actions', items: [...(links ?? []), ...items] }]}
      >
        {children ?? (
          <>
            {t.change}
            <VisuallyHidden>&nbsp;{whenOf(meeting)}</VisuallyHidden>
          </>
        )}
      </MenuButton>
      {dialog}
    </>
  );
}
