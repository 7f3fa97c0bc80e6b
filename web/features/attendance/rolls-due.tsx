import { attendance } from '@gurukul/contract/attendance';
import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { waitingRolls } from '#web/calls/roll-queue.ts';
import { JoinButton } from '#web/features/meetings/join-button.tsx';
import { MeetingMenu } from '#web/features/meetings/meeting-menu.tsx';
import { formatDayOfWeek } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { keptRollsTexts } from '#web/texts/kept-rolls.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { rollAddress, rollName } from './roll-address.ts';
import { calledWords, rollWords } from './roll-words.ts';
import classes from './rolls-due.module.css';

const t = rollCallTexts;

function stateOf({ students }: Roll, isWaiting: boolean): string {
  if (isWaiting) return t.waits;
  if (students.length === 0) return t.nobody;
  return calledWords(students.map(({ attendance_status }) => attendance_status));
}

interface RollLinkProps {
  roll: Roll;
  /** It was called without a connection, and is not sent yet. */
  isWaiting: boolean;
  /** What is said before the rest, such as the time that is left. */
  note?: string;
}

export function RollLink({ roll, isWaiting, note }: RollLinkProps) {
  const { class_id, attendance_date, starts_at, ends_at, students } = roll;
  const isCalled = students.some(({ attendance_status }) => attendance_status !== null);
  return (
    <li className={classes.line}>
      <AppLink href={rollAddress(roll)} className={classes.link}>
        <span className={classes.words}>
          <span className={classes.name}>
            {keptRollsTexts.place({ group: roll.class_name, day: formatDayOfWeek(roll.attendance_date) })}
          </span>
          <span className={classes.more}>
            {[note, ...rollWords(roll), stateOf(roll, isWaiting), roll.course_name]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <IconChevronRight aria-hidden size={20} className={classes.onward} />
      </AppLink>
      <JoinButton meeting={roll} name={roll.class_name} />
      {starts_at === null ? null : (
        <MeetingMenu
          isDots
          meeting={{ class_id, held_on: attendance_date, starts_at, ends_at }}
          isCalled={isCalled || isWaiting}
        />
      )}
    </li>
  );
}

/** The names of rolls that were called without a connection. */
export function useUnsentRolls(): ReadonlySet<string> {
  const { data: waiting = [] } = useQuery(waitingRolls(session.uid));
  return new Set(waiting.map(({ roll }) => rollName(roll)));
}

/** The rolls that a teacher may want to call now, each one tap away. */
export function RollsDue() {
  const rolls = useQuery(query(attendance.get_rolls, {}));
  const unsent = useUnsentRolls();
  const due = rolls.data?.data;
  return (
    <Panel title={t.due}>
      {due?.length === 0 ? <EmptyState title={t.noneDue} /> : null}
      {due && due.length > 0 ? (
        <ul className={classes.list}>
          {due.map((roll) => (
            <RollLink key={rollName(roll)} roll={roll} isWaiting={unsent.has(rollName(roll))} />
          ))}
        </ul>
      ) : null}
      {due ? null : rolls.isError ? (
        <FailedState message={messageOf(rolls.error)} onRetry={() => void rolls.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}
