import type { CalendarMeeting } from '@gurukul/contract/calendar';
import { classes as classCalls } from '@gurukul/contract/classes';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChecklist, IconPlayerPlay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { rollAddress } from '#web/features/attendance/roll-address.ts';
import { JoinButton } from '#web/features/meetings/join-button.tsx';
import { extraSlotsOf, mayChange, changesOf } from '#web/features/meetings/meeting-changes.ts';
import type { MeetingTask } from '#web/features/meetings/meeting-dialog.tsx';
import { reasonOf } from '#web/features/meetings/meeting-words.ts';
import { WriteButton } from '#web/features/messages/write-button.tsx';
import { wallAt } from '#web/lib/format/clock.ts';
import { formatMeetingDay, timesOf } from '#web/lib/format/meeting-times.ts';
import { calendarPageTexts } from '#web/texts/calendar-page.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { texts } from '#web/texts/texts.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { SidePanel } from '#web/ui/feedback/side-panel.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { linkTo } from '#web/ui/link.tsx';
import type { MenuItem } from '#web/ui/menu/late-menu.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { useOpenedAfterwards } from '#web/ui/use-on-first-use.ts';
import classes from './meeting-panel.module.css';
import { placesOf, statesOf } from './words.ts';

const t = calendarPageTexts;

interface ActionsProps {
  meeting: CalendarMeeting;
  now: number;
  onTask: (task: MeetingTask) => void;
}

/** One more meeting of its class, beside the weekly ones. */
function useExtra({ class_id, course_id }: CalendarMeeting, onTask: ActionsProps['onTask']) {
  const client = useQueryClient();
  return async () => {
    try {
      const { data } = await client.fetchQuery(query(classCalls.get_classes, { course_id }));
      const slots = data.find((one) => one.class_id === class_id)?.slots ?? [];
      const own = extraSlotsOf(slots);
      // The server says whether a substitute may.
      onTask({ kind: 'add', slots: own.length > 0 ? own : slots });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
}

/** Everything that exists for a meeting: what its menus have, its roll, its recording, and writing to the class. */
function Actions({ meeting, now, onTask }: ActionsProps) {
  const { class_id, class_name, course_id, held_on, slot_id, on_date, state, zone, has_roll } = meeting;
  const items = changesOf({ meeting, now, onTask });
  const addExtra = useExtra(meeting, onTask);
  const hasCome = held_on <= wallAt(now, zone).day;
  // Either it took place, and its roll is called, or it did not. Everything else steps back.
  const asksRoll = takesPlace(state) && !has_roll && Date.parse(meeting.ends_at) <= now;
  const isBeside = ({ id }: MenuItem) => asksRoll && id === 'cancel';
  const buttonOf = ({ id, label, isRed, onChoose }: MenuItem) => (
    <Button
      key={id}
      variant={asksRoll && id !== 'cancel' ? 'subtle' : 'default'}
      c={isRed ? 'var(--mantine-color-error)' : undefined}
      onClick={onChoose}
    >
      {label}
    </Button>
  );
  const roll = { course_id, class_id, attendance_date: held_on, slot_id, on_date, extra: state === 'extra' };
  return (
    <Stack gap="xs" className={classes.actions}>
      {takesPlace(state) ? <JoinButton meeting={meeting} name={class_name} /> : null}
      {takesPlace(state) && hasCome ? (
        <Group grow gap="xs">
          <Button
            variant={has_roll ? 'default' : 'filled'}
            leftSection={<IconChecklist aria-hidden size={18} />}
            renderRoot={linkTo(rollAddress(roll))}
          >
            {has_roll ? t.panel.see : t.panel.call}
          </Button>
          {items.filter(isBeside).map(buttonOf)}
        </Group>
      ) : null}
      {meeting.recording_link ? (
        <Button
          component="a"
          href={meeting.recording_link}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconPlayerPlay aria-hidden size={18} />}
        >
          {t.panel.watch}
        </Button>
      ) : null}
      <WriteButton audience={{ class_id }} whom={class_name} />
      {items.filter((item) => !isBeside(item)).map(buttonOf)}
      {mayChange(meeting) ? (
        <Button variant={asksRoll ? 'subtle' : 'default'} onClick={() => void addExtra()}>
          {meetingsTexts.actions.add}
        </Button>
      ) : null}
    </Stack>
  );
}

function Content({ meeting, now, onTask }: ActionsProps) {
  const { class_id, class_name, course_id, course_name, teacher_id, teacher_name, starts_at } = meeting;
  const why = reasonOf(meeting);
  const [own, ...others] = timesOf(meeting);
  return (
    <>
      <Text fw={600}>
        {formatMeetingDay(starts_at)} {own}
      </Text>
      {others.map((line) => (
        <Text key={line} size="sm" c="dimmed">
          {line}
        </Text>
      ))}
      <Group gap="xs" mt="xs" mb="md">
        {statesOf(meeting, now).map(({ tone, text }) => (
          <StatusBadge key={text} tone={tone}>
            {text}
          </StatusBadge>
        ))}
        {why ? <Text size="sm">{why}</Text> : null}
      </Group>
      <Actions meeting={meeting} now={now} onTask={onTask} />
      <DescriptionList
        facts={[
          [
            t.teacher,
            teacher_id === null ? (
              t.noTeacher
            ) : (
              <ThingLink key="teacher" to="teacher" id={teacher_id}>
                {teacher_name ?? ''}
              </ThingLink>
            ),
          ],
          [
            t.panel.class,
            <ThingLink key="class" to="class" id={class_id}>
              {class_name}
            </ThingLink>,
          ],
          [
            t.course,
            <ThingLink key="course" to="course" id={course_id}>
              {course_name}
            </ThingLink>,
          ],
          [t.panel.students, placesOf(meeting)],
        ]}
      />
    </>
  );
}

interface MeetingPanelProps extends Pick<ActionsProps, 'onTask'> {
  meeting: CalendarMeeting | undefined;
  now: number;
  onClose: () => void;
}

/** A meeting beside the calendar, on a phone above it. */
export function MeetingPanel({ meeting, now, onClose, onTask }: MeetingPanelProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return (
    <SidePanel
      isInAddress
      opened={useOpenedAfterwards(meeting !== undefined)}
      onClose={onClose}
      position="right"
      size={isPhone ? '100%' : '24rem'}
      title={meeting?.class_name}
      closeButtonProps={{ 'aria-label': texts.ui.close }}
      classNames={{ content: classes.panel ?? '', header: classes.panel ?? '' }}
      transitionProps={{ exitDuration: 0 }}
      // A dialog above it hears Escape alone.
      closeOnEscape={false}
      onKeyDown={({ key, currentTarget, target }) => {
        if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) onClose();
      }}
    >
      {meeting ? <Content meeting={meeting} now={now} onTask={onTask} /> : null}
    </SidePanel>
  );
}
