import type { ClassRow } from '@gurukul/contract/classes';
import { meetings, type Meeting } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import { Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { addDays } from '#web/lib/format/days.ts';
import { formatDate, today } from '#web/lib/format/format.ts';
import { paths } from '#web/paths.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { AppLink } from '#web/ui/link.tsx';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { JoinButton } from './join-button.tsx';
import { extraSlotsOf, meetingId, changesOf } from './meeting-changes.ts';
import { useMeetingDialog } from './meeting-menu.tsx';
import { reasonOf, tones } from './meeting-words.ts';
import { formatMeetingDay, timesOf, whenOf } from '#web/lib/format/meeting-times.ts';

const t = meetingsTexts;

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

type ActionsProps = Parameters<typeof changesOf>[0];

function Actions(props: ActionsProps) {
  const { meeting } = props;
  const items = changesOf(props);
  const called = meeting.has_roll && takesPlace(meeting.state) ? <Text size="sm">{t.called}</Text> : null;
  if (items.length === 0) return called;
  return (
    <>
      {called}
      <MenuButton label={t.actions.of({ when: whenOf(meeting) })} sections={[{ id: 'actions', items }]}>
        {t.actions.change}
        <VisuallyHidden>&nbsp;{whenOf(meeting)}</VisuallyHidden>
      </MenuButton>
    </>
  );
}

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
  const { onTask, dialog } = useMeetingDialog();
  const actionsFor = (meeting: Meeting) => (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {takesPlace(meeting.state) ? <JoinButton meeting={meeting} name={whenOf(meeting)} /> : null}
      {meeting.recording_link ? (
        <Anchor href={meeting.recording_link} target="_blank" rel="noopener noreferrer" size="sm">
          {t.recording.link}
          <VisuallyHidden>&nbsp;{whenOf(meeting)}</VisuallyHidden>
        </Anchor>
      ) : null}
      <Actions meeting={meeting} now={list.dataUpdatedAt} onTask={onTask} />
    </Group>
  );
  const extraSlots = extraSlotsOf(slots);
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
              onClick={() => onTask({ kind: 'add', slots: extraSlots })}
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
        rowId={meetingId}
        rowActions={actionsFor}
        view={view}
        emptyText={t.empty}
        query={list}
      />
      {dialog}
    </>
  );
}
