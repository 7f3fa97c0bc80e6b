import { Button } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { rollAddress } from '#web/features/attendance/roll-address.ts';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { WriteButton } from '#web/features/messages/write-button.tsx';
import { JoinButton } from '#web/features/meetings/join-button.tsx';
import { useSlotMenu } from '#web/features/assignments/use-slot-menu.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { linkTo } from '#web/ui/link.tsx';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';
import type { ClassTask } from './class-dialogs.tsx';
import type { ShownClass } from './class-page.tsx';

const t = classPageTexts.actions;

const ClassDialogs = lazy(async () => ({ default: (await import('./class-dialogs.tsx')).ClassDialogs }));

function CallTheRoll({ shown: { course_id, class_id, roll_date } }: { shown: ShownClass }) {
  const icon = <IconChecklist aria-hidden size={18} />;
  if (roll_date === null) {
    return (
      <ActionButton leftSection={icon} disabledReason={t.notMet}>
        {t.call}
      </ActionButton>
    );
  }
  return (
    <Button
      leftSection={icon}
      renderRoot={linkTo(rollAddress({ course_id, class_id, attendance_date: roll_date }))}
    >
      {t.call}
    </Button>
  );
}

/** The actions of the office. What removes something waits in the menu. */
function OfficeActions({ shown }: { shown: ShownClass }) {
  const { course_id, slots } = shown;
  const [task, setTask] = useState<Exclude<ClassTask, { kind: 'teacher' }> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useSearchParam('dialog');
  const navigate = useNavigate();
  const open = (next: Exclude<ClassTask, { kind: 'teacher' }>) => {
    setTask(next);
    setOpen(true);
  };
  /** The class is deleted together with its last slot. */
  const leave = () => {
    if (slots.length === 1) void navigate({ to: thingAddress('course', course_id) });
  };
  const teacher = { id: 'teacher', label: t.teacher, onChoose: () => setDialog('teacher') };
  const sections = useSlotMenu(slots, { open, onDeleted: leave });
  return (
    <>
      <MenuButton label={t.more} sections={[{ id: 'teacher', items: [teacher] }, ...sections]} />
      <Suspense>
        {task ? (
          <ClassDialogs
            shown={shown}
            task={task}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onLeave={leave}
          />
        ) : null}
        {dialog === 'teacher' ? (
          <ClassDialogs
            shown={shown}
            task={{ kind: 'teacher' }}
            isOpen
            onClose={() => setDialog('')}
            onLeave={leave}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** The roll for everybody; week and teachers for the office. */
export const ClassActions = ({ shown }: { shown: ShownClass }) => (
  <>
    {shown.join ? <JoinButton meeting={shown.join} name={shown.class_name} /> : null}
    <CallTheRoll shown={shown} />
    <WriteButton audience={{ class_id: shown.class_id }} whom={shown.class_name} />
    {hasHistory() ? <OfficeActions shown={shown} /> : null}
  </>
);
