import { attendanceStatuses } from '@gurukul/contract/attendance';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import { Button, Group, Table, Text, Title } from '@mantine/core';
import { useRef } from 'react';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { discard, keepBoth, keepMine, keepTheirs, sendWaiting, tryAgain } from '#web/calls/roll-queue.ts';
import {
  differences,
  isContradicted,
  needsDecision,
  together,
  whoLeft,
  type WaitingRoll,
} from '#web/calls/waiting-rolls.ts';
import { formatDateTime, formatShortDay, formatTime } from '#web/lib/format/format.ts';
import { keptRollsTexts } from '#web/texts/kept-rolls.ts';
import { texts } from '#web/texts/texts.ts';
import { waitingRollsTexts } from '#web/texts/waiting-rolls.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './waiting-list.module.css';

const t = waitingRollsTexts;

const placeOf = ({ roll }: WaitingRoll) =>
  keptRollsTexts.place({ group: roll.class_name, day: formatShortDay(roll.attendance_date) });

/** The marks: how many students are present, and all others by name. */
function Marked({ save: { roll, marks } }: { save: WaitingRoll }) {
  const names = new Map(roll.students.map(({ student_id, student_name }) => [student_id, student_name]));
  return attendanceStatuses.map((status) => {
    const marked = marks.filter(({ attendance_status }) => attendance_status === status);
    if (marked.length === 0) return null;
    const who = marked.map(({ student_id }) => names.get(student_id) ?? '').join(', ');
    return (
      <Text key={status} size="sm">
        {t.exceptions({
          label: attendanceTexts.statuses[status],
          names: status === 'present' ? String(marked.length) : who,
        })}
      </Text>
    );
  });
}

function Conflict({ save, recorded }: { save: WaitingRoll; recorded: Roll }) {
  const left = whoLeft(save, recorded);
  return (
    <>
      {left.length > 0 ? <Text>{t.left({ names: left.join(', ') })}</Text> : null}
      {isContradicted(save, recorded) ? (
        <Text>{recorded.is_readers ? t.conflictOwn : t.conflict}</Text>
      ) : null}
      <Table
        withTableBorder
        className={classes.differences}
        aria-label={t.differences({ place: placeOf(save) })}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.student}</Table.Th>
            <Table.Th>{t.mine}</Table.Th>
            <Table.Th>{t.theirs}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences(save, recorded).map(({ student_id, student_name, mine, theirs }) => (
            <Table.Tr key={student_id}>
              <Table.Th scope="row">{student_name}</Table.Th>
              <Table.Td>{attendanceTexts.statuses[mine]}</Table.Td>
              <Table.Td>{theirs ? attendanceTexts.statuses[theirs] : t.nothing}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

interface ItemProps {
  save: WaitingRoll;
  role: PortalRole;
  /** The item may disappear. The keyboard's place in the dialog must not disappear with it. */
  onDone: () => void;
}

function Item({ save, role, onDone }: ItemProps) {
  const place = placeOf(save);
  const drop = async () => {
    if (!(await confirm(t.discardText({ place }), { title: t.discardTitle }))) return;
    await discard(save.key);
    toast.info(t.discarded);
    onDone();
  };
  const settle = async (action: Promise<unknown>) => {
    onDone();
    await action;
  };
  const queued = save.role === role ? t.queued : t.otherRole({ role: texts.shell.roleLabels[save.role] });
  return (
    <li className={classes.item}>
      <Title order={3} size="h3">
        {place}
      </Title>
      <Text size="sm" c="dimmed">
        {[save.roll.course_name, formatTime(save.roll.starts_at, save.roll.zone ?? undefined)]
          .filter(Boolean)
          .join(', ')}{' '}
        · {t.savedAt({ time: formatDateTime(save.savedAt) })}
      </Text>
      {save.conflict ? (
        <Conflict save={save} recorded={save.conflict} />
      ) : (
        <>
          <Marked save={save} />
          <Text>{save.refusal ? t.refused({ reason: save.refusal }) : queued}</Text>
        </>
      )}
      <Group gap="sm" mt="xs">
        {save.conflict ? (
          <>
            {together(save, save.conflict) ? (
              <Button onClick={() => void settle(keepBoth(save.key))}>{t.keepBoth}</Button>
            ) : null}
            <Button
              variant={together(save, save.conflict) ? 'default' : 'filled'}
              onClick={() => void settle(keepMine(save.key))}
            >
              {t.keepMine}
            </Button>
            <Button variant="default" onClick={() => void settle(keepTheirs(save))}>
              {t.keepTheirs}
            </Button>
          </>
        ) : (
          <>
            {save.refusal ? (
              <Button variant="default" onClick={() => void settle(tryAgain(save.key))}>
                {t.tryAgain}
              </Button>
            ) : null}
            <Button variant="subtle" color="red" onClick={() => void drop()}>
              {t.discard}
            </Button>
          </>
        )}
      </Group>
    </li>
  );
}

interface WaitingListProps {
  waiting: readonly WaitingRoll[];
  role: PortalRole;
  onClose: () => void;
}

/** The saved rolls that the server does not have yet, and the questions about them. */
export function WaitingList({ waiting, role, onClose }: WaitingListProps) {
  const lead = useRef<HTMLParagraphElement>(null);
  const stay = () => lead.current?.focus();
  return (
    <Dialog isInAddress opened onClose={onClose} title={t.title} size="lg">
      <Text ref={lead} tabIndex={-1} className={classes.lead} c="dimmed">
        {waiting.length === 0 ? t.none : t.lead}
      </Text>
      {waiting.length === 0 ? null : (
        <ul className={classes.list}>
          {waiting.map((save) => (
            <Item key={save.key} save={save} role={role} onDone={stay} />
          ))}
        </ul>
      )}
      {waiting.every(needsDecision) ? null : (
        <DialogFoot leave={texts.ui.close}>
          <Button onClick={() => void sendWaiting()}>{t.sendNow}</Button>
        </DialogFoot>
      )}
    </Dialog>
  );
}
