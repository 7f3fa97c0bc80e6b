import type { ClassRow } from '@gurukul/contract/classes';
import { meetings, type Meeting, type MeetingState } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import { Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { hasHistory, tellDone } from '#web/features/audit/tell-done.ts';
import { addDays } from '#web/lib/format/days.ts';
import { formatDate, today } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { JoinButton } from './join-button.tsx';
import { nameOf, type MeetingTask } from './meeting-dialog.tsx';
import { actionsOf } from './meeting-menu.tsx';
import { formatMeetingDay, timesOf, whenOf } from '#web/lib/format/meeting-times.ts';

const t = meetingsTexts;

const MeetingDialog = lazy(async () => ({ default: (await import('./meeting-dialog.tsx')).MeetingDialog }));

const tones: Readonly<Record<MeetingState, Tone>> = {
  planned: 'calm',
  moved: 'warn',
  extra: 'good',
  canceled: 'bad',
  day_off: 'warn',
};

const reasonOf = ({ state, reason, on_date, held_on, is_covered }: Meeting) =>
  [
    reason,
    state === 'moved' && on_date !== held_on ? t.movedFrom({ day: formatMeetingDay(on_date) }) : '',
    is_covered ? t.covered : '',
  ]
    .filter(Boolean)
    .join(' · ');

const columns: readonly Column<Meeting>[] = [
  {
    id: 'starts_at',
    header: t.when,
    value: ({ starts_at }) => starts_at,
    exported: ({ starts_at }) => formatDate(starts_at),
    cell: ({ starts_at }) => formatMeetingDay(starts_at),
  },
  {
    id: 'time',
    header: t.time,
    value: ({ starts_at }) => starts_at.slice(11),
    exported: (meeting) => timesOf(meeting).join(' · '),
    cell: (meeting) => timesOf(meeting).join(' · '),
    onPhone: 'line',
  },
  {
    id: 'state',
    header: t.state,
    value: ({ state }) => t.states[state],
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{t.states[state]}</StatusBadge>,
    onPhone: 'end',
  },
  {
    id: 'teacher',
    header: t.teacher,
    value: ({ teacher_name }) => teacher_name,
    cell: ({ teacher_id, teacher_name }) =>
      teacher_id && (
        <ThingLink to="teacher" id={teacher_id}>
          {teacher_name ?? ''}
        </ThingLink>
      ),
  },
  { id: 'reason', header: t.reason, value: reasonOf, onPhone: 'line' },
];

interface ActionsProps {
  meeting: Meeting;
  /** It has not begun. */
  isAhead: boolean;
  onTask: (task: MeetingTask) => void;
}

function Actions({ meeting, isAhead, onTask }: ActionsProps) {
  const restore = useAction(meetings.restore_meeting);
  const { state, has_roll, teacher_id, class_name } = meeting;
  const isOffice = hasHistory();
  const called = has_roll && takesPlace(state) ? <Text size="sm">{t.called}</Text> : null;
  if (!isOffice && String(teacher_id) !== session.uid) return called;
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
  const canPutBack = isOffice && !has_roll && state !== 'planned' && state !== 'extra';
  const items = [
    ...(canPutBack ? [back] : []),
    ...(takesPlace(state)
      ? actionsOf((kind) => onTask({ kind, meeting }), { isAhead, isCalled: has_roll })
      : []),
  ];
  if (items.length === 0) return called;
  return (
    <>
      {called}
      <MenuButton
        label={t.actions.of({ when: whenOf(meeting) })}
        sections={[{ id: 'actions', items }]}
        isBusy={restore.isPending}
      >
        {t.actions.change}
        <VisuallyHidden>&nbsp;{whenOf(meeting)}</VisuallyHidden>
      </MenuButton>
    </>
  );
}

const rowId = ({ slot_id, on_date, state }: Meeting) => `${slot_id}_${on_date}_${state === 'extra'}`;

interface ClassMeetingsProps {
  class_id: number;
  name: string;
  slots: readonly ClassRow[];
}

/** The single meetings of a class, those ahead first; each can be changed without its weekly time. */
export function ClassMeetings({ class_id, name, slots }: ClassMeetingsProps) {
  const now = today();
  const list = useQuery(
    query(meetings.get_meetings, { from: addDays(now, -14), to: addDays(now, 92), class_id }),
  );
  const view = useLocalView(20, [20, 50, 100]);
  const [task, setTask] = useState<MeetingTask | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (next: MeetingTask) => {
    setTask(next);
    setOpen(true);
  };
  const actionsFor = (meeting: Meeting) => (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {takesPlace(meeting.state) ? <JoinButton meeting={meeting} name={whenOf(meeting)} /> : null}
      {meeting.recording_link ? (
        <Anchor href={meeting.recording_link} target="_blank" rel="noopener noreferrer" size="sm">
          {t.recording.link}
          <VisuallyHidden>&nbsp;{whenOf(meeting)}</VisuallyHidden>
        </Anchor>
      ) : null}
      <Actions meeting={meeting} isAhead={Date.parse(meeting.starts_at) > list.dataUpdatedAt} onTask={open} />
    </Group>
  );
  const isOwn = ({ teacher }: ClassRow) => String(teacher?.user_id) === session.uid;
  /** Where a meeting may be added: a teacher adds beside their own slots, and the course admin is told. */
  const extraSlots = hasHistory() ? slots : slots.filter(isOwn);
  const rows = list.data?.data;
  const isOver = ({ ends_at }: Meeting) => Date.parse(ends_at) < list.dataUpdatedAt;
  const ordered = rows && [
    ...rows.filter((row) => !isOver(row)),
    ...rows.filter((row) => isOver(row)).toReversed(),
  ];
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text c="dimmed">{t.lead}</Text>
        {extraSlots.length > 0 ? (
          <Group gap="sm">
            {hasHistory() ? <AppLink href={paths.daysOff}>{t.actions.daysOff}</AppLink> : null}
            <Button
              variant="default"
              leftSection={<IconCalendarPlus aria-hidden size={18} />}
              onClick={() => open({ kind: 'add', slots: extraSlots })}
            >
              {t.actions.add}
            </Button>
          </Group>
        ) : null}
      </Group>
      <DataTable
        label={t.table({ name })}
        columns={columns}
        rows={ordered}
        rowId={rowId}
        rowActions={actionsFor}
        view={view}
        emptyText={t.empty}
        query={list}
      />
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
