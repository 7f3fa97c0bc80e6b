import { attendance, attendanceStatuses, type AttendanceStatus } from '@gurukul/contract/attendance';
import type { Roll, RollStudent } from '@gurukul/contract/shared/meetings/roll';
import { Button, Text, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconDotsVertical, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError, messageOf } from '#web/calls/errors.ts';
import { notKept, saveRoll, waitingRolls } from '#web/calls/roll-queue.ts';
import { tapsOf, type Tapped } from '#web/calls/roll-taps.ts';
import { needsDecision, type WaitingRoll } from '#web/calls/waiting-rolls.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { JoinButton } from '#web/features/meetings/join-button.tsx';
import { MeetingMenu } from '#web/features/meetings/meeting-menu.tsx';
import { useLeaveGuard } from '#web/layout/use-leave-guard.ts';
import { formatDateTime, formatDayOfWeek, formatShortDay } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { useSearchParam, useSearchState } from '#web/lib/address/address-search.ts';
import { meetingNamed, whichMeeting } from '#web/lib/format/meeting-name.ts';
import { paths } from '#web/paths.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { myPageTexts } from '#web/texts/my-page.ts';
import { keptRollsTexts } from '#web/texts/kept-rolls.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { AttendanceBadge } from './attendance-status.tsx';
import { MarkHistory } from './mark-history.tsx';
import { MeetingChoice, meetingsToChoose } from './meeting-choice.tsx';
import type { Filled } from './meeting-report/dialog.tsx';
import { AbsentFirst } from './absent-first.tsx';
import { isRollOf, rollAddress, rollName, rollNamed } from './roll-address.ts';
import { useUnsentRolls } from './rolls-due.tsx';
import { countsOf, rollWords } from './roll-words.ts';
import classes from './roll-call.module.css';

const t = rollCallTexts;

const MeetingReportDialog = lazy(async () => ({
  default: (await import('./meeting-report/dialog.tsx')).MeetingReportDialog,
}));

const placeOf = (roll: Roll) =>
  keptRollsTexts.place({ group: roll.class_name, day: formatShortDay(roll.attendance_date) });

export interface Line {
  readonly student: RollStudent;
  /** What was saved last, here or on the server; null for nothing. */
  readonly saved: AttendanceStatus | null;
  readonly status: AttendanceStatus;
  /** A tap made it another one than it was. */
  readonly isTapped: boolean;
}

function linesOf(roll: Roll, waiting: WaitingRoll | undefined, taps: Tapped['taps']): readonly Line[] {
  const kept = new Map(waiting?.marks.map((mark) => [mark.student_id, mark.attendance_status]));
  return roll.students.map((student) => {
    const saved = kept.get(student.student_id) ?? student.attendance_status;
    const before = saved ?? 'present';
    const status = taps.get(student.student_id) ?? before;
    return { student, saved, status, isTapped: status !== before };
  });
}

/** Students without a mark start as present, but must not look as if that were recorded. */
function leadOf(lines: readonly Line[]) {
  const unmarked = lines.filter(({ saved }) => saved === null).length;
  return unmarked === 0 ? t.leadMarked : t.leadPartly({ count: unmarked });
}

interface StudentLineProps {
  line: Line;
  day: string;
  onMark: (status: AttendanceStatus) => void;
}

/** One tap for the two usual marks. The list at the row's end, the browser's own, has the others. */
export function StudentLine({ line: { student, status }, day, onMark }: StudentLineProps) {
  const { student_name, student_attendance_id, corrected, cannot_come: reason } = student;
  const isPresent = status === 'present';
  return (
    <li className={classes.line} data-status={status}>
      <UnstyledButton
        className={classes.student}
        role="switch"
        aria-checked={isPresent}
        onClick={() => onMark(isPresent ? 'absent' : 'present')}
      >
        <span className={classes.name}>
          {student_name}
          {reason === undefined ? null : (
            <small className={classes.excuse} dir="auto">
              {reason === '' ? myPageTexts.saidBefore : myPageTexts.saidWhy({ reason })}
            </small>
          )}
        </span>
        <AttendanceBadge status={status} />
      </UnstyledButton>
      {corrected && student_attendance_id !== null ? (
        <MarkHistory id={student_attendance_id} student={student_name} day={day} />
      ) : null}
      <span className={classes.other}>
        <IconDotsVertical aria-hidden size={20} />
        <select
          aria-label={t.otherStatus({ name: student_name })}
          value={status}
          onChange={({ currentTarget: { value } }) =>
            onMark(attendanceStatuses.find((known) => known === value) ?? status)
          }
        >
          {attendanceStatuses.map((value) => (
            <option key={value} value={value}>
              {attendanceTexts.statuses[value]}
            </option>
          ))}
        </select>
      </span>
    </li>
  );
}

