import {
  attendance,
  attendanceStatuses,
  type AttendanceStatus,
  type StudentAttendanceRow,
} from '@gurukul/contract/attendance';
import { VisuallyHidden } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { messageOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatShortDay } from '#web/lib/format/format.ts';
import { dayAndTime, meetingKey, whichMeeting, type MeetingName } from '#web/lib/format/meeting-name.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { markStripTexts } from '#web/texts/mark-strip.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import type { MenuSection } from '#web/ui/menu/late-menu.tsx';
import { loadMenu, useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import colours from './mark-colours.module.css';
import { showMarkHistory } from './mark-history.tsx';
import classes from './strip.module.css';

const t = markStripTexts;
const { statuses } = attendanceTexts;
const { letters } = attendanceTexts.report.printed;

/** One mark of a student in a class. */
export type StripMark = Pick<
  StudentAttendanceRow,
  | 'course_id'
  | 'class_id'
  | 'attendence_date'
  | 'time'
  | 'slot_id'
  | 'on_date'
  | 'extra'
  | 'attendence'
  | 'student_attendance_id'
  | 'can'
>;

interface Student {
  readonly id: number;
  readonly fullname: string;
}

/** Saves another mark instead of the one that the person saw, with Undo. */
function useCorrection({ id, fullname }: Student) {
  const save = useAction(attendance.save_roll);
  const correct = async ({ attendence: seen, ...mark }: StripMark, next: AttendanceStatus) => {
    const day = wordsOf(mark);
    try {
      const answer = await save.run({
        course_id: mark.course_id,
        class_id: mark.class_id,
        attendance_date: mark.attendence_date,
        ...whichMeeting(mark),
        marks: [{ student_id: id, attendance_status: next, seen }],
      });
      tellDone(answer, t.done({ name: fullname, day, status: statuses[next] }), {
        kind: 'marked',
        what: `${fullname}, ${day}`,
      });
    } catch (error) {
      if (refusedWith(error, 'roll_changed')) toast.warning(t.changed);
      else toast.error(messageOf(error));
    }
  };
  return { correct, isPending: save.isPending };
}

interface Choice {
  readonly mark: StripMark;
  readonly button: HTMLElement;
}

const isPressable = ({ can, student_attendance_id: id }: StripMark) => can.correct || id !== undefined;

/** Of a class, its days; where it met twice, their meetings. */
const placeOf = ({ attendence_date, ...meeting }: Pick<StripMark, 'attendence_date'> & MeetingName) =>
  `${attendence_date} ${meetingKey(meeting)}`;

const wordsOf = ({ attendence_date, time }: Pick<StripMark, 'attendence_date' | 'time'>) =>
  dayAndTime(attendence_date, time);

/** To the next box in the direction of the key, to the first or to the last. */
function walk(event: KeyboardEvent<HTMLButtonElement>) {
  const boxes = [...(event.currentTarget.closest('ol')?.querySelectorAll('button') ?? [])];
  const at = boxes.indexOf(event.currentTarget);
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: boxes.length - 1,
  };
  const next = boxes[targets[event.key] ?? -1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

const keyOf = (mark: StripMark) => `${placeOf(mark)} ${mark.attendence}`;

interface AttendanceStripProps {
  /** What the strip shows: a class. */
  label: string;
  student: Student;
  /** Newest first, as the server sends them. */
  marks: readonly StripMark[];
}

/**
 * The marks of a student in a class, a box a meeting, the newest at the end and in sight. A mark that may be changed is
 * a button: press it and choose another one.
 */
export function AttendanceStrip({ label, student, marks }: AttendanceStripProps) {
  const strip = useRef<HTMLOListElement>(null);
  const { correct, isPending } = useCorrection(student);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { part: List, prepare, want } = useOnFirstUse(loadMenu);
  /** The mark that Tab reaches; the arrow keys reach the others. */
  const [reached, setReached] = useState('');
  useLayoutEffect(() => {
    const frame = strip.current;
    if (frame) frame.scrollLeft = frame.scrollWidth;
  }, []);

  const press = async (mark: StripMark, button: HTMLElement) => {
    if (isPending || !(await want())) return;
    setChoice({ mark, button });
    setOpen(true);
  };
  const pressable = marks.filter(isPressable).map(placeOf);
  const stop = pressable.includes(reached) ? reached : pressable[0];
  return (
    <>
      <ol
        ref={strip}
        className={`${colours.marks} ${classes.strip}`}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={pressable.length === 0 ? 0 : undefined}
      >
        {marks.toReversed().map((mark) => {
          const { attendence: status, attendence_date: day, student_attendance_id: correctedId } = mark;
          const box = (
            <>
              <VisuallyHidden>
                {t.mark({
                  day: wordsOf(mark),
                  status: statuses[status],
                  isCorrected: correctedId !== undefined,
                })}
              </VisuallyHidden>
              <span aria-hidden className={classes.day}>
                {formatShortDay(day)}
              </span>
              <span aria-hidden className={classes.letter}>
                {letters[status]}
              </span>
            </>
          );
          return (
            <li key={`${mark.class_id} ${placeOf(mark)}`} data-status={status}>
              {isPressable(mark) ? (
                <button
                  type="button"
                  className={classes.mark}
                  aria-haspopup="menu"
                  data-corrected={correctedId !== undefined || undefined}
                  tabIndex={placeOf(mark) === stop ? 0 : -1}
                  onPointerEnter={prepare}
                  onFocus={() => {
                    setReached(placeOf(mark));
                    prepare();
                  }}
                  onKeyDown={walk}
                  onClick={({ currentTarget }) => void press(mark, currentTarget)}
                >
                  {box}
                </button>
              ) : (
                <span className={classes.mark}>{box}</span>
              )}
            </li>
          );
        })}
      </ol>
      {List && choice ? (
        <List
          key={keyOf(choice.mark)}
          label={t.choose({ name: student.fullname, day: wordsOf(choice.mark) })}
          button={choice.button}
          isOpen={isOpen}
          onChange={setOpen}
          sections={choicesFor(choice.mark, student, (next) => void correct(choice.mark, next))}
        />
      ) : null}
    </>
  );
}

function choicesFor(
  mark: StripMark,
  { fullname }: Student,
  correct: (next: AttendanceStatus) => void,
): MenuSection[] {
  const { attendence_date: day, attendence, student_attendance_id: id, can } = mark;
  const marks = attendanceStatuses.map((status) => ({
    id: status,
    label: statuses[status],
    isCurrent: status === attendence,
    onChoose: () => {
      if (status !== attendence) correct(status);
    },
  }));
  const history = {
    id: 'history',
    label: attendanceTexts.changes.title,
    onChoose: () => showMarkHistory({ id: id ?? 0, student: fullname, day }),
  };
  return [
    { id: 'marks', label: wordsOf(mark), items: can.correct ? marks : [] },
    { id: 'history', items: id === undefined ? [] : [history] },
  ];
}
