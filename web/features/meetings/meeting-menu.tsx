import { VisuallyHidden, type ButtonProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';
import type { MenuItem } from '#web/ui/menu/late-menu.tsx';
import type { ActionKind, MeetingPlace, MeetingTask } from './meeting-dialog.tsx';
import { whenOf } from '#web/lib/format/meeting-times.ts';

const t = meetingsTexts.actions;

const MeetingDialog = lazy(async () => ({ default: (await import('./meeting-dialog.tsx')).MeetingDialog }));

/**
 * What can be done to a meeting that takes place. Another teacher is chosen by the office; others are asked only while
 * it lies ahead.
 */
export const actionsOf = (onChoose: (kind: ActionKind) => void, isAhead: boolean): readonly MenuItem[] => [
  ...(isAhead
    ? [
        {
          id: 'cover',
          label: hasHistory() ? t.substitute : t.cannot,
          onChoose: () => onChoose('cover'),
        },
      ]
    : []),
  { id: 'move', label: t.move, onChoose: () => onChoose('move') },
  ...(hasHistory() ? [{ id: 'teacher', label: t.teacher, onChoose: () => onChoose('teacher') }] : []),
  { id: 'cancel', label: t.cancel, isRed: true, onChoose: () => onChoose('cancel') },
];

/** Changes one meeting from any page that shows it. */
export function MeetingMenu({ meeting, size }: { meeting: MeetingPlace } & Pick<ButtonProps, 'size'>) {
  const [task, setTask] = useState<MeetingTask | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [shownAt] = useState(() => Date.now());
  const isAhead = Date.parse(meeting.starts_at) > shownAt;
  const open = (kind: ActionKind) => {
    setTask({ kind, meeting });
    setOpen(true);
  };
  return (
    <>
      <MenuButton
        size={size}
        label={t.of({ when: whenOf(meeting) })}
        sections={[{ id: 'actions', items: actionsOf(open, isAhead) }]}
      >
        {t.change}
        <VisuallyHidden>&nbsp;{whenOf(meeting)}</VisuallyHidden>
      </MenuButton>
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
    </>
  );
}
