import { attendance, type AttendanceStatus, type MarkChange } from '@gurukul/contract/attendance';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { formatDate, formatDateTime } from '#web/lib/format/format.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { texts } from '#web/texts/texts.ts';
import { openAbove } from '#web/ui/feedback/overlay-host.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { AttendanceBadge } from './attendance-status.tsx';
import classes from './mark-history.module.css';

const t = attendanceTexts.changes;

function Step({ change: { changed_at, changed_by, from, to } }: { change: MarkChange }) {
  return (
    <li className={classes.step}>
      <Text fw={600}>{from ? t.changed : t.made}</Text>
      <p className={classes.marks}>
        {from ? (
          <>
            <del>{attendanceTexts.statuses[from]}</del>
            <IconArrowRight aria-hidden size={16} />
            <VisuallyHidden>{t.becomes}</VisuallyHidden>
          </>
        ) : null}
        <AttendanceBadge status={to} />
      </p>
      <Text size="sm">{changed_by ? t.by({ name: changed_by }) : t.byNobody}</Text>
      <Text size="sm" c="dimmed">
        <time dateTime={changed_at}>{formatDateTime(changed_at)}</time>
      </Text>
    </li>
  );
}

interface StepsProps {
  markId: number;
  /** Another try takes its button away, and must not take the keyboard's place in the dialog along. */
  onRetry: () => void;
}

function Steps({ markId, onRetry }: StepsProps) {
  const changes = useQuery({
    ...query(attendance.get_mark_changes, { student_attendance_id: markId }),
    // It is opened to see what has just happened.
    staleTime: 0,
  });
  if (changes.isPending) return <LoadingState />;
  if (changes.isError) {
    const retry = () => {
      onRetry();
      void changes.refetch();
    };
    return <FailedState message={messageOf(changes.error)} onRetry={retry} />;
  }
  const steps = changes.data.data;
  if (steps.length === 0) return <Text>{t.none}</Text>;
  return (
    <>
      <ol className={classes.steps} aria-label={t.steps}>
        {steps.map((change) => (
          <Step key={`${change.changed_at} ${change.to}`} change={change} />
        ))}
      </ol>
      <Text size="sm" c="dimmed" mt="md">
        {t.clock}
      </Text>
    </>
  );
}

/** A mark somebody may ask about. */
export interface AskedMark {
  /** `student_attendance_id` */
  readonly id: number;
  readonly student: string;
  /** yyyy-mm-dd */
  readonly day: string;
}

function History({ id, student, day }: AskedMark) {
  const head = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <Text ref={head} tabIndex={-1} fw={600} mb="md" className={classes.mark}>
        {t.markOf({ student, day: formatDate(day) })}
      </Text>
      <Steps markId={id} onRetry={() => head.current?.focus()} />
    </>
  );
}

/**
 * Shows who made a mark and who corrected it. It is attached to the edge of the portal and not to its row: a click in
 * it would otherwise tick the row's box.
 */
export function showMarkHistory(mark: AskedMark) {
  openAbove(() =>
    modals.open({
      title: t.title,
      centered: true,
      closeButtonProps: { 'aria-label': texts.ui.close },
      children: <History {...mark} />,
    }),
  );
}

/** Says that a mark was corrected, and opens how. */
export function MarkHistory(mark: AskedMark) {
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      className={classes.corrected}
      aria-label={t.correctedOf({ student: mark.student })}
      aria-haspopup="dialog"
      onClick={() => showMarkHistory(mark)}
    >
      {t.corrected}
    </Button>
  );
}

interface MarkedProps {
  /** Null: nothing yet. */
  status: AttendanceStatus | null;
  student: string;
  day: string;
  /** The mark's id, if it was corrected. */
  correctedId: number | null | undefined;
}

/** A mark in a table and, where it was corrected, how it came about. */
export const Marked = ({ status, student, day, correctedId }: MarkedProps) => (
  <>
    {status ? <AttendanceBadge status={status} /> : <Text c="dimmed">{attendanceTexts.mark.notMarked}</Text>}{' '}
    {correctedId ? <MarkHistory id={correctedId} student={student} day={day} /> : null}
  </>
);