/** What became of the last save of this roll, while it is not on the server. */
function Unsent({ waiting }: { waiting: WaitingRoll }) {
  const [, change] = useSearchState();
  if (!needsDecision(waiting)) return <Notice>{t.waits}</Notice>;
  return (
    <Notice title={t.toDecide}>
      <Button size="compact-md" aria-haspopup="dialog" onClick={() => change({ waiting: 'yes' })}>
        {t.decide}
      </Button>
    </Notice>
  );
}

interface SheetProps {
  /** As the address has it. */
  name: string;
  roll: Roll;
  waiting: WaitingRoll | undefined;
  /** From before the page was loaded anew. */
  before: Tapped | null;
  /** When the students are from, without a connection. */
  asOf: string | null;
  /** The roll to call after this one. */
  next: Roll | undefined;
}

/** A device that refuses to keep anything loses nothing else. */
const ignore = () => undefined;

function Sheet({ name, roll: latest, waiting, before, asOf, next }: SheetProps) {
  const [tapped, setTapped] = useState(before);
  const [isSaving, setSaving] = useState(false);
  const roll = tapped?.roll ?? latest;
  const lines = linesOf(roll, tapped ? tapped.waiting : waiting, tapped?.taps ?? new Map());
  const place = placeOf(roll);
  const hasNews = lines.some(({ saved, status }) => saved !== status);
  const isMarked = lines.some(({ saved }) => saved !== null);
  const [isKept, setKept] = useState(true);
  const [isReading, setReading] = useState(false);
  const [filled, setFilled] = useState<Filled | null>(null);
  const isDirty = () => lines.some(({ isTapped }) => isTapped);
  useLeaveGuard(
    isDirty,
    { title: t.leaveTitle, text: t.leave },
    {
      isLeft: ({ search }) => search['roll'] !== name,
      // What the device keeps is there again after a reload.
      isLostWithTab: () => !isKept && isDirty(),
    },
  );

  const [kept] = useState(() => tapsOf(name));
  const [first] = useState(before);
  useEffect(() => {
    if (first) toast.info(t.tapsBack);
    return () => {
      // Left knowingly, or saved. When the session ends they wait for the person.
      if (session.isSignedIn) kept.forget().catch(ignore);
    };
  }, [first, kept]);

  const mark = (marks: readonly (readonly [number, AttendanceStatus])[]) => {
    const next = {
      roll,
      waiting: tapped ? tapped.waiting : waiting,
      taps: new Map([...(tapped?.taps ?? []), ...marks]),
    };
    setTapped(next);
    kept.keep(next).catch(() => setKept(false));
  };
  const byHand = (id: number, status: AttendanceStatus) => {
    if (filled?.statuses.has(id)) {
      setFilled({ ...filled, statuses: new Map([...filled.statuses].filter(([one]) => one !== id)) });
    }
    mark([[id, status]]);
  };
  /** What the report says, in place of an earlier report; marks that somebody made stay. */
  const fill = (found: Filled) => {
    setReading(false);
    setFilled(found);
    mark([...found.statuses]);
    toast.info(t.reportFilled);
  };
  const handMade = new Map(
    lines.flatMap(({ student: { student_id: id }, saved, status }) =>
      saved !== null || (tapped?.taps.has(id) && !filled?.statuses.has(id)) ? [[id, status] as const] : [],
    ),
  );

  const save = async () => {
    if (isSaving) return;
    setSaving(true);
    const marks = lines.map(({ student, saved, status }) => ({
      student_id: student.student_id,
      attendance_status: status,
      // What waited may have been recorded since the first tap: the own last word is no one else's.
      seen: saved,
    }));
    try {
      const forgetTaps = async () => kept.forget().catch(ignore);
      // A tab that dies while it sends must not bring taps back that the device keeps as saved.
      const { left, answer = {} } = await saveRoll(
        { roll, marks, ...(filled && filled.names.length > 0 ? { names: filled.names } : {}) },
        forgetTaps,
      );
      setTapped(null);
      setFilled(null);
      await forgetTaps();
      if (left === undefined) tellDone(answer, t.saved({ place }), { kind: 'marked', what: place });
      else if (needsDecision(left)) toast.warning(t.toDecide);
      else toast.info(t.kept({ place }));
    } catch (error) {
      toast.error(notKept(error));
    } finally {
      setSaving(false);
    }
  };

  if (lines.length === 0) return <EmptyState title={t.nobody} />;
  return (
    <>
      {waiting ? (
        <Unsent waiting={waiting} />
      ) : (
        <Text c="dimmed" mb="sm">
          {isMarked ? leadOf(lines) : t.lead}
        </Text>
      )}
      <Button
        variant="default"
        mb="sm"
        leftSection={<IconVideo aria-hidden size={18} />}
        aria-haspopup="dialog"
        onClick={() => setReading(true)}
      >
        {t.fromReport}
      </Button>
      {isReading ? (
        <Suspense>
          <MeetingReportDialog
            roll={roll}
            handMade={handMade}
            onFill={fill}
            onClose={() => setReading(false)}
          />
        </Suspense>
      ) : null}
      {isMarked && !hasNews && asOf === null ? (
        <AbsentFirst
          roll={roll}
          absent={lines.flatMap(({ student, saved }) => (saved === 'absent' ? [student] : []))}
        />
      ) : null}
      <ul className={classes.lines} aria-label={t.students}>
        {lines.map((line) => (
          <StudentLine
            key={line.student.student_id}
            line={line}
            day={roll.attendance_date}
            onMark={(status) => byHand(line.student.student_id, status)}
          />
        ))}
      </ul>
      <div className={classes.bar}>
        {/* It comes late: above the students it would push them from under a thumb. */}
        {asOf === null ? null : (
          <Text c="dimmed" w="100%">
            {t.asOf({ time: asOf })}
          </Text>
        )}
        <output className={classes.counts}>{countsOf(lines.map(({ status }) => status))}</output>
        {next && isMarked && !hasNews ? (
          <Button
            component={AppLink}
            href={rollAddress(next)}
            size="md"
            className={classes.save}
            rightSection={<IconArrowRight aria-hidden size={18} />}
          >
            {t.next({ place: placeOf(next) })}
          </Button>
        ) : null}
        <ActionButton
          className={classes.save}
          size="md"
          {...(next && isMarked && !hasNews ? { variant: 'default' } : {})}
          aria-busy={isSaving}
          disabledReason={hasNews ? null : t.nothingToSave}
          onClick={() => void save()}
        >
          {isSaving ? t.saving : t.save({ place })}
        </ActionButton>
      </div>
    </>
  );
}

