import { attendance, attendanceStatuses } from '@gurukul/contract/attendance';
import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import type { Taught } from '@gurukul/contract/shared/meetings/teaching';
import { Button, Text } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError, messageOf } from '#web/calls/errors.ts';
import { notKept, saveRoll, waitingRolls, whenSettled } from '#web/calls/roll-queue.ts';
import type { Tapped } from '#web/calls/roll-taps.ts';
import { needsDecision, type WaitingRoll } from '#web/calls/waiting-rolls.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { JoinButton } from '#web/features/meetings/join-button.tsx';
import { MeetingMenu } from '#web/features/meetings/meeting-menu.tsx';
import { formatDateTime, formatDayOfWeek, formatShortDay } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { useSearchParam, useSearchState } from '#web/lib/address/address-search.ts';
import { meetingNamed, whichMeeting } from '#web/lib/format/meeting-name.ts';
import { paths } from '#web/paths.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { keptRollsTexts } from '#web/texts/kept-rolls.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { earlyText, mayCall } from './early.ts';
import { MeetingChoice, meetingsToChoose } from './meeting-choice.tsx';
import { isRollOf, rollAddress, rollName, rollNamed } from './roll-address.ts';
import { useUnsentRolls } from './rolls-due.tsx';
import { countsOf, rollWords } from './roll-words.ts';
import { MarkAll, Register, TapList, WithTaps } from './register.tsx';
import { TaughtField } from './taught-field.tsx';
import { useRegister, type Door, type Line } from './use-register.ts';
import classes from './register.module.css';

const t = rollCallTexts;

const door: Door = { statuses: attendanceStatuses, unmarked: 'present', address: ['roll'] };

const placeOf = (roll: Roll) =>
  keptRollsTexts.place({ group: roll.class_name, day: formatShortDay(roll.attendance_date) });

/** Students without a mark start as present, but must not look as if that were recorded. */
function leadOf(lines: readonly Line[]) {
  const unmarked = lines.filter(({ saved }) => saved === null).length;
  return unmarked === 0 ? t.leadMarked : t.leadPartly({ count: unmarked });
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

const isSame = (one: Taught, other: Taught | null) =>
  other !== null && (['how', 'week', 'words'] as const).every((key) => one[key] === other[key]);

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

function Sheet({ name, roll: latest, waiting, before, asOf, next }: SheetProps) {
  const register = useRegister({ door, name, roll: latest, waiting, before });
  const { roll, lines, isMarked } = register;
  const place = placeOf(roll);
  const { teaching } = roll;
  const said = waiting?.taught ?? teaching?.taught ?? null;
  // What the plan expects is said by itself, once, with the first marks.
  const [chosen, setChosen] = useState<Taught | null>(null);
  const taught = chosen ?? said ?? (isMarked ? null : (teaching?.plan ?? null));
  const hasNews = register.hasNews || (taught !== null && !isSame(taught, said));

  const save = () =>
    register.save(async () => {
      if (!isMarked && !(await mayCall(earlyText(roll.starts_at, Date.now())))) return;
      const marks = lines.map(({ student, saved, status }) => ({
        student_id: student.student_id,
        attendance_status: status ?? 'present',
        // What waited may have been recorded since the first tap: the own last word is no one else's.
        seen: saved,
      }));
      const { names } = register;
      // A tab that dies while it sends must not bring taps back that the device keeps as saved.
      const { left, answer = {} } = await saveRoll(
        { roll, marks, ...(names.length > 0 ? { names } : {}), ...(taught ? { taught } : {}) },
        register.forget,
      );
      await register.clear();
      if (left === undefined) tellDone(answer, t.saved({ place }), { kind: 'marked', what: place });
      else if (needsDecision(left)) toast.warning(t.toDecide);
      else {
        const text = t.kept({ place });
        toast.info(text);
        void whenSettled(left).then(() => toast.forget(text));
      }
    }, notKept);

  const early = earlyText(roll.starts_at, useNow());
  if (lines.length === 0) return <EmptyState title={t.nobody} />;
  const isUndecided = waiting !== undefined && needsDecision(waiting);
  const onward = isMarked && !hasNews && !isUndecided ? next : undefined;
  return (
    <Register
      register={register}
      isOld={asOf !== null}
      lead={
        <>
          {early ? <Notice>{early}</Notice> : null}
          {waiting ? (
            <Unsent waiting={waiting} />
          ) : (
            <Text c="dimmed" mb="sm">
              {isMarked ? leadOf(lines) : t.lead}
            </Text>
          )}
        </>
      }
      tools={<MarkAll register={register} />}
      bar={
        <>
          {/* It comes late: above the students it would push them from under a thumb. */}
          {asOf === null ? null : (
            <Text c="dimmed" w="100%">
              {t.asOf({ time: asOf })}
            </Text>
          )}
          <output className={classes.counts}>
            {countsOf(lines.map(({ status }) => status ?? 'present'))}
          </output>
          {onward ? (
            <Button
              component={AppLink}
              href={rollAddress(onward)}
              size="md"
              className={classes.save}
              rightSection={<IconArrowRight aria-hidden size={18} />}
            >
              {t.next({ place: placeOf(onward) })}
            </Button>
          ) : null}
          <ActionButton
            className={classes.save}
            size="md"
            {...(onward ? { variant: 'default' } : {})}
            data-save
            aria-busy={register.isSaving}
            disabledReason={hasNews ? null : isUndecided ? t.toDecide : waiting ? t.waits : t.nothingToSave}
            onClick={() => void save()}
          >
            {register.isSaving ? t.saving : t.save({ place })}
          </ActionButton>
        </>
      }
    >
      <TapList register={register} />
      {teaching ? <TaughtField teaching={teaching} value={taught} onChange={setChosen} /> : null}
    </Register>
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
  // A roll of an earlier day leaves the list when it is saved, and stays on its page.
  const [lastDue, setLastDue] = useState<Roll>();
  if (dueOne && dueOne !== lastDue) setLastDue(dueOne);
  const shown = lastDue && isRollOf(lastDue, name) ? lastDue : undefined;
  // For a day that is not due any more, people who may see the course can read the roll as well.
  const asked = rollNamed(name);
  const courseId = shown?.course_id ?? Number(/^\d+$/.exec(course)?.[0] ?? 0);
  const isLate = asked !== null && courseId > 0 && dueOne === undefined && !due.isLoading;
  const late = useQuery({
    ...query(attendance.get_roll, {
      course_id: courseId,
      class_id: asked?.class_id ?? 0,
      attendance_date: asked?.attendance_date ?? '',
      ...whichMeeting(shown ?? asked ?? {}),
    }),
    enabled: isLate,
  });
  const rolls = isLate ? late : due;
  const { data: kept = [] } = useQuery(waitingRolls(session.uid));
  const named = dueOne ?? (isLate ? (late.data?.data ?? shown) : undefined);
  const waiting = kept.findLast(
    (save) =>
      save.role === session.role &&
      (named ? rollName(save.roll) === rollName(named) : isRollOf(save.roll, name)),
  );
  const unsent = useUnsentRolls();
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
        <WithTaps key={name} name={name}>
          {(before) => (
            <Sheet
              name={name}
              roll={roll}
              waiting={waiting}
              before={before}
              next={nextRoll(due.data?.data ?? [], roll, unsent)}
              asOf={rolls.isError ? formatDateTime(new Date(rolls.dataUpdatedAt).toISOString()) : null}
            />
          )}
        </WithTaps>
      </Panel>
    </>
  );
}