/** The next roll that has begun and lacks a mark, other than this one. */
function nextRoll(due: readonly Roll[], current: Roll, unsent: ReadonlySet<string>): Roll | undefined {
  const own = rollName(current);
  return due.find(
    (roll) =>
      rollName(roll) !== own &&
      !unsent.has(rollName(roll)) &&
      Date.parse(roll.starts_at ?? '') <= Date.now() &&
      roll.students.some(({ attendance_status }) => attendance_status === null),
  );
}

const isMissing = (error: unknown) => error instanceof ApiError && (error.isFinal || error.status === 404);

const BackLink = () => (
  <Button
    component={AppLink}
    href={paths.attendance}
    variant="default"
    leftSection={<IconArrowLeft aria-hidden size={18} />}
  >
    {t.allRolls}
  </Button>
);

/** For a meeting that does not take place, or at another time, and for its recording. */
function ChangeMeeting({ roll, isCalled }: { roll: Roll; isCalled: boolean }) {
  const { class_id, attendance_date: held_on, starts_at, ends_at } = roll;
  if (starts_at === null) return null;
  return <MeetingMenu meeting={{ class_id, held_on, starts_at, ends_at }} isCalled={isCalled} />;
}

/** The roll of one class on one day, by its name in the address: everybody is present until a tap says otherwise. */
export function RollCall({ name }: { name: string }) {
  const [course] = useSearchParam('course');
  const [, change] = useSearchState();
  const due = useQuery({ ...query(attendance.get_rolls, {}), enabled: session.role !== 'admin' });
  const dueOnes = due.data?.data.filter((one) => isRollOf(one, name)) ?? [];
  const dueOne = dueOnes.length === 1 ? dueOnes[0] : undefined;
  // For a day that is not due any more, people who may see the course can read the roll as well.
  const asked = rollNamed(name);
  const isLate = asked !== null && /^\d+$/.test(course) && dueOne === undefined && !due.isLoading;
  const late = useQuery({
    ...query(attendance.get_roll, {
      course_id: Number(course),
      class_id: asked?.class_id ?? 0,
      attendance_date: asked?.attendance_date ?? '',
      ...whichMeeting(asked ?? {}),
    }),
    enabled: isLate,
  });
  const rolls = isLate ? late : due;
  const { data: kept = [] } = useQuery(waitingRolls(session.uid));
  const named = dueOne ?? (isLate ? late.data?.data : undefined);
  const waiting = kept.findLast(
    (save) =>
      save.role === session.role &&
      (named ? rollName(save.roll) === rollName(named) : isRollOf(save.roll, name)),
  );
  const unsent = useUnsentRolls();
  const before = useQuery(tapsOf(name).query);
  const roll = named ?? waiting?.roll;
  const meetings = isLate ? meetingsToChoose(late.error) : undefined;
  if (roll === undefined) {
    return (
      <>
        <PageHeader title={attendanceTexts.take.title} actions={<BackLink />} />
        <Panel>
          {meetings && asked ? (
            <MeetingChoice
              meetings={meetings}
              onChoose={(key) => change({ roll: rollName({ ...asked, ...meetingNamed(key) }) })}
            />
          ) : rolls.data || isMissing(rolls.error) ? (
            <EmptyState title={t.gone}>{t.goneWhy}</EmptyState>
          ) : rolls.isError ? (
            <FailedState message={messageOf(rolls.error)} onRetry={() => void rolls.refetch()} />
          ) : (
            <LoadingState />
          )}
        </Panel>
      </>
    );
  }
  const isCalled = roll.students.some(({ attendance_status }) => attendance_status !== null);
  const lead = [roll.course_name, ...rollWords(roll)].join(' · ');
  // Taps that say what is saved already have nothing to bring back.
  const hasTaps = before.data && linesOf(roll, waiting, before.data.taps).some(({ isTapped }) => isTapped);
  return (
    <>
      <PageHeader
        title={keptRollsTexts.place({ group: roll.class_name, day: formatDayOfWeek(roll.attendance_date) })}
        lead={lead}
        actions={
          <>
            <JoinButton meeting={roll} name={roll.class_name} />
            <ChangeMeeting roll={roll} isCalled={isCalled || waiting !== undefined} />
            <BackLink />
          </>
        }
      />
      <Panel>
        {before.isPending ? (
          <LoadingState />
        ) : (
          <Sheet
            key={name}
            name={name}
            roll={roll}
            waiting={waiting}
            before={hasTaps ? before.data : null}
            next={nextRoll(due.data?.data ?? [], roll, unsent)}
            asOf={rolls.isError ? formatDateTime(new Date(rolls.dataUpdatedAt).toISOString()) : null}
          />
        )}
      </Panel>
    </>
  );
}
